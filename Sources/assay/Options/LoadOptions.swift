import ArgumentParser
import AssayKit
import HAPModel
import Latency
import Measurement
import SuiteLanguage

/// The options that say how often and how fast operations are measured.
struct LoadOptions: ParsableArguments {
    @Option(
        name: .long,
        parsing: .unconditional,
        help:
            "How many times of each operation are measured. Default: 200 for reads and writes, fewer for what costs more."
    )
    var count: Int?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "End each operation after this time, such as 30s, if --count is not reached."
    )
    var duration: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help:
            "Operations a second, sent when they are due even if answers are late. Default: each after the one before."
    )
    var rate: Double?

    @Option(name: .long, parsing: .unconditional, help: "The number of sessions that share the operations, 1 to 8.")
    var sessions = 1

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "How many operations are done first and not counted. Default: a tenth of the count, at most 20."
    )
    var warmUp: Int?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "How long to wait for each response, such as 500ms or 10s. Default: 10s."
    )
    var answerWithin: String?

    var plan: LoadPlan {
        LoadPlan(
            count: count,
            duration: duration.flatMap { Duration(suite: $0) },
            rate: rate,
            sessions: sessions,
            warmUp: warmUp
        )
    }

    func validate() throws {
        if let count, !(1...LoadPlan.largestCount).contains(count) {
            throw ValidationError("--count needs a number from 1 to \(LoadPlan.largestCount), not \(count)")
        }
        if let duration, Duration(suite: duration).map({ $0 <= .zero }) ?? true {
            throw ValidationError("--duration needs a time such as 30s or 5min, not `\(duration)`")
        }
        if let answerWithin, Duration(suite: answerWithin).map({ $0 <= .zero }) ?? true {
            throw ValidationError("--answer-within needs a time such as 500ms or 10s, not `\(answerWithin)`")
        }
        if let rate, !(0.01...10_000).contains(rate) {
            throw ValidationError("--rate needs a number from 0.01 to 10000, not \(rate)")
        }
        guard (1...8).contains(sessions) else {
            throw ValidationError("--sessions needs a number from 1 to 8, not \(sessions)")
        }
        if let warmUp, !(0...LoadPlan.largestCount).contains(warmUp) {
            throw ValidationError("--warm-up needs a number from 0 to \(LoadPlan.largestCount), not \(warmUp)")
        }
    }
}
