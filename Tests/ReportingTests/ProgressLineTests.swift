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
                "5/10  50 %  10.0 s, about 18.8 s left"
            ),
            (
                ProgressLine(done: 5, total: 10, elapsed: .seconds(10), estimate: .seconds(12)),
                "5/10  50 %  10.0 s, about 10.0 s left"
            ),
            (
                ProgressLine(done: 1, total: 100, elapsed: .seconds(2), estimate: .seconds(5)),
                "1/100  1 %  2.0 s, about 19.8 s left"
            ),
            (ProgressLine(done: 1, total: 100, elapsed: .seconds(2)), "1/100  1 %  2.0 s, about 3 min 18 s left"),
            (
                ProgressLine(done: 9, total: 10, elapsed: .seconds(3), estimate: .seconds(2)),
                "9/10  90 %  3.0 s, less than 1 s left"
            ),
            (
                ProgressLine(done: 99, total: 100, elapsed: .seconds(9), estimate: .seconds(22)),
                "99/100  99 %  9.0 s, less than 1 s left"
            ),
            (
                ProgressLine(done: 9, total: 10, elapsed: .seconds(90), silent: .seconds(80), estimate: .seconds(12)),
                "9/10  90 %  1 min 30 s, longer than planned"
            ),
            (ProgressLine(done: 10, total: 10, elapsed: .seconds(3)), "10/10  100 %  3.0 s"),
            (ProgressLine(done: 0, total: 0, elapsed: .zero), "0/0  100 %  0 ms"),
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

    @Test("A long wait after the last verdict does not make the pace slower", arguments: [nil, Duration.seconds(300)])
    func pace(_ estimate: Duration?) {
        let left = (0...20).map { second in
            ProgressLine(
                done: 40,
                total: 400,
                elapsed: .seconds(100 + second),
                silent: .seconds(second),
                estimate: estimate
            ).left ?? .zero
        }
        #expect(left.first == .seconds(900))
        #expect(zip(left, left.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test("While one case waits, the remaining time counts down")
    func countdown() {
        for done in [0, 1, 40] {
            let left = (1...20).map { second in
                ProgressLine(done: done, total: 400, elapsed: .seconds(second), estimate: .seconds(300)).left ?? .zero
            }
            #expect(zip(left, left.dropFirst()).allSatisfy { $0 > $1 }, "\(done): \(left)")
        }
    }
}
