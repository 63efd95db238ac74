package import HAPModel
package import Judge
import RunRecord
import SuiteLanguage

/// What a run tells about the link between the tester and the accessory, and about the tester's own machine.
package struct LinkHealth: Sendable, Hashable {
    /// How often connections failed in each way, where no case provoked it.
    package private(set) var faults: [TransportFault.Kind: Int] = [:]
    /// In how many instances the tester's timers fired late.
    package private(set) var delayed: Int
    /// How late they fired at most, in nanoseconds.
    package private(set) var longestDelay: Int64
    /// The instances that failed or could not be judged, and showed something else when they were repeated.
    package private(set) var cleared: [String]
    /// The cases of these instances.
    private let cases: Set<String>
    /// The number of instances in which connections failed in the same ways again.
    private let lasting: Int
    /// The number of instances that passed when they were repeated, and that only a busy accessory had disturbed.
    private let servedLater: Int

    /// How many of the unanswered requests were the first ones of their sessions.
    private let unansweredFirst: Int

    /// The number of unrelated cases in which faults do not appear again before the link is called bad.
    private static let casesOfBadLink = 3

    init(_ events: [JournalEvent], _ verdicts: [Verdict]) {
        let cutShort = Set(events.compactMap(\.instanceCutShort))
        let delays = events.filter { $0.kind == .delay }.compactMap { $0["longest-ns"]?.int64Value }
        delayed = delays.count
        longestDelay = delays.max() ?? 0
        for event in events {
            guard let fault = TransportFault(event), !fault.isProvoked else { continue }
            if let instance = event.instance, cutShort.contains(instance) { continue }
            faults[fault.kind, default: 0] += 1
        }
        unansweredFirst = Self.unansweredFirst(events)
        let restarted = Set(events.filter(\.showsRestart).compactMap(\.instance))
        // A value that changed by itself has nothing to do with the link.
        let faulty = Set(events.filter { TransportFault($0) != nil }.compactMap(\.instance))
        let strayed = Set(events.filter(\.hasStrayed).compactMap(\.instance)).subtracting(faulty)
        let lasting = Self.withLastingFaults(events)
        var turnedAway = TurnedAway()
        for event in events { turnedAway.add(event) }
        servedLater = verdicts.count { $0.repetition == .cleared && turnedAway.contains($0.instance) }
        let unconfirmed = verdicts.filter {
            !restarted.contains($0.instance) && !turnedAway.contains($0.instance) && !strayed.contains($0.instance)
                && ($0.repetition == .cleared || $0.repetition == .unsettled && !lasting.contains($0.instance))
        }
        cleared = unconfirmed.map(\.instance)
        cases = Set(unconfirmed.map(\.caseID))
        self.lasting = lasting.count
    }

    private static func unansweredFirst(_ events: [JournalEvent]) -> Int {
        // The connections in whose session a request was answered.
        var served: Set<String> = []
        var count = 0
        for event in events where event.kind == .wire {
            guard let connection = event["connection"]?.stringValue, event["session"]?.int64Value ?? 0 > 0 else {
                continue
            }
            switch event["kind"] {
            case "secured": served.remove(connection)
            case "response": served.insert(connection)
            default: break
            }
            if let fault = TransportFault(event), fault.kind == .unanswered, !fault.isProvoked,
                !served.contains(connection)
            {
                count += 1
            }
        }
        return count
    }

    /// Whether nearly all unanswered requests were the first ones of their sessions. A link does not choose them.
    private var losesFirstRequests: Bool {
        let unanswered = faults[.unanswered] ?? 0
        return unanswered >= Self.leastOfPattern && unansweredFirst * 10 >= unanswered * 9
    }

    /// How many faults show a pattern.
    private static let leastOfPattern = 5

    /// The instances whose connections failed in the same ways in both attempts. They could not be judged for another reason: the
    /// link would not fail so again.
    private static func withLastingFaults(_ events: [JournalEvent]) -> Set<String> {
        var attempts: [String: [Set<TransportFault.Kind>]] = [:]
        for event in events {
            guard let instance = event.instance else { continue }
            if event.kind == .repeat {
                // What happened beside other instances is not an attempt of this one.
                if event.isBeginAlone { attempts[instance] = nil } else { attempts[instance, default: [[]]].append([]) }
            } else if let kind = event.isClosedInstead && event["tampered"] == false
                ? .reset : TransportFault(event)?.kind
            {
                // Whether an accessory closes or resets a connection that it does not want may depend on the moment.
                var own = attempts[instance] ?? [[]]
                own[own.endIndex - 1].insert(kind)
                attempts[instance] = own
            }
        }
        return Set(attempts.filter { $1.count > 1 && !$1[0].isEmpty && $1[0].isSubset(of: $1[1]) }.keys)
    }

    /// Whether failures that do not appear again are spread over unrelated cases, and not rare beside those that do: an accessory
    /// fails in the same way again.
    package var isBad: Bool {
        !faults.isEmpty && !losesFirstRequests && cases.count >= Self.casesOfBadLink
            && cleared.count * Self.lastingPerCleared >= lasting
    }

    /// How many failures may appear again for each that does not, before these count as rare.
    private static let lastingPerCleared = 3

    /// `3 resets, 1 undecodable message`; `nil` without faults.
    package var text: String? {
        let parts = TransportFault.Kind.allCases.compactMap { kind in
            faults[kind].map { Spoken.count($0, kind.noun) }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The notes for the reader.
    package var notes: [String] { [failures, busyAccessory].compactMap { $0 } }

    private var busyAccessory: String? {
        guard servedLater > 0 else { return nil }
        let instances = Spoken.count(servedLater, "instance")
        return
            "the accessory was busy or failed internally in \(instances) and did not when they were repeated; a repeated instance counts as its second attempt"
    }

    /// What failed and did not fail again; `nil` if all failures are the accessory's.
    private var failures: String? {
        guard !cleared.isEmpty else { return nil }
        let spread = "\(Spoken.count(cleared.count, "instance")) of \(Spoken.count(cases.count, "case"))"
        let unjudged = "in \(spread) the failure did not appear again"
        let busy = "the tester's machine was busy (timers fired up to \(Figures.duration(longestDelay)) late)"
        if delayed == 0, text == nil { return unjudged + ", so it is not judged" }
        if delayed > 0, text == nil {
            return "\(busy); \(unjudged), so it is not judged; run the suites again on a machine with less load"
        }
        if losesFirstRequests {
            return
                "the accessory left the first request of a session unanswered \(Spoken.count(unansweredFirst, "time")), of \(Spoken.count(faults[.unanswered] ?? 0, "unanswered request")): a link does not choose first requests, so look at what the accessory does between the last message of pair-verify and the next request; \(unjudged), so it is not judged"
        }
        let causes = "connections failed (\(text ?? "faults"))" + (delayed > 0 ? ", and \(busy)" : "")
        guard isBad else { return "\(causes); \(unjudged), so it is not judged" }
        return
            "the link to the accessory is bad, or the accessory fails now and then: \(causes), and \(unjudged); run the suites again over a better network: failures that remain are the accessory's"
    }

    /// The member `link` of the summary.
    package var json: JSON {
        var counts = JSONObject()
        for kind in TransportFault.Kind.allCases { counts[kind.rawValue] = faults[kind].map { JSON($0) } }
        return [
            "faults": .object(counts), "not-repeated": .array(cleared.map { .string($0) }), "bad": .bool(isBad),
            "delayed": JSON(delayed), "longest-delay-ms": JSON(Figures.milliseconds(longestDelay)),
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
