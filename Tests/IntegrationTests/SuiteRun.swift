import Foundation
import HAPModel
import Processes
import Testing

/// The result of a run of the tester's executable against an accessory on 127.0.0.1.
struct SuiteRun {
    /// `instance: outcome: requirement`, for everything that failed or warned.
    let findings: Set<String>
    /// `instance: outcome: reason`, for what was neither passed nor failed nor warned. Instances by a user are left out,
    /// because they are skipped where the admin's instance did not pass.
    let notJudged: Set<String>
    /// `cause: instance: requirement`, for each finding that evidence links to a cause on another requirement.
    let links: Set<String>
    let passed: Int
    let status: Int32
    /// The status that these verdicts require.
    let expectedStatus: Int32

    /// Runs the program in a new folder.
    ///
    /// - Parameters:
    ///   - payload: the setup payload of the accessory's label.
    ///   - further: further options of the run.
    init(
        of patterns: [String],
        against port: Int,
        payload: String? = nil,
        further: [String] = []
    ) async throws {
        let (status, summary) = try await Workspace.with { workspace in
            var program = AssayProgram(in: workspace)
            program.environment = ["ASSAY_SETUP_CODE": Peer.setupCode]
            program.environment["ASSAY_SETUP_PAYLOAD"] = payload
            let options = ["--address", "127.0.0.1:\(port)", "--answer-within", "5s", "--actuate", "--quiet"]
            let finished = try await program.run(
                ["run"] + patterns + options + further + ["--reports", "Reports", "--state", "state"],
                within: .seconds(600)
            )
            return (finished.status, try JSON.parse(workspace.bytes("Reports/latest/summary.json")))
        }
        self.status = status
        let verdicts = try #require(summary["verdicts"]?.arrayValue)
        func text(_ json: JSON, _ key: String) -> String { json[key]?.stringValue ?? "" }
        findings = Set(
            verdicts.filter { ["failed", "warned"].contains(text($0, "outcome")) }.flatMap { verdict in
                (verdict["findings"]?.arrayValue ?? []).map {
                    "\(text(verdict, "instance")): \(text(verdict, "outcome")): \(text($0, "requirement"))"
                }
            }
        )
        notJudged = Set(
            verdicts.filter { !["passed", "failed", "warned"].contains(text($0, "outcome")) }
                .filter { !text($0, "instance").contains("by=user") }
                .map { "\(text($0, "instance")): \(text($0, "outcome")): \(text($0, "reason"))" }
        )
        links = Set(
            (summary["causes"]?.arrayValue ?? []).flatMap { cause in
                (cause["explains"]?.arrayValue ?? []).compactMap { linked in
                    let (own, other) = (text(cause, "requirement"), text(linked, "requirement"))
                    return own == other ? nil : "\(own): \(text(linked, "instance")): \(other)"
                }
            }
        )
        passed = verdicts.count { text($0, "outcome") == "passed" }
        let outcomes = Set(verdicts.map { text($0, "outcome") })
        expectedStatus = outcomes.contains("failed") ? 1 : outcomes.contains("inconclusive") ? 5 : 0
    }
}

/// The known faults of HAP-python 5.0.0: Fixtures/HAPPython.json, with bytes and sources.
struct KnownFindings {
    /// As in ``SuiteRun/findings``.
    let findings: Set<String>
    /// As in ``SuiteRun/notJudged``, each with the reason why it cannot be judged.
    let notJudged: Set<String>
    /// As in ``SuiteRun/links``: the groups of likely causes.
    let links: Set<String>

    /// The known results of a chapter on an accessory of this kind.
    init(chapter: String, kind: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/HAPPython.json")
        let json = try JSON.parse([UInt8](try Data(contentsOf: file)))
        func lines(_ list: String, _ members: [String]) -> Set<String> {
            let entries = (json[list]?.arrayValue ?? []).filter {
                $0["chapter"]?.stringValue == chapter && $0["kind"]?.stringValue == kind
            }
            return Set(
                entries.map { entry in
                    members.map { entry[$0]?.stringValue ?? "" }.joined(separator: ": ")
                }
            )
        }
        findings = lines("findings", ["instance", "outcome", "requirement"])
        notJudged = lines("not-judged", ["instance", "outcome", "reason"])
        links = lines("links", ["cause", "instance", "requirement"])
    }
}
