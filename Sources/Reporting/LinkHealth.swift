package import HAPModel
package import Judge
import RunRecord
import SuiteLanguage

/// What a run tells about the link between the tester and the accessory.
package struct LinkHealth: Sendable, Hashable {
    /// How often connections failed in each way, where no case provoked it.
    package private(set) var faults: [TransportFault.Kind: Int] = [:]
    /// The instances that failed, and did not fail in the same way when they were repeated.
    package private(set) var cleared: [String]
    /// The cases of these instances.
    private let cases: Set<String>

    /// The number of unrelated cases in which faults do not appear again before the link is called bad.
    private static let casesOfBadLink = 3

    init(_ events: [JournalEvent], _ verdicts: [Verdict]) {
        let cutShort = Set(events.compactMap(\.instanceCutShort))
        for event in events {
            guard let fault = TransportFault(event), !fault.isProvoked else { continue }
            if let instance = event.instance, cutShort.contains(instance) { continue }
            faults[fault.kind, default: 0] += 1
        }
        let unconfirmed = verdicts.filter { [.cleared, .unsettled].contains($0.repetition) }
        cleared = unconfirmed.map(\.instance)
        cases = Set(unconfirmed.map(\.caseID))
    }

    /// Whether failures that do not appear again are spread over unrelated cases: an accessory fails in the same way
    /// again.
    package var isBad: Bool { cases.count >= Self.casesOfBadLink }

    /// `3 resets, 1 undecodable message`; `nil` without faults.
    package var text: String? {
        let parts = TransportFault.Kind.allCases.compactMap { kind in
            faults[kind].map { Spoken.count($0, kind.noun) }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The note for the reader; `nil` if all failures are the accessory's.
    package var note: String? {
        guard !cleared.isEmpty else { return nil }
        let faults = text ?? "faults"
        let spread = "\(Spoken.count(cleared.count, "instance")) of \(Spoken.count(cases.count, "case"))"
        guard isBad else {
            return "connections failed (\(faults)); in \(spread) the failure did not appear again, so it is not judged"
        }
        return "the link to the accessory is bad: connections failed (\(faults)), and in \(spread) the failure did not "
            + "appear again; run the suites again over a better network"
    }

    /// The member `link` of the summary.
    package var json: JSON {
        var counts = JSONObject()
        for kind in TransportFault.Kind.allCases { counts[kind.rawValue] = faults[kind].map { JSON($0) } }
        return [
            "faults": .object(counts), "not-repeated": .array(cleared.map { .string($0) }), "bad": .bool(isBad),
        ]
    }
}

extension TransportFault.Kind {
    /// `reset`, in `3 resets`.
    fileprivate var noun: String {
        switch self {
        case .reset: "reset"
        case .truncated: "truncated message"
        case .undecodable: "undecodable message"
        case .late: "late answer"
        case .unanswered: "unanswered request"
        }
    }
}
