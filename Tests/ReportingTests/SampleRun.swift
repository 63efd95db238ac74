import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage

@testable import Reporting

/// A journal with one instance of each outcome.
struct SampleRun {
    private(set) var events: [JournalEvent] = []

    static let header: JSON = [
        "schema": 1, "tool": "assay 0.1", "started": "2025-01-31T11:59:59.500Z",
        "accessory": ["name": "Lamp", "address": "127.0.0.1:51826"], "seed": 7, "selection": "pair-setup.*",
        "rerun": "assay run --address 127.0.0.1:51826",
    ]

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

    static let request: JSON = [
        "kind": "http", "connection": "a", "direction": "out", "start": "POST /pair-setup HTTP/1.1",
        "headers": [
            ["name": "Content-Type", "value": "application/pairing+tlv8"], ["name": "Content-Length", "value": 6],
        ],
        "tlv": [
            ["type": 6, "name": "State", "length": 1, "hex": "03"], ["type": 4, "name": "Proof", "length": 64],
        ],
        "summary": "M3", "hex": "504f5354202f706169722d736574757020485454502f312e310d0a0d0a060103",
    ]

    static let answer: JSON = [
        "kind": "http", "connection": "a", "direction": "in", "start": "HTTP/1.1 200 OK",
        "tlv": [["type": 6, "name": "State", "length": 1, "hex": "04"]], "summary": "M4, State 4",
        "hex": "485454502f312e3120323030204f4b0d0a0d0a060104",
    ]

    /// One instance of each outcome, a note, and a compatibility case that fails.
    static func everyOutcome() -> SampleRun {
        var run = SampleRun()
        run.add(.header, header)
        run.add(.capability, nil, ["note": "the accessory is already paired with another controller"])
        let first = "pair-setup.m3-first[over=ip]"
        run.add(.begin, first, [:])
        let cited = [run.add(.wire, first, request), run.add(.wire, first, answer)]
        let facts: JSON = [
            "srp.form.A": "stripped", "srp.form.u.A": "padded", "srp.form.M2": "padded", "srp.form.B": "either",
            "srp.form.S": "stripped", "srp.form.K": "either",
        ]
        run.add(.observation, first, ["facts": facts])
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

extension SampleRun {
    /// Adds an event that belongs to the run.
    @discardableResult
    mutating func add(_ kind: JournalEvent.Kind, _ body: JSON) -> UInt64 { add(kind, nil, body) }
}
