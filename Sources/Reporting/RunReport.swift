package import Gate
package import Judge
package import RunRecord
package import SuiteLanguage

/// Everything that the reports of one run need. Each renderer is a function of it, without sockets or clocks.
package struct RunReport: Sendable {
    /// What was tested.
    package struct Accessory: Sendable, Hashable {
        package var name: String
        package var address: String
        package var transport: String

        package init(name: String, address: String, transport: String) {
            self.name = name
            self.address = address
            self.transport = transport
        }
    }

    /// A line of a file.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var line: Int
    }

    /// A verdict with the facts about its case.
    package struct Entry: Sendable, Hashable {
        package var verdict: Verdict
        package var chapter: String
        package var section: String
        package var title: String
        package var `class`: Case.Class
        /// The steps that test frames themselves, not only the messages in them.
        package var frameSteps: Set<String>
        /// The suite file of the case, and the line in it; `nil` for a case that the suites do not have.
        package var place: Place?
        /// Nanoseconds from the start of the run to the start of the instance; `nil` if the instance did not run.
        package var began: Int64?

        /// The instance's name, or the name of its case if it has none.
        var name: String { verdict.instance.isEmpty ? verdict.caseID : verdict.instance }

        /// Whether it is a rule over all messages of the run.
        package var isMonitor = false

        /// Whether it counts against the accessory's conformance.
        package var countsForConformance: Bool { `class` == .conformance }

        /// Whether the case found a violation but could not be judged to its end.
        package var isCutShort: Bool { verdict.outcome == .inconclusive && !verdict.findings.isEmpty }
    }

    /// Name and version of the tester.
    package var tool: String
    package var accessory: Accessory
    /// Which accessory it was, as far as it told; `nil` if it was not reached.
    package var record: AccessoryRecord?
    /// The digest of the suite lock.
    package var suiteDigest: String?
    /// The start of the run by the wall clock, as the journal's header has it.
    package var started: String
    package var seed: String?
    package var selection: String?
    /// The command that repeats a selection, without the selection itself. It holds no secret.
    package var rerun: String
    /// The command that repeats the whole run; `nil` for a run without a command line. It holds no secret.
    package var command: String?
    /// Whether a warning also makes the run fail.
    package var failsOnWarning = false
    package var entries: [Entry]
    package var requirements: RequirementCatalogue
    /// The wire events that verdicts cite, by number.
    package var cited: [UInt64: JournalEvent]
    /// The findings that count, in groups by their likely causes.
    package var causes: LikelyCauses
    /// What the run showed about each requirement, in the order of the catalogue.
    package var standings: [RequirementStanding]
    /// The comparison with the baseline; `nil` for a run without one.
    package var gate: Gate?
    /// How the accessory hashes SRP numbers that start with a zero byte.
    package var seenForms: SeenForms
    /// What each transport of the accessory showed; `nil` for a run over one transport.
    package var identity: IdentityTable?
    /// The times that the run measured.
    package var times: MeasuredTimes
    /// What a measurement without cases came to; `nil` for a run.
    package var measurement: RecordedMeasurement?
    /// How the link to the accessory worked.
    package var link: LinkHealth
    /// Nanoseconds from the first event to the last.
    package var elapsed: Int64
    /// What a reader must know in addition to the verdicts: `the accessory is already paired`.
    package var notes: [String]
    package var end: RunEnd

    /// The number of instances with each outcome.
    package var totals: OutcomeTotals { OutcomeTotals(entries.map(\.verdict.outcome)) }

    /// The exit status of the process.
    package var exitStatus: ExitStatus {
        if let measurement { return ExitStatus(measurement, end: end) }
        let status = ExitStatus(
            entries.map { ($0.class, $0.verdict.outcome) },
            end: end,
            failsOnWarning: failsOnWarning,
            gate: gate
        )
        // What the baseline allows does not hide that the run itself went wrong.
        let isWhole = status != .fault && status != .unreachable && end.isWhole
        return mismatch != nil && isWhole ? .usage : status
    }

    /// That the baseline is for another product, so that what it allows says nothing about this one; `nil` if it is not.
    package var mismatch: String? { gate?.baseline.mismatch(record?.product) }

    /// The exit status of the process, which also depends on whether all results could be written.
    func exitStatus(isWritten: Bool) -> ExitStatus { isWritten ? exitStatus : .fault }

    /// Why the process has this exit status.
    func meaning(isWritten: Bool) -> String { isWritten ? meaning : "\(meaning); not all results were written" }

    /// Whether the baseline allows failures of the run.
    var hasKnownFailures: Bool { gate?.allowed.isEmpty == false }

    /// Whether nothing but warnings decided the exit status.
    var isOnlyWarned: Bool {
        exitStatus == .broken && !entries.contains { $0.countsForConformance && $0.verdict.outcome == .failed }
    }

    /// Whether the accessory is only slower than the budgets of its profile, which are no requirements.
    var isOnlyOverBudget: Bool {
        let failed = entries.filter { $0.countsForConformance && $0.verdict.outcome == .failed }
        let findings = failed.flatMap(\.verdict.findings).filter { $0.severity == .failed }
        return exitStatus == .broken && !findings.isEmpty && findings.allSatisfy(\.isOfProfile)
    }

    /// The exit status in words.
    package var meaning: String {
        if let measurement, let meaning = exitStatus.measurementMeaning(measurement, end) { return meaning }
        if exitStatus == .usage, mismatch != nil { return "the baseline is for another product" }
        if exitStatus == .conformant, hasKnownFailures { return "only known failures" }
        if isOnlyOverBudget { return "a budget of the profile is violated" }
        if isOnlyWarned { return "something warned, which --fail-on warning counts" }
        switch (exitStatus, end.reason) {
        case (.unreachable, .wrongSetupCode): return "the setup code is wrong"
        case (.unreachable, _): return "the accessory cannot be reached"
        case (.unjudged, let reason):
            return
                "\(hasKnownFailures ? "only known failures" : "no mandatory requirement failed"), but \(whyUnjudged(reason))"
        default: return exitStatus.meaning
        }
    }

    private func whyUnjudged(_ reason: RunEnd.Reason) -> String {
        if reason == .interrupted { return "the run was interrupted" }
        if reason == .leftBehind { return "something could not be restored" }
        let isOpen = entries.contains { $0.countsForConformance && $0.verdict.outcome == .inconclusive }
        return isOpen ? "a selected case could not be judged" : "no selected case applies"
    }

    /// The command that repeats one instance. A rule over all messages is repeated together with the instance that
    /// violated it.
    package func rerun(_ entry: Entry) -> String {
        let names = [entry.name, culprit(of: entry)].compactMap { $0 }.map(Instance.nameOfFirst)
        return ([rerun] + names.map(ShellWord.quoted)).joined(separator: " ")
    }

    /// The first other instance whose messages the findings cite.
    private func culprit(of entry: Entry) -> String? {
        guard entry.isMonitor else { return nil }
        let cited = entry.verdict.findings.flatMap(\.evidence).lazy.compactMap { self.cited[$0]?.instance }
        return cited.first { $0 != entry.verdict.instance }
    }
}
