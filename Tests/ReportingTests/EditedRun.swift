import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage

@testable import Reporting

/// A journal of verdicts that are chosen freely, over events of the golden run.
struct EditedRun {
    private(set) var events: [JournalEvent] = []

    /// The header and the wire events are those of the golden run, so that nothing is tested that no run writes.
    static let header = golden(.header) { _ in true }

    /// Adds an event one millisecond after the last one.
    @discardableResult
    mutating func add(_ kind: JournalEvent.Kind, _ instance: String? = nil, _ body: JSON) -> UInt64 {
        let sequence = UInt64(events.count)
        let moment = Moment(nanoseconds: Int64(sequence) * 1_000_000)
        events.append(
            JournalEvent(sequence: sequence, at: moment, kind: kind, instance: instance, step: nil, body: body)
        )
        return sequence
    }

    mutating func add(_ verdict: Verdict) { add(.verdict, verdict.instance, verdict.json) }

    /// An M3 of pair-setup and the M4 that answers it.
    static let request = golden(.wire) { $0["kind"] == "request" && $0["state"] == 3 }
    static let answer = golden(.wire) { $0["kind"] == "response" && $0["state"] == 4 }

    private static func golden(_ kind: JournalEvent.Kind, where fits: (JSON) -> Bool) -> JSON {
        (try? GoldenRun.events())?.first { $0.kind == kind && fits($0.body) }?.body ?? .null
    }

    /// One instance of each outcome, a note, and a compatibility case that fails.
    static func everyOutcome() -> EditedRun {
        var run = EditedRun()
        run.add(.header, header)
        run.add(.capability, nil, ["note": "the accessory is already paired with another controller"])
        let first = "pair-setup.m3-first[over=ip]"
        run.add(.begin, first, ["name": .string(first), "case": "pair-setup.m3-first", "over": "ip"])
        let cited = [run.add(.wire, first, request), run.add(.wire, first, answer)]
        let facts: JSON = [
            "srp.form.A": "stripped", "srp.form.u.A": "padded", "srp.form.M2": "padded", "srp.form.B": "either",
            "srp.form.S": "stripped", "srp.form.K": "either",
        ]
        run.add(.observation, first, ["kind": "pairing", "summary": "M4: right", "facts": facts])
        run.add(.end, first, [:])
        run.add(verdict(first, .failed, [finding(evidence: cited)], milliseconds: 12))
        let second = "pair-setup.items[over=ip]"
        var warning = finding("HAP-PAIR-SETUP-020", evidence: [])
        warning.severity = .warned
        warning.expected = "items are State, PublicKey and Salt"
        warning.got = "State, PublicKey, Salt, Flags"
        run.add(verdict(second, .warned, [warning], milliseconds: 1500))
        run.add(verdict("pair-setup.quirk[over=ip]", .failed, [finding(evidence: [])], milliseconds: 3))
        run.add(verdict("session.replayed-frame[over=ip]", .passed, milliseconds: 2))
        run.add(
            verdict("session.replayed-frame[row=a; over=ip]", .inconclusive, reason: "step 1 was not reached")
        )
        run.add(verdict("session.replayed-frame[row=b; over=ip]", .errored, reason: "no port was free"))
        run.add(verdict("session.replayed-frame", .skipped, reason: "it has no such characteristic"))
        run.add(.close, nil, RunEnd.completed.json)
        return run
    }

    static func finding(_ id: String = "HAP-PAIR-SETUP-013", evidence: [UInt64]) -> Finding {
        Finding(
            requirement: id,
            severity: .failed,
            step: "1",
            expected: "refused: HTTP 400, or Error with State 4",
            got: "200, State 4, no Error",
            evidence: evidence
        )
    }

    static func verdict(
        _ instance: String,
        _ outcome: Verdict.Outcome,
        _ findings: [Finding] = [],
        reason: String? = nil,
        milliseconds: Int64 = 0
    ) -> Verdict {
        Verdict(
            instance: instance,
            caseID: String(instance.prefix { $0 != "[" }),
            outcome: outcome,
            reason: reason,
            findings: findings,
            evidence: findings.flatMap(\.evidence),
            duration: milliseconds * 1_000_000
        )
    }

    func report() throws -> RunReport { RunReport(events: events, library: try Fixtures.library()) }
}

extension EditedRun {
    /// Adds an event that belongs to the run.
    @discardableResult
    mutating func add(_ kind: JournalEvent.Kind, _ body: JSON) -> UInt64 { add(kind, nil, body) }
}
