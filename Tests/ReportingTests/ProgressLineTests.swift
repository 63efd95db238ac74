import Measurement
import Testing

@testable import Reporting

@Suite struct ProgressLineTests {
    @Test(
        "shows the progress of the run and the remaining time",
        arguments: [
            (ProgressLine(done: 0, total: 10, elapsed: .zero), "0/10  0 %  0 ms, remaining time not known yet"),
            (
                ProgressLine(done: 0, total: 10, elapsed: .seconds(1), estimate: .seconds(21)),
                "0/10  0 %  1.0 s, about 20.0 s left"
            ),
            (ProgressLine(done: 5, total: 10, elapsed: .seconds(70)), "5/10  50 %  1 min 10 s, about 1 min 10 s left"),
            (
                ProgressLine(done: 5, total: 10, elapsed: .seconds(10), estimate: .seconds(30)),
                "5/10  50 %  10.0 s, about 15.0 s left"
            ),
            (ProgressLine(done: 10, total: 10, elapsed: .seconds(3)), "10/10  100 %  3.0 s, about 0 ms left"),
            (ProgressLine(done: 0, total: 0, elapsed: .zero), "0/0  100 %  0 ms, about 0 ms left"),
            (
                ProgressLine(
                    done: 1,
                    total: 2,
                    elapsed: .seconds(1),
                    current: "write.below-minimum[lightbulb.brightness]"
                ),
                "1/2  50 %  1.0 s, about 1.0 s left  write.below-minimum[l…"
            ),
        ]
    )
    func lines(line: ProgressLine, text: String) {
        #expect(line.text(width: 58).string == text)
        #expect(line.text(width: 20).count <= 20)
    }
}
