package import Judge
package import RunRecord
package import SuiteLanguage

/// Everything that a report of one run needs, without sockets or clocks: each renderer is a function of it.
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

    /// A verdict, with what its case says about itself.
    package struct Entry: Sendable, Hashable {
        package var verdict: Verdict
        package var chapter: String
        package var section: String
        package var title: String
        package var `class`: Case.Class
        /// The steps that are about frames themselves, not only about the messages in them.
        package var frameSteps: Set<String>
        /// Nanoseconds from the run's beginning to the instance's; `nil` for one that was not run.
        package var began: Int64?

        /// The instance's name, or its case's if it has none.
        var name: String { verdict.instance.isEmpty ? verdict.caseID : verdict.instance }

        /// Whether it counts against the accessory's conformance.
        package var countsForConformance: Bool { `class` == .conformance }

        /// Whether something was found broken, and the rest of it could not be judged any more.
        package var isCutShort: Bool { verdict.outcome == .inconclusive && !verdict.findings.isEmpty }
    }

    /// Name and version of the tester.
    package var tool: String
    package var accessory: Accessory
    /// When the run began by the wall clock, as the journal's header says it.
    package var started: String
    package var seed: String?
    package var selection: String?
    /// The command that runs a selection again, up to the selection; it holds no secret.
    package var rerun: String
    package var entries: [Entry]
    package var requirements: RequirementCatalogue
    /// The wire events that verdicts cite, by number.
    package var cited: [UInt64: JournalEvent]
    /// What most likely explains all findings; `nil` if there are none that count.
    package var cause: LikelyCause?
    /// How the accessory hashes SRP numbers that begin with a zero byte.
    package var seenForms: SeenForms
    /// Nanoseconds from the first event to the last.
    package var elapsed: Int64
    /// What a reader must know beside the verdicts: `the accessory is already paired to somebody`.
    package var notes: [String]
    package var end: RunEnd

    /// How many instances came to what.
    package var totals: OutcomeTotals { OutcomeTotals(entries.map(\.verdict.outcome)) }

    /// What the process says at its end.
    package var exitStatus: ExitStatus {
        ExitStatus(entries.map { ($0.class, $0.verdict.outcome) }, end: end)
    }

    /// The command that shows one instance again.
    package func rerun(_ entry: Entry) -> String {
        "\(rerun) \(ShellWord.quoted(entry.name))"
    }
}
