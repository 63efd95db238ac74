import Testing

@testable import Reporting

@Suite("Times of day in reports")
struct WallTimeTests {
    @Test(
        "A start with its offset becomes UTC",
        arguments: [
            ("2026-01-31T12:00:00Z", "2026-01-31T12:00:01"), ("2026-01-31T13:00:00+01:00", "2026-01-31T12:00:01"),
            ("2026-01-31T06:30:00-05:30", "2026-01-31T12:00:01"), ("2026-01-31T12:00:00.5Z", "2026-01-31T12:00:01"),
            ("yesterday", "1970-01-01T00:00:01"),
        ]
    )
    func offset(_ started: String, _ wanted: String) {
        #expect(WallTime.zoneless(started, plus: 1_000_000_000) == wanted)
    }
}
