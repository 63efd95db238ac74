package import HAPModel
import SuiteLanguage

/// The result of an instance, with its evidence.
package struct Verdict: Sendable, Hashable {
    package enum Outcome: String, Sendable, CaseIterable {
        /// Every expectation was met, and the accessory still responded.
        case passed
        /// A mandatory requirement is violated.
        case failed
        /// Only recommended requirements are violated, or the accessory did something tolerated.
        case warned
        /// The instance did not run; the reason says why.
        case skipped
        /// The case could not reach the state that it needs, so it could not be judged.
        case inconclusive
        /// The tester or the bench failed, not the accessory.
        case errored
    }

    /// Whether all of its failures are values that should have stayed as they were: they may have changed at the device.
    package var showsOnlyChanges: Bool {
        let failures = findings.filter { $0.severity == .failed }
        return !failures.isEmpty
            && failures.allSatisfy { $0.manner == "unchanged" || $0.manner.hasPrefix("unchanged,") }
    }

    /// What the second attempt of an instance showed. The first one failed or could not be judged, and a connection failed, the
    /// accessory restarted or was busy, or the tester was delayed in it.
    package enum Repetition: String, Sendable, CaseIterable {
        /// It failed in the same way, or without any fault of a connection.
        case confirmed
        /// It did not fail.
        case cleared
        /// It could not be judged, or failed in another way.
        case unsettled
    }

    /// The instance's name, or the case's name if the case has no instance.
    package var instance: String
    package var caseID: String
    package var outcome: Outcome
    /// Why it was skipped, or could not be judged.
    package var reason: String?
    package var findings: [Finding]
    /// The requirements whose expectations were judged and held, and that no finding is about.
    package var met: [String]
    /// The numbers of the journal's events that the verdict cites.
    package var evidence: [UInt64]
    /// Nanoseconds from the start to the end of the instance.
    package var duration: Int64
    /// What the second attempt showed; `nil` if the first one counts.
    package var repetition: Repetition?

    package init(
        instance: String,
        caseID: String,
        outcome: Outcome,
        reason: String? = nil,
        findings: [Finding] = [],
        met: [String] = [],
        evidence: [UInt64] = [],
        duration: Int64 = 0,
        repetition: Repetition? = nil
    ) {
        self.instance = instance
        self.caseID = caseID
        self.repetition = repetition
        self.outcome = outcome
        self.reason = reason
        self.findings = findings
        self.met = met
        self.evidence = evidence
        self.duration = duration
    }

    /// The verdict as in the journal.
    package var json: JSON {
        var object = JSONObject(["outcome": .string(outcome.rawValue), "case": .string(caseID)])
        if let reason { object.members.append(.init(key: "reason", value: .string(reason))) }
        object.members.append(.init(key: "findings", value: .array(findings.map(\.json))))
        if !met.isEmpty { object.members.append(.init(key: "met", value: .array(met.map { .string($0) }))) }
        object.members.append(.init(key: "evidence", value: .array(evidence.map { .number(JSONNumber($0)) })))
        object.members.append(.init(key: "duration", value: .number(JSONNumber(duration))))
        if let repetition { object.members.append(.init(key: "repeated", value: .string(repetition.rawValue))) }
        return .object(object)
    }
}

/// A violated requirement: the expected result, the received result, and the position of the bytes.
package struct Finding: Sendable, Hashable {
    package enum Severity: String, Sendable {
        case failed, warned
    }

    /// The step of a finding that the accessory no longer responds after the case.
    package static let afterwards = "afterwards"

    package var requirement: String
    package var severity: Severity
    /// The path of the step, or the name of the check.
    package var step: String
    package var expected: String
    package var got: String
    /// The manner of the violation, without values that differ between runs: the same fault has the same words in every
    /// run.
    package var manner: String
    /// The numbers of the wire events in the journal that show it.
    package var evidence: [UInt64]
    /// How directly it shows the accessory's fault.
    package var bearing: Bearing
    /// The number of conditions in the expectation: with one condition, it is clear which one failed.
    package var asks: Int

    package init(
        requirement: String,
        severity: Severity,
        step: String,
        expected: String,
        got: String,
        manner: String = "",
        evidence: [UInt64],
        bearing: Bearing = .answer,
        asks: Int = 1
    ) {
        self.requirement = requirement
        self.severity = severity
        self.step = step
        self.expected = expected
        self.got = got
        self.manner = manner
        self.evidence = evidence
        self.bearing = bearing
        self.asks = asks
    }

    /// The finding as in the journal.
    package var json: JSON {
        .object(
            JSONObject([
                "requirement": .string(requirement), "severity": .string(severity.rawValue), "step": .string(step),
                "expected": .string(expected), "got": .string(got), "manner": .string(manner),
                "evidence": .array(evidence.map { .number(JSONNumber($0)) }),
                "bearing": .string(bearing.rawValue), "asks": JSON(asks),
            ])
        )
    }
}
