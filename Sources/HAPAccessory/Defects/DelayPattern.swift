import HAPCrypto
import MarkedYAML

/// Delays that differ from one message to the next, as slow accessories show them.
package enum DelayPattern: Sendable, Equatable {
    /// Any duration between two, each with the same probability.
    case between(Duration, Duration)
    /// This long for one message of so many, chosen at random; the others are not late.
    case tail(Duration, oneIn: Int)
    /// So much for each second since the first request.
    case growing(Duration)

    /// The delay of the next message.
    ///
    /// - Parameter uptime: the time since the first request.
    func next(_ random: any RandomSource, uptime: Duration) -> Duration {
        var numbers = RandomNumbers(random)
        switch self {
        case .between(let least, let most): return least + (most - least) * Double.random(in: 0...1, using: &numbers)
        case .tail(let delay, let count): return Int.random(in: 0..<count, using: &numbers) == 0 ? delay : .zero
        case .growing(let delay): return delay * (uptime / .seconds(1))
        }
    }
}

extension DelayPattern {
    /// Reads `{delay: {between: [0s, 2s]}}`, `{delay: {tail: 2s, one-in: 20}}` or `{delay: {growing: 10ms}}`.
    ///
    /// - Returns: `nil` if the change is not a delay, or a delay that is always the same.
    init?(in change: YAMLNode) throws(YAMLProblem) {
        guard let entry = change.entries?.first, entry.key == "delay", entry.value.entries != nil else { return nil }
        let mapping = try entry.value.mapping(allowing: ["between", "tail", "one-in", "growing"])
        switch mapping.entries.map(\.key).sorted() {
        case ["between"]:
            let ends = try mapping.required("between").list()
            guard ends.count == 2, try ends[0].duration() < ends[1].duration() else {
                throw YAMLProblem(entry.value.mark, "`between` needs two times, the shorter one first")
            }
            self = .between(try ends[0].duration(), try ends[1].duration())
        case ["one-in", "tail"]:
            let count = try mapping.required("one-in")
            self = .tail(try mapping.required("tail").duration(), oneIn: Int(try count.integer(in: 2...1_000_000)))
        case ["growing"]:
            self = .growing(try mapping.required("growing").duration())
        default:
            throw YAMLProblem(entry.value.mark, "expected a time, {between: […]}, {tail: …, one-in: …} or {growing: …}")
        }
    }
}
