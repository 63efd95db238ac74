import HAPModel
import RunRecord
import SuiteLanguage

extension Judge {
    /// Judges a rule over all observations of the run.
    func judge(_ monitor: Monitor, for instance: Instance, run: RunFacts, tally: inout Tally) {
        let expectation = monitor.expectation
        let proves = proven(by: expectation, for: instance)
        var reported: [Bool: Int] = [:]
        for event in run.watched(monitor.watches) where !proves.isEmpty {
            guard monitor.filter.allSatisfy({ evaluator.holds($0, of: event.body, scope: [:]) }) else { continue }
            tally.judged(event)
            guard let term = firstBroken(expectation, event.body) else { continue }
            let isTolerated = tolerates(expectation, event.body)
            reported[isTolerated, default: 0] += 1
            guard reported[isTolerated, default: 0] <= Self.findingsPerCheck else { continue }
            let place = event.instance ?? "preparation"
            let got = text.got(term, event.body, scope: [:])
            let expected = text.expected(expectation.terms, scope: [:])
            add(expectation, proves, expected, got, place, event, isTolerated: isTolerated, &tally)
        }
        if !tally.hasJudged { tally.nothingToJudge("the run observed no event of the kind that this case watches") }
    }
}
