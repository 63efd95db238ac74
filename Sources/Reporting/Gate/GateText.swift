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
    var blocks: [[CleanText]] {
        var blocks: [[CleanText]] = []
        let known = gate.baseline.failures.filter { gate.allowed[$0.instance] != nil }
        if !known.isEmpty {
            let lines = known.map { failure in
                "  \(CleanText(failure.instance, limit: 400)): \(Self.words(failure))" as CleanText
            }
            blocks.append(["\(style.paint("known failures", .bold)) (\(known.count))"] + lines)
        }
        for kind in Departure.Kind.allCases {
            let departures = gate.departures.filter { $0.kind == kind }
            guard !departures.isEmpty else { continue }
            let lines = departures.map { "  \(CleanText($0.text, limit: 1024))" as CleanText }
            blocks.append(["\(style.paint(kind.heading, .red)) (\(departures.count))"] + lines)
        }
        return blocks
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
