import HAPModel
package import RunRecord
package import SuiteLanguage

/// Turns observations into findings and verdicts: a pure function of suite lock, plan and journal.
package struct Judge: Sendable {
    let library: SuiteLibrary
    /// Both use the transport of the instance that is being judged.
    private(set) var evaluator: Evaluator
    private(set) var text: ExpectationText
    /// The proofs that are ignored.
    let without: Set<Proof>

    /// - Parameter without: proofs to ignore, to find out whether the suites need them.
    package init(library: SuiteLibrary, without: Set<Proof> = []) {
        self.library = library
        self.without = without
        let transport = library.vocabulary.transportNames.first ?? ""
        evaluator = Evaluator(vocabulary: library.vocabulary, transport: transport)
        text = ExpectationText(vocabulary: library.vocabulary, transport: transport)
    }

    /// Judges one instance.
    ///
    /// - Parameters:
    /// - instance: the planned instance.
    ///   - events: the instance's own events.
    /// - run: facts from the rest of the run.
    package func verdict(of instance: Instance, events: [JournalEvent], run: RunFacts) -> Verdict {
        over(instance.transport).settled(instance, events: events, run: run)
    }

    /// The same judge with the words of this transport.
    func over(_ transport: String) -> Judge {
        guard transport != evaluator.transport else { return self }
        var judge = self
        judge.evaluator = Evaluator(vocabulary: library.vocabulary, transport: transport)
        judge.text = ExpectationText(vocabulary: library.vocabulary, transport: transport)
        return judge
    }

    private func settled(_ instance: Instance, events: [JournalEvent], run: RunFacts) -> Verdict {
        guard let second = events.firstIndex(where: { $0.kind == .repeat }) else {
            return judged(instance, events: events, run: run)
        }
        if events[second].isBeginAlone {
            return settled(instance, events: Array(events[second...].dropFirst()), run: run)
        }
        return verdict(
            of: instance,
            first: Array(events[..<second]),
            second: Array(events[second...].dropFirst()),
            run: run
        )
    }

    /// The verdict of one attempt.
    func judged(_ instance: Instance, events: [JournalEvent], run: RunFacts) -> Verdict {
        guard let item = library.case(instance.caseID) else {
            return Verdict(
                instance: instance.name,
                caseID: instance.caseID,
                outcome: .errored,
                reason: "the suite lock does not have this case"
            )
        }
        var evidence = Evidence(
            instance: instance,
            events: events,
            broken: brokenReliances(run),
            run: run
        )
        let duration = evidence.duration
        let troubles = events.filter { $0.kind == .trouble }
        if let trouble = troubles.first(where: { $0["impossible"] == nil }) {
            return Verdict(
                instance: instance.name,
                caseID: item.id,
                outcome: Self.outcome(of: trouble),
                reason: trouble["message"]?.stringValue,
                evidence: [trouble.sequence],
                duration: duration
            )
        }
        var tally = Tally()
        switch item.body {
        case .procedure(let steps):
            for step in steps { judge(step, in: item, path: step.path, evidence: &evidence, tally: &tally) }
            judgeProbe(item, evidence: evidence, run: run, tally: &tally)
        case .document(let document):
            judge(document, for: instance, run: run, tally: &tally)
        case .monitor(let monitor):
            judge(monitor, for: instance, run: run, tally: &tally)
            // Any server can follow some rules. They prove something only if it is known to be an accessory.
            if run.controls.isEmpty {
                tally.inconclusive("no response in this run shows that the peer is a HomeKit accessory")
            }
        }
        var verdict = tally.verdict(instance: instance.name, caseID: item.id, duration: duration)
        if [.passed, .inconclusive].contains(verdict.outcome), let impossible = troubles.first {
            verdict.outcome = .skipped
            verdict.reason = impossible["message"]?.stringValue
        }
        if verdict.outcome == .failed, let reason = run.unrestored(before: instance) {
            verdict.outcome = .inconclusive
            verdict.findings = []
            verdict.reason = reason
        }
        if instance.isByUser, [.failed, .warned, .inconclusive].contains(verdict.outcome),
            events.contains(where: \.lacksPrivileges)
        {
            verdict.outcome = .skipped
            verdict.findings = []
            verdict.reason = Self.forAdministrators
        }
        return verdict
    }

    /// An accessory may keep any characteristic for administrators, and declares that nowhere. Cases about regular controllers judge
    /// what such a controller may do.
    private static let forAdministrators =
        "it repeats its case as a controller without admin rights; the accessory lets only administrators do this"

    /// What a trouble of the tester makes of an instance: never a finding on the accessory, and never a pass.
    private static func outcome(of trouble: JournalEvent) -> Verdict.Outcome {
        switch trouble["outcome"]?.stringValue {
        case Verdict.Outcome.inconclusive.rawValue: .inconclusive
        case Verdict.Outcome.skipped.rawValue: .skipped
        default: .errored
        }
    }

    // MARK: Procedures

    func judge(_ step: Step, in item: Case, path: String, evidence: inout Evidence, tally: inout Tally) {
        if tally.isSpoiled {
            if !step.allExpectations.isEmpty { tally.passOver() }
            return
        }
        var observation = evidence.observation(at: path)
        // A connection over another transport has its own outcomes.
        let transport = observation?["transport"]?.stringValue ?? evidence.instance.transport
        guard transport == evaluator.transport else {
            return over(transport).judge(step, in: item, path: path, evidence: &evidence, tally: &tally)
        }
        switch step.action {
        case .anyOf(let alternatives):
            judge(alternatives, in: item, evidence: &evidence, tally: &tally)
        case .repeat(_, _, _, let body):
            let rounds = evidence.iterations(of: body.path)
            let known = tally.findings.count
            for round in rounds {
                judge(body, in: item, path: "\(body.path)#\(round)", evidence: &evidence, tally: &tally)
            }
            tally.keepFirst(Self.findingsPerCheck, after: known)
            if rounds.isEmpty, !body.expectations.isEmpty { tally.spoil("step \(body.path) was not reached") }
            observation = observation.map { evidence.loop($0, of: body.path, rounds: rounds.count) }
        case .together, .log:
            for inner in step.inner { judge(inner, in: item, path: inner.path, evidence: &evidence, tally: &tally) }
        case .call(let verb, _):
            evidence.note(verb: verb, at: path)
            if let observation { checkPreparation(step, verb, observation, at: path, tally: &tally) }
        case .after, .expect: break
        }
        if let observation, let name = step.name { evidence.name(observation, name) }
        for expectation in step.expectations where !tally.isSpoiled {
            let seen = expectation.of.map { evidence.named($0) } ?? observation
            let judge = over(seen?["transport"]?.stringValue ?? evidence.instance.transport)
            judge.judge(expectation, of: seen, step: path, evidence: evidence, tally: &tally)
        }
        if let observation, !tally.isSpoiled { judgeProfileBudgets(of: observation, step, at: path, tally: &tally) }
    }

    /// A step without expectations prepares later steps. If it failed, they prove nothing.
    private func checkPreparation(
        _ step: Step,
        _ verb: String,
        _ observation: JournalEvent,
        at path: String,
        tally: inout Tally
    ) {
        guard step.expectations.isEmpty else { return }
        if let reason = observation["not-done"]?.stringValue {
            tally.spoil("step \(path) could not be done: \(reason)")
            return
        }
        // Rounds of a loop may fail: `until` waits for the end of the failures.
        guard library.vocabulary.verb(verb)?.mustSucceed == true, step.name == nil, path == step.path,
            observation["tampered"]?.boolValue != true, !evaluator.isDone(observation.body)
        else { return }
        let summary = doubt(about: observation.body) ?? observation["summary"]?.stringValue ?? "no success"
        tally.spoil("step \(path), `\(verb)`, did not succeed, but later steps need it: \(summary)")
    }

    private func judge(
        _ expectation: Expectation,
        of observation: JournalEvent?,
        step: String,
        evidence: Evidence,
        tally: inout Tally
    ) {
        let instance = evidence.instance
        let proves = proven(by: expectation, for: instance)
        guard !proves.isEmpty, hold(expectation.conditions, evidence) else { return }
        guard let observation else {
            tally.spoil("step \(step) was not reached")
            return
        }
        if let reason = observation["not-done"]?.stringValue {
            tally.spoil("step \(step) could not be done: \(reason)")
            return
        }
        let scope = evidence.scope(of: expectation, before: observation.sequence)
        if let name = (expectation.terms + expectation.tolerates).flatMap({ $0.argument.missing(in: scope) }).first {
            tally.inconclusive("`\(name)` had no value in step \(step)")
            return
        }
        tally.judged(observation)
        let body = observation.body
        let budgets = expectation.terms.filter { $0.predicate == "budget" }
        let obstacles = budgets.compactMap { Evaluator.budgetObstacle($0.argument.resolved(scope).json, of: body) }
        if let reason = obstacles.first {
            tally.inconclusive("step \(step) cannot be judged: \(reason)")
            return
        }
        guard let first = expectation.terms.first(where: { !evaluator.holds($0, of: body, scope: scope) }) else {
            if let reason = mayHaveMissed(expectation, body) {
                tally.inconclusive("step \(step) cannot be judged: \(reason)")
            } else {
                tally.held(proves.map(\.requirement))
            }
            return
        }
        if let unknown = evaluator.unknown(first, of: body) {
            tally.inconclusive(
                "`\(first.predicate)` cannot be judged in step \(step): \(unknown) is unknown in this run"
            )
            return
        }
        if let reason = unreadable(expectation, body, scope: scope) {
            tally.inconclusive("step \(step) cannot be judged: \(reason)")
            return
        }
        let isTolerated = tolerates(expectation, body, scope: scope)
        if !isTolerated {
            let isNow = evaluator.isNotAllowedNow(expectation, body, scope: scope)
            if let refused = isNow ? step : evidence.stepNotAllowed(before: observation.sequence) {
                tally.spoil("the accessory does not allow the write of step \(refused) in its current state (-70412)")
                return
            }
        }
        let bearing = evaluator.bearing(of: first, on: body, scope: scope)
        let isUnanswered = bearing != .answer && Self.isSilence(body)
        let isBeyond = Self.hasStopped(body) && evaluator.isOfLaterStage(first, body, scope)
        if isUnanswered && tally.explainsSilence(of: observation) || isBeyond && tally.isCutShort(observation) {
            return
        }
        let doubt = unreliable(expectation, observation, scope: scope, evidence: evidence)
        if let doubt, proves.contains(where: { !doubt.requirements.contains($0.requirement) }) {
            tally.inconclusive("step \(step) cannot be judged: \(doubt.reason)")
        }
        for proven in proves where doubt?.requirements.contains(proven.requirement) ?? true {
            tally.add(
                Finding(
                    requirement: proven.requirement,
                    severity: isTolerated ? .warned : proven.severity,
                    step: step,
                    expected: text.expected(expectation.terms, scope: scope)
                        + looserBudgets(than: first, body),
                    got: text.got(first, body, scope: scope) + (doubt?.explanation.map { "; \($0)" } ?? ""),
                    manner: evaluator.manner(of: first, on: body, scope: scope),
                    evidence: evidence.cited(by: expectation, observation),
                    bearing: bearing,
                    asks: expectation.asks
                ),
                isCounted: isCounted(proven.requirement)
            )
        }
        let isFailure = proves.contains { $0.severity == .failed && isCounted($0.requirement) }
        if isFailure, !isTolerated, doubt == nil {
            if isUnanswered { tally.addUnanswered(observation) }
            if Self.hasStopped(body) { tally.addCutShort(observation) }
        }
        let isRefused = first.asksForSuccess && !isTolerated && observation["tampered"]?.boolValue != true
        if isRefused, doubt == nil, isFailure { tally.end(at: step) }
    }

    /// Whether nothing came in the place of an answer: bytes that cannot be decoded are something else.
    private static func isSilence(_ observation: JSON) -> Bool {
        observation["answered"] == false && ["closed", "reset", "timed-out"].contains(observation["failure"])
    }

    /// Whether a procedure ended with an Error before the message that it is about, so that no later one was sent.
    private static func hasStopped(_ observation: JSON) -> Bool {
        observation["error"]?.stringValue != nil && observation["reached"] != nil
            && observation["reached"] != observation["aims-at"]
    }

    /// Whether the other observations have shown what the expectation presumes.
    private func hold(_ conditions: [Expectation.Condition], _ evidence: Evidence) -> Bool {
        conditions.allSatisfy { condition in
            guard let seen = evidence.named(condition.of) else { return false }
            let scope = evidence.scope(of: condition, before: seen.sequence)
            return condition.terms.allSatisfy { evaluator.holds($0, of: seen.body, scope: scope) }
        }
    }

    /// A requirement that an expectation proves, and the severity of a violation.
    struct Proven {
        var requirement: String
        var severity: Finding.Severity
    }

    /// What the expectation proves for this accessory. If a row names requirements, they replace those of its case.
    func proven(by expectation: Expectation, for instance: Instance) -> [Proven] {
        let ids = instance.rowProves.isEmpty ? expectation.proves : instance.rowProves
        guard !without.isEmpty else { return proven(ids, for: instance) }
        let left = ids.filter { !without.contains(Proof(requirement: $0, mark: expectation.mark)) }
        return proven(left, for: instance)
    }

    /// Those of the requirements that apply to this accessory.
    func proven(_ ids: [String], for instance: Instance) -> [Proven] {
        ids.filter { !instance.leavesOut.contains($0) }.map { id in
            Proven(requirement: id, severity: instance.softens.contains(id) ? .warned : severity(of: id))
        }
    }

    /// An optional requirement is never a finding.
    func isCounted(_ id: String) -> Bool { library.requirements[id]?.level != .may }

    /// A violated must fails, a violated should warns.
    private func severity(of id: String) -> Finding.Severity {
        switch library.requirements[id]?.level {
        case .should, .shouldNot: return .warned
        default: return .failed
        }
    }

    /// A crash does not count as a rejection: if the accessory no longer responds, or restarted, the case fails. What happened before
    /// the case sent anything is not the case's fault.
    private func judgeProbe(_ item: Case, evidence: Evidence, run: RunFacts, tally: inout Tally) {
        for control in evidence.neededControls where !run.controls.contains(control) {
            tally.inconclusive("no valid \(control) succeeded in this run, so a rejection proves nothing")
        }
        guard let probe = evidence.probe else { return }
        let answered = probe["answered"]?.boolValue == true
        let away = probe["away-ms"]?.int64Value
        if answered { tally.cite(probe) }
        guard !answered || away != nil else { return }
        if let move = probe["moved"]?.stringValue {
            return tally.inconclusive("the accessory does not respond any more: \(move)")
        }
        guard evidence.hasRequests || !answered && evidence.lastObservation != nil else {
            if !answered { tally.inconclusive("the accessory had stopped responding before the case sent anything") }
            return
        }
        let ids = evidence.instance.rowProves.isEmpty ? item.proves + item.allProves : evidence.instance.rowProves
        let proven = proven(ids, for: evidence.instance)
        let mandatory = proven.first { $0.severity == .failed && isCounted($0.requirement) }
        guard let violated = mandatory ?? proven.first else { return }
        tally.add(
            Finding(
                requirement: violated.requirement,
                // Whatever the requirement is about, an accessory that does not respond any more is broken.
                severity: .failed,
                step: Finding.afterwards,
                expected: "the accessory keeps responding",
                got: away.map {
                    "its connections ended, it accepted no other one for \($0) ms, and then it responded again"
                }
                    ?? probe["summary"]?.stringValue ?? "no response",
                manner: answered ? "restarted" : "no longer responds",
                // Without a connection for the probe, the last observation is the only evidence.
                evidence: (evidence.lastObservation.map(Evidence.cited) ?? []) + Evidence.cited(probe)
            ),
            isCounted: true
        )
    }
}

extension JournalEvent {
    /// Whether a step was refused because the controller is not an administrator.
    fileprivate var lacksPrivileges: Bool {
        guard kind == .observation else { return false }
        let name: JSON = .string(HAPStatus.insufficientPrivileges.name)
        return self["status"] == name || self["statuses"]?.arrayValue?.contains(name) == true
    }
}
