import HAPModel
import RunRecord
import SuiteLanguage

extension Judge {
    /// Judges a rule over all observations of the run.
    ///
    /// A connection that failed once, or on a link with faults, does not show whose fault that is.
    func judge(_ monitor: Monitor, for instance: Instance, run: RunFacts, tally: inout Tally) {
        let expectation = monitor.expectation
        let proves = proven(by: expectation, for: instance)
        var broken: [(event: JournalEvent, term: Expectation.Term)] = []
        for event in run.watched(monitor.watches) where !proves.isEmpty {
            guard monitor.filter.allSatisfy({ evaluator.holds($0, of: event.body, scope: [:]) }) else { continue }
            tally.judged(event)
            guard let term = firstBroken(expectation, event.body) else {
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
        var reported: [Bool: Int] = [:]
        for (event, term) in broken {
            let isTolerated = tolerates(expectation, event.body)
            reported[isTolerated, default: 0] += 1
            guard reported[isTolerated, default: 0] <= Self.findingsPerCheck else { continue }
            let place = event.instance ?? "preparation"
            let got = text.got(term, event.body, scope: [:])
            let expected = text.expected(expectation.terms, scope: [:])
            let manner = evaluator.manner(of: term, on: event.body, scope: [:])
            add(expectation, proves, expected, got, manner, place, event, isTolerated: isTolerated, &tally)
        }
        if !tally.hasJudged { tally.nothingToJudge("the run observed no event of the kind that this case watches") }
    }

    private static var linkDoubt: String {
        "a connection failed, and the failure did not appear again: the link to the accessory may be the cause"
    }

    /// The numbers of the events that break the rule.
    func violations(of monitor: Monitor, run: RunFacts) -> Set<UInt64> {
        var judges: [String: Judge] = [:]
        var numbers: Set<UInt64> = []
        for event in run.watched(monitor.watches) {
            let transport = event.body["transport"]?.stringValue ?? evaluator.transport
            let judge = judges[transport] ?? over(transport)
            judges[transport] = judge
            guard monitor.filter.allSatisfy({ judge.evaluator.holds($0, of: event.body, scope: [:]) }),
                judge.firstBroken(monitor.expectation, event.body) != nil
            else { continue }
            numbers.formUnion(Evidence.cited(event))
        }
        return numbers
    }
}
