package import Gate
import HAPModel

/// The comparison with a baseline, for the terminal and for the summary.
package struct GateText: Sendable {
    private let gate: Gate
    private let style: Style

    package init(_ gate: Gate, style: Style = .plain) {
        self.gate = gate
        self.style = style
    }

    /// The known failures, then what trips the gate, each kind under its own heading; empty if there is nothing.
    ///
    /// - Parameter isWhole: whether everything is shown, not only the first lines of each block.
    func blocks(isWhole: Bool) -> [[CleanText]] {
        let failures = gate.baseline.failures.filter { gate.allowed[$0.instance] != nil }
        let known = FoldedKnownFailures.groups(failures, isWhole: isWhole).map {
            (text: $0.text, count: $0.others.count + 1)
        }
        let heading = style.paint("known failures", .bold)
        return [block(heading, known, isWhole: isWhole)].filter { !$0.isEmpty } + departures(isWhole: isWhole)
    }

    /// What trips the gate, each kind under its own heading; empty if nothing does.
    ///
    /// - Parameter isWhole: whether everything is shown, not only the first lines of each block.
    func departures(isWhole: Bool) -> [[CleanText]] {
        Departure.Kind.allCases.map { kind in
            let all = gate.departures.filter { $0.kind == kind }
            let groups = isWhole ? all.map { FoldedDepartures(first: $0) } : FoldedDepartures.groups(all)
            let texts = groups.map { (text: $0.text, count: $0.others.count + 1) }
            return block(style.paint(kind.heading, .red), texts, isWhole: isWhole)
        }.filter { !$0.isEmpty }
    }

    /// The lines of a block at most: with all kinds of departures, the summary still fits on some pages.
    private static let mostLines = 24

    /// A heading with the number of instances, and texts below it in lines of the terminal's width; empty without texts.
    ///
    /// - Parameter texts: each with the number of its instances. The instances of texts that do not fit are counted.
    private func block(_ heading: CleanText, _ texts: [(text: CleanText, count: Int)], isWhole: Bool) -> [CleanText] {
        guard !texts.isEmpty else { return [] }
        var left = texts.reduce(0) { $0 + $1.count }
        var lines: [CleanText] = ["\(heading) (\(left))"]
        for (index, entry) in texts.enumerated() {
            let parts = entry.text.lines(indent: 2, hanging: 4)
            if !isWhole, index > 0, lines.count + parts.count > Self.mostLines {
                return lines + ["  and \(left) more; `--verbose` lists them"]
            }
            lines += parts
            left -= entry.count
        }
        return lines
    }

    /// `known failure: OWNER: REASON, until DAY; MESSAGE`. `assay baseline update` writes the message as the first reason, which then
    /// stands alone.
    static func words(_ known: KnownFailure, with message: CleanText) -> CleanText {
        let words: CleanText = "known failure: \(words(known))"
        return message.string == known.reason ? words : "\(words); \(message)"
    }

    /// `firmware team: ticket 12, until 2026-12-31`
    static func words(_ known: KnownFailure) -> CleanText {
        let until: CleanText = known.expires.map { ", until \($0)" } ?? ""
        return "\(CleanText(known.owner, limit: 200)): \(CleanText(known.reason, limit: 400))\(until)"
    }

    /// The member `baseline` of the summary.
    var json: JSON {
        [
            "file": .string(gate.baseline.file), "known": JSON(gate.allowed.count),
            "departures": .array(
                gate.departures.map { departure in
                    [
                        "kind": .string(departure.kind.rawValue), "instance": .string(departure.instance),
                        "text": .string(departure.text),
                    ]
                }
            ),
        ]
    }

    /// The member `known` of a verdict.
    static func json(_ known: KnownFailure) -> JSON {
        var object = JSONObject(["owner": .string(known.owner), "reason": .string(known.reason)])
        object["expires"] = known.expires.map { .string($0.description) }
        return .object(object)
    }
}

extension Departure.Kind {
    /// The heading of the departures of this kind.
    var heading: CleanText {
        switch self {
        case .new: "new failures"
        case .changed: "changed failures"
        case .expired: "expired known failures"
        case .newlySkipped: "newly skipped"
        case .fixed: "known failures that no longer fail"
        }
    }
}
