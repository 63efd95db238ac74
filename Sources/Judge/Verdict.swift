package import HAPModel
import SuiteLanguage

/// What an instance came to, with what it rests on.
package struct Verdict: Sendable, Hashable {
    package enum Outcome: String, Sendable, CaseIterable {
        /// Every expectation held, and the accessory answered.
        case passed
        /// A must is broken.
        case failed
        /// Only what should be, or what is tolerated, is broken.
        case warned
        /// It was not run; the reason says why.
        case skipped
        /// What it needs could not be reached, so nothing can be said.
        case inconclusive
        /// The tester or the bench failed, never the accessory.
        case errored
    }

    /// The instance's name, or the case's for one that has none.
    package var instance: String
    package var caseID: String
    package var outcome: Outcome
    /// Why it was skipped, or could not be judged.
    package var reason: String?
    package var findings: [Finding]
    /// The journal's events that the verdict rests on.
    package var evidence: [UInt64]
    /// Nanoseconds from the instance's beginning to its end.
    package var duration: Int64

    package init(
        instance: String,
        caseID: String,
        outcome: Outcome,
        reason: String? = nil,
        findings: [Finding] = [],
        evidence: [UInt64] = [],
        duration: Int64 = 0
    ) {
        self.instance = instance
        self.caseID = caseID
        self.outcome = outcome
        self.reason = reason
        self.findings = findings
        self.evidence = evidence
        self.duration = duration
    }

    /// The verdict as it stands in the journal.
    package var json: JSON {
        var object = JSONObject(["outcome": .string(outcome.rawValue), "case": .string(caseID)])
        if let reason { object.members.append(.init(key: "reason", value: .string(reason))) }
        object.members.append(.init(key: "findings", value: .array(findings.map(\.json))))
        object.members.append(.init(key: "evidence", value: .array(evidence.map { .number(JSONNumber($0)) })))
        object.members.append(.init(key: "duration", value: .number(JSONNumber(duration))))
        return .object(object)
    }
}

/// A broken requirement: what was expected, what came, the bytes and where in them.
package struct Finding: Sendable, Hashable {
    package enum Severity: String, Sendable {
        case failed, warned
    }

    package var requirement: String
    package var severity: Severity
    /// The step's path, or what was checked.
    package var step: String
    package var expected: String
    package var got: String
    /// Places in the record: numbers of wire events.
    package var evidence: [UInt64]
    /// How near it comes to what the accessory did wrong.
    package var bearing: Bearing
    /// How many things the expectation asks for: who asks for one only, knows which one is missing.
    package var asks: Int

    package init(
        requirement: String,
        severity: Severity,
        step: String,
        expected: String,
        got: String,
        evidence: [UInt64],
        bearing: Bearing = .answer,
        asks: Int = 1
    ) {
        self.requirement = requirement
        self.severity = severity
        self.step = step
        self.expected = expected
        self.got = got
        self.evidence = evidence
        self.bearing = bearing
        self.asks = asks
    }

    /// The finding as it stands in the journal.
    package var json: JSON {
        .object(
            JSONObject([
                "requirement": .string(requirement), "severity": .string(severity.rawValue), "step": .string(step),
                "expected": .string(expected), "got": .string(got),
                "evidence": .array(evidence.map { .number(JSONNumber($0)) }),
                "bearing": .string(bearing.rawValue), "asks": JSON(asks),
            ])
        )
    }
}
