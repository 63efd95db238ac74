import HAPModel
import RunRecord
import SuiteLanguage

extension Judge {
    /// Judges a rule over all observations of the run.
    ///
    /// A connection that failed once, or on a link with faults, does not show whose fault that is.
    func judge(_ monitor: Monitor, for instance: Instance, run: RunFacts, tally: inout Tally) {
        var expectation = monitor.expectation
        expectation.terms = expectation.terms.map(\.withoutScope)
        let filter = monitor.filter.map(\.withoutScope)
        let proves = proven(by: expectation, for: instance)
        var broken: [(event: JournalEvent, term: Expectation.Term)] = []
        var count = 0
        for event in run.watched(monitor.watches) where !proves.isEmpty {
            guard filter.allSatisfy({ evaluator.holds($0, of: event.fields, scope: [:]) }) else { continue }
            // Each transport has its own instance.
            guard event["transport"]?.stringValue ?? instance.transport == instance.transport else { continue }
            tally.judged(event)
            count += 1
            guard let term = firstBroken(expectation, event.fields) else {
                tally.held(proves.map(\.requirement))
                continue
            }
            if let reason = unreadable(expectation, event.body) {
                tally.inconclusive("a message cannot be judged: \(reason)")
                continue
            }
            broken.append((event, term))
        }
        let doubtful = broken.filter { run.isPerhapsOfLink($0.event) }
        if !doubtful.isEmpty, run.hasLinkFaults || doubtful.count == 1 {
            broken.removeAll { run.isPerhapsOfLink($0.event) }
            tally.inconclusive(Self.linkDoubt)
        }
        if run.hasDamagedBytes, broken.count == 1, count > Self.manyMessages, broken[0].event.isPlain {
            broken = []
            tally.inconclusive(
                "one of \(count) messages breaks the rule; it was not encrypted, and the link had faults, so it may be damaged"
            )
        }
        if broken.contains(where: { $0.event.isPlain && $0.event.hasDamagedHeader }) {
            broken.removeAll { $0.event.isPlain && $0.event.hasDamagedHeader }
            tally.inconclusive(
                "a message that was not encrypted has a header whose name differs by one bit from a known one, so it may be damaged"
            )
        }
        var reported: [Bool: Int] = [:]
        for (event, term) in broken {
            let body = event.body
            let isTolerated = tolerates(expectation, body)
            reported[isTolerated, default: 0] += 1
            guard reported[isTolerated, default: 0] <= Self.findingsPerCheck else { continue }
            let place = event.instance ?? "preparation"
            let got = text.got(term, body, scope: [:])
            let expected = text.expected(expectation.terms, scope: [:])
            let manner = evaluator.manner(of: term, on: body, scope: [:])
            add(expectation, proves, expected, got, manner, place, event, isTolerated: isTolerated, &tally)
        }
        if !tally.hasJudged { tally.nothingToJudge("the run observed no event of the kind that this case watches") }
    }

    /// Among more messages than these a single broken one is an exception.
    private static let manyMessages = 10

    private static var linkDoubt: String {
        "a connection failed, and the failure did not appear again: the link to the accessory may be the cause"
    }

    /// The numbers of the events that break the rule; those of one exchange are in one set.
    func violations(of monitor: Monitor, run: RunFacts) -> [Set<UInt64>] {
        var judges: [String: Judge] = [:]
        var violations: [Set<UInt64>] = []
        for event in run.watched(monitor.watches) {
            let transport = event["transport"]?.stringValue ?? evaluator.transport
            let judge = judges[transport] ?? over(transport)
            judges[transport] = judge
            guard monitor.filter.allSatisfy({ judge.evaluator.holds($0, of: event.fields, scope: [:]) }),
                judge.firstBroken(monitor.expectation, event.fields) != nil
            else { continue }
            violations.append(Set(Evidence.cited(event)))
        }
        return violations
    }
}

extension Expectation.Term {
    /// The term of a rule over messages, where each name stands for itself: its argument is resolved once, not for each message.
    fileprivate var withoutScope: Self {
        var term = self
        term.argument = .literal(argument.json)
        return term
    }
}

extension JournalEvent {
    /// Whether it was sent without encryption, so that a change on the way does not show.
    fileprivate var isPlain: Bool { self["secured"]?.boolValue == false }

    /// Whether the name of a header differs by one bit from that of one that accessories send: a mistake of the accessory would not.
    fileprivate var hasDamagedHeader: Bool {
        let names = self["http"]?["headers"]?.objectValue?.members.map(\.key) ?? []
        return names.contains { name in
            Self.headers.contains { known in
                known.utf8.count == name.utf8.count
                    && zip(known.utf8, name.utf8).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } == 1
            }
        }
    }

    private static let headers = ["content-type", "content-length", "transfer-encoding", "connection"]
}
