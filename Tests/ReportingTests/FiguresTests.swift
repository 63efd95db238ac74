import Testing

@testable import Reporting

@Suite struct FiguresTests {
    @Test(
        "durations are readable",
        arguments: [
            (0, "0 ms"), (400_000, "0 ms"), (999_499_999, "999 ms"), (999_500_000, "1.0 s"), (12_340_000_000, "12.3 s"),
            (59_940_000_000, "59.9 s"), (59_960_000_000, "1 min 00 s"), (125_000_000_000, "2 min 05 s"),
            (3_599_600_000_000, "1 h 00 min"), (3_780_000_000_000, "1 h 03 min"), (-5, "0 ms"),
        ] as [(Int64, String)]
    )
    func durations(nanoseconds: Int64, text: String) {
        #expect(Figures.duration(nanoseconds) == text)
    }

    @Test(
        "wall times become UTC without zone",
        arguments: [
            ("2025-01-31T12:00:00Z", "2025-01-31T12:00:01"), ("2025-01-31T12:00:00.999Z", "2025-01-31T12:00:01"),
            ("2025-01-31T14:00:00+02:00", "2025-01-31T12:00:01"), ("2025-01-31T23:59:59", "2025-02-01T00:00:00"),
            ("nonsense", "1970-01-01T00:00:01"), ("", "1970-01-01T00:00:01"),
        ]
    )
    func wallTimes(text: String, zoneless: String) {
        #expect(WallTime.zoneless(text, plus: 1_000_000_000) == zoneless)
    }
}
