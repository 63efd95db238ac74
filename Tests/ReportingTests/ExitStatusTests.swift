import Judge
import RunRecord
import SuiteLanguage
import Testing

@testable import Reporting

@Suite struct ExitStatusTests {
    @Test(
        "a single outcome decides",
        arguments: [
            ([], .completed, 2), ([.passed], .completed, 0), ([.passed, .warned, .skipped], .completed, 0),
            ([.passed, .failed], .completed, 1), ([.passed, .inconclusive], .completed, 5),
            ([.passed, .errored], .completed, 4), ([.skipped], .completed, 5),
            ([.failed, .inconclusive], .completed, 1),
            ([.failed, .inconclusive, .errored], .completed, 4), ([], .nothingSelected, 2), ([], .usage, 2),
            ([], .unreachable, 3), ([.failed], .wrongSetupCode, 3), ([.failed], .unreachable, 3),
            ([.errored], .unreachable, 4), ([.passed], .fault, 4), ([.passed], .interrupted, 5),
            ([.failed], .interrupted, 1), ([.passed], .leftBehind, 5), ([.failed], .leftBehind, 1),
        ] as [([Verdict.Outcome], RunEnd.Reason, Int32)]
    )
    func statuses(outcomes: [Verdict.Outcome], reason: RunEnd.Reason, status: Int32) {
        #expect(ExitStatus(outcomes.map { (.conformance, $0) }, end: RunEnd(reason)).rawValue == status)
    }

    @Test(
        "compatibility never counts as failed",
        arguments: [Verdict.Outcome.failed, .inconclusive, .warned, .skipped]
    )
    func compatibility(outcome: Verdict.Outcome) {
        #expect(ExitStatus([(.conformance, .passed), (.compatibility, outcome)], end: .completed) == .conformant)
    }

    @Test("an error of the tester always counts")
    func fault() {
        #expect(ExitStatus([(.conformance, .passed), (.compatibility, .errored)], end: .completed) == .fault)
    }

    @Test("an end is read back unchanged", arguments: RunEnd.Reason.allCases)
    func end(reason: RunEnd.Reason) {
        #expect(RunEnd(RunEnd(reason, "why").json) == RunEnd(reason, "why"))
    }
}
