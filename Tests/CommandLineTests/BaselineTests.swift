import Foundation
import HAPModel
import Processes
import Testing

/// `assay run --baseline` and `assay baseline update`.
@Suite("The baseline", .takingTurns)
struct BaselineTests {
    private static let file = "known.yaml"
    private static let update = ["baseline", "update", "Reports/latest", "--baseline", file]
    /// Three instances fail, their repetition by a user and one case are skipped, the others pass.
    private static let cases = ["write.above-maximum", "write.several", "timed-write.expired"]
    private static let instance = "write.above-maximum[lightbulb.brightness; row=above-maximum; over=ip]"

    private static func run(_ options: [String] = [], defect: String? = "out-of-range-clamped") -> [String] {
        ["run", "--simulated", "lightbulb"] + (defect.map { ["--defect", $0] } ?? []) + options + cases
    }

    /// Runs with a defect and makes the baseline of it.
    private static func withBaseline(_ body: (AssayProgram) async throws -> Void) async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let first = try await assay.run(run())
            #expect(first.status == 1 && first.words.contains(" 3 failed, 2 skipped, "), "\(first.output)")
            let made = try await assay.run(update)
            #expect(made.status == 0, "\(made.everything)")
            #expect(made.output.hasPrefix("known.yaml: 3 added, 0 removed, 0 kept, 2 skipped\n"), "\(made.output)")
            #expect(made.words.contains("the list `skipped` has 1: without 1 that only repeats, "), "\(made.output)")
            #expect(made.words.contains("from the run of lightbulb (Assay Lightbulb 1) at 20"), "\(made.output)")
            #expect(made.words.contains(", which selected patterns: write.above-maximum, "), "\(made.output)")
            try await body(assay)
        }
    }

    @Test("Known failures pass the gate with every seed, and each report shows them as known")
    func known() async throws {
        try await Self.withBaseline { assay in
            for seed in ["1", "7"] {
                let run = try await assay.run(Self.run(["--baseline", Self.file, "--seed", seed]))
                #expect(run.status == 0, "\(run.everything)")
                #expect(run.words.contains("known failures (3) \(Self.instance): unassigned: HAP-WRITE-017: "))
                #expect(run.errors.contains("known failure \(Self.instance): HAP-WRITE-017: got "), "\(run.errors)")
                #expect(!run.everything.contains("FAILED "), "\(run.everything)")
                #expect(run.output.hasPrefix("skipped (2)"), "known failures are not shown in full")
                #expect(run.output.contains(", 3 known failures, in "))
                #expect(run.output.contains("only known failures (exit status 0)"))
            }
            let summary = try assay.workspace.summary()
            #expect(summary["baseline"]?["known"] == 3)
            let violated = summary["requirements"]?.arrayValue?.filter { $0["state"] == "violated" } ?? []
            #expect(!violated.isEmpty && violated.allSatisfy { $0["known"] == true }, "\(violated)")
            #expect(summary["exit"]?["status"] == 0)
            let verdict = summary["verdicts"]?.arrayValue?.first { $0["instance"]?.stringValue == Self.instance }
            #expect(verdict?["outcome"] == "failed")
            #expect(verdict?["known"]?["owner"] == "unassigned")
            let junit = try assay.workspace.text("Reports/latest/junit.xml")
            #expect(junit.lines(holding: "<skipped message=\"known failure: unassigned: HAP-WRITE-017") == 3)
            #expect(!junit.contains("<failure"))
            #expect(try await assay.run("report", "Reports/latest", "--html", "page.html").status == 0)
            let page = try assay.workspace.text("page.html")
            #expect(page.contains("Only known failures") && !page.contains(">Conformant<"))
            let again = try await assay.run("rejudge", "Reports/latest", "--into", "again")
            #expect(again.status == 0, "\(again.everything)")
            for name in ["junit.xml", "summary.json"] {
                #expect(
                    try assay.workspace.bytes("again/\(name)") == assay.workspace.bytes("Reports/latest/\(name)")
                )
            }
        }
    }

    @Test("--fail-fast does not stop at a known failure, and stops at the first one that trips the gate")
    func failFast() async throws {
        try await Self.withBaseline { assay in
            let known = try await assay.run(Self.run(["--baseline", Self.file, "--fail-fast"]))
            #expect(known.status == 0, "\(known.everything)")
            #expect(try assay.workspace.summary()["totals"]?["failed"] == 3)
            let text = try assay.workspace.text(Self.file)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let second = lines.indices.filter { lines[$0].hasPrefix("- case:") }[1]
            // The second of three known failures is known in another manner.
            let edited = lines.enumerated().map { index, line in
                index == second + 1 ? "  fingerprint: \"0123456789abcdef\"" : String(line)
            }
            try assay.workspace.write(edited.joined(separator: "\n"), to: Self.file)
            let changed = try await assay.run(Self.run(["--baseline", Self.file, "--fail-fast"]))
            #expect(changed.status == 7, "\(changed.everything)")
            let name = try #require(lines[second].split(separator: "\"").dropFirst().first)
            #expect(changed.words.contains("the run ended at the first failure, \(name)"), "\(changed.output)")
        }
    }

    @Test("6 for a new failure")
    func new() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try workspace.write("known-failures: []\n", to: Self.file)
            let run = try await assay.run(Self.run(["--baseline", Self.file]))
            #expect(run.status == 6)
            #expect(
                run.words.contains("new failures (3) \(Self.instance) fails, and the baseline does not list it")
            )
            #expect(run.output.contains("FAILED \(Self.instance)"))
            #expect(run.errors.contains("FAILED \(Self.instance)") && !run.errors.contains("known failure"))
            #expect(run.output.contains("(exit status 6)"))
            #expect(try workspace.text("Reports/latest/junit.xml").contains("<failure type=\"HAP-WRITE-017\""))
        }
    }

    @Test("7 for a known failure that fails in another way")
    func changed() async throws {
        try await Self.withBaseline { assay in
            let run = try await assay.run(Self.run(["--baseline", Self.file], defect: "above-max-accepted"))
            #expect(run.status == 7, "\(run.everything)")
            #expect(run.words.contains("\(Self.instance) fails in another way than the baseline lists"))
            #expect(run.errors.contains("FAILED \(Self.instance)"), "\(run.errors)")
        }
    }

    @Test("8 for a known failure whose last day is over")
    func expired() async throws {
        try await Self.withBaseline { assay in
            let text = try assay.workspace.text(Self.file)
            let line = "  owner: \"unassigned\"\n"
            for (day, status) in [("2026-01-31", 8), ("2999-12-31", 0)] as [(String, Int32)] {
                try assay.workspace.write(text.replacing(line, with: "\(line)  expires: \(day)\n"), to: Self.file)
                let run = try await assay.run(Self.run(["--baseline", Self.file]))
                #expect(run.status == status, "\(run.everything)")
                if status == 8 { #expect(run.words.contains("was allowed until 2026-01-31 only; ask unassigned")) }
            }
        }
    }

    @Test("9 for a case that is skipped and was not when the baseline was written")
    func newlySkipped() async throws {
        try await Self.withBaseline { assay in
            let text = try assay.workspace.text(Self.file).replacing("- \"timed-write.expired\"\n", with: "")
            try assay.workspace.write(text, to: Self.file)
            let run = try await assay.run(Self.run(["--baseline", Self.file]))
            #expect(run.status == 9, "\(run.everything)")
            #expect(
                run.words.contains("newly skipped (1) timed-write.expired is skipped, and the baseline does not")
            )
            let junit = try assay.workspace.text("Reports/latest/junit.xml")
            #expect(junit.contains("<failure type=\"newly-skipped\""))
        }
    }

    @Test("10 for a known failure that no longer fails; an update removes it")
    func fixed() async throws {
        try await Self.withBaseline { assay in
            let run = try await assay.run(Self.run(["--baseline", Self.file], defect: nil))
            #expect(run.status == 10)
            #expect(
                run.words.contains("\(Self.instance) no longer fails; remove its entry with `assay baseline update`")
            )
            let junit = try assay.workspace.text("Reports/latest/junit.xml")
            #expect(junit.lines(holding: "<failure type=\"fixed\"") == 3)
            let update = try await assay.run(Self.update)
            #expect(update.output.hasPrefix("known.yaml: 0 added, 3 removed, 0 kept, 1 skipped\n"))
            #expect(try await assay.run(Self.run(["--baseline", Self.file], defect: nil)).status == 0)
        }
    }

    @Test("A baseline that lists nothing gives few lines of 80 columns; --verbose names each skipped instance")
    func empty() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try workspace.write("known-failures: []\nskipped: []\n", to: Self.file)
            let words = ["run", "--simulated", "switch", "--baseline", Self.file, "write.*", "timed-write.*", "read.*"]
            let run = try await assay.run(words)
            #expect(run.status == 9, "\(run.everything)")
            let skipped = try #require(run.output.firstMatch(of: /newly skipped \((\d+)\)/).flatMap { Int($0.1) })
            #expect(skipped > 20)
            #expect(run.words.contains(#/ \(and \d+ more like it: /#), "\(run.output)")
            let lines = run.output.split(separator: "\n")
            #expect(lines.count < 60, "\(run.output)")
            for line in lines where !line.hasPrefix("Rerun: ") && !line.hasPrefix("Reports: ") {
                #expect(line.count <= 80, "\(line)")
            }
            let whole = try await assay.run(words + ["--verbose"])
            #expect(
                whole.words.ranges(of: " is skipped, and the baseline does not list it as skipped: ").count == skipped
            )
        }
    }

    /// A recommended requirement is violated, nothing else.
    private static func warning(_ options: [String] = [], defect: String? = "malformed-request-not-400") -> [String] {
        ["run", "--simulated", "lightbulb"] + (defect.map { ["--defect", $0] } ?? []) + options
            + ["http.*", "--without", "slow"]
    }

    @Test(
        "With --fail-on warning, warnings are known, new and fixed like failures; without it, their entries are ignored"
    )
    func warnings() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let gate = ["--fail-on", "warning", "--baseline", Self.file]
            #expect(try await assay.run(Self.warning()).status == 0)
            let without = try await assay.run(Self.update)
            #expect(without.output.hasPrefix("known.yaml: 0 added"), "\(without.everything)")
            let new = try await assay.run(Self.warning(gate))
            #expect(new.status == 6, "\(new.everything)")
            #expect(new.words.contains(" has a warning, and the baseline does not list it"))
            let junit = try workspace.text("Reports/latest/junit.xml")
            let warned = try Self.warned(workspace)
            #expect(warned.count > 0)
            #expect(junit.lines(holding: "<failure type=\"new\"") == warned.count)
            let update = try await assay.run(Self.update)
            #expect(update.output.hasPrefix("known.yaml: \(warned.count) added, 0 removed, 0 kept"))

            let known = try await assay.run(Self.warning(gate))
            #expect(known.status == 0, "\(known.everything)")
            #expect(known.output.contains("known failures (\(warned.count))"))
            #expect(known.output.contains("only known failures (exit status 0)"))
            #expect(!known.output.contains("WARNED"))
            let again = try await assay.run("rejudge", "Reports/latest", "--into", "again")
            #expect(again.status == 0, "\(again.everything)")
            for name in ["junit.xml", "summary.json"] {
                #expect(try workspace.bytes("again/\(name)") == workspace.bytes("Reports/latest/\(name)"))
            }

            let failures = try await assay.run(Self.warning(["--baseline", Self.file]))
            #expect(failures.status == 0, "\(failures.everything)")
            #expect(try await assay.run(Self.update).output.contains("0 removed, \(warned.count) kept"))
            let fixed = try await assay.run(Self.warning(gate, defect: nil))
            #expect(fixed.status == 10, "\(fixed.everything)")
            #expect(try await assay.run(Self.update).output.contains("\(warned.count) removed, 0 kept"))
        }
    }

    private static func warned(_ workspace: Workspace) throws -> [String] {
        let verdicts = try workspace.summary()["verdicts"]?.arrayValue ?? []
        return verdicts.filter { $0["outcome"] == "warned" }.compactMap { $0["instance"]?.stringValue }
    }

    @Test("An update keeps owner, reason and expiry of what stays, and entries that the run did not cover")
    func keeps() async throws {
        try await Self.withBaseline { assay in
            let text = try assay.workspace.text(Self.file)
            let edited = text.replacing("  owner: \"unassigned\"\n", with: "  owner: \"ann\"\n  expires: 2999-01-01\n")
            try assay.workspace.write(edited, to: Self.file)
            _ = try await assay.run(
                "run",
                "--simulated",
                "lightbulb",
                "--defect",
                "below-min-accepted",
                "write.below-minimum"
            )
            let update = try await assay.run(Self.update + ["--owner", "bob", "--reason", "ticket 9"])
            #expect(update.output.hasPrefix("known.yaml: 3 added, 0 removed, 3 kept, 1 skipped\n"))
            let after = try assay.workspace.text(Self.file)
            #expect(after.lines(holding: "owner: \"ann\"") == 3)
            #expect(after.lines(holding: "expires: 2999-01-01") == 3)
            #expect(after.contains("  owner: \"bob\"\n  reason: \"ticket 9\"\n"))
            #expect(try await assay.run(Self.run(["--baseline", Self.file])).status == 0)
        }
    }

    @Test("The record of another product is refused, and a run of it ends with status 2")
    func otherProduct() async throws {
        try await Self.withBaseline { assay in
            let text = try assay.workspace.text(Self.file)
            #expect(text.contains("accessory: \"Assay Lightbulb 1\"\n"))
            try assay.workspace.write(text.replacing("Assay Lightbulb 1", with: "Other Plug"), to: Self.file)
            let note =
                "the baseline known.yaml is for `Other Plug`, and the accessory is `Assay Lightbulb 1`; name another file with --baseline, or correct its line `accessory`"
            let update = try await assay.run(Self.update)
            #expect(update.status == 2)
            #expect(update.errors == "\(note)\n")
            let run = try await assay.run(Self.run(["--baseline", Self.file]))
            // The run ends before its first case.
            #expect(run.errors.contains(note), "\(run.everything)")
            #expect(!run.output.contains("passed"), "\(run.output)")
            #expect(run.status == 2)
            #expect(run.output.contains("the baseline is for another product (exit status 2)"), "\(run.output)")
        }
    }

    @Test("An update from a run that --fail-fast ended keeps what it did not judge")
    func endedEarly() async throws {
        try await Self.withBaseline { assay in
            let before = try assay.workspace.text(Self.file)
            // The first failure of this run is at the first instance; the others, and the repetitions, are inconclusive.
            let run = try await assay.run(Self.run(["--fail-fast"]))
            #expect(run.words.contains("the run ended at the first failure"), "\(run.everything)")
            let update = try await assay.run(Self.update)
            #expect(
                update.output.hasPrefix("known.yaml: 0 added, 0 removed, 3 kept, 1 skipped\n"),
                "\(update.everything)"
            )
            #expect(
                update.output.contains("\n4 of 7 instances could not be judged, so nothing about them is written\n")
            )
            #expect(try assay.workspace.text(Self.file) == before)
        }
    }

    @Test("--quiet says what trips the gate")
    func quiet() async throws {
        try await Self.withBaseline { assay in
            let run = try await assay.run(Self.run(["--baseline", Self.file, "--quiet"], defect: nil))
            #expect(run.status == 10)
            #expect(run.output.hasPrefix("known failures that no longer fail (3)"), "\(run.output)")
        }
    }

    @Test("An update says which entries have expired, and --renew gives those that still fail another day")
    func renewal() async throws {
        try await Self.withBaseline { assay in
            let text = try assay.workspace.text(Self.file)
            let old = text.replacing("  owner: ", with: "  expires: 2025-01-01\n  owner: ")
            try assay.workspace.write(old, to: Self.file)
            let day = ["--expires", "2999-12-31"]
            let plain = try await assay.run(Self.update + day)
            #expect(
                plain.words.contains("3 of the entries have expired; `--renew --expires DAY` allows"),
                "\(plain.output)"
            )
            #expect(try assay.workspace.text(Self.file).lines(holding: "expires: 2025-01-01") == 3)
            let renewed = try await assay.run(Self.update + day + ["--renew"])
            #expect(renewed.status == 0 && !renewed.words.contains("have expired"), "\(renewed.everything)")
            #expect(try assay.workspace.text(Self.file).lines(holding: "expires: 2999-12-31") == 3)
            #expect((plain.output + renewed.output).split(separator: "\n").allSatisfy { $0.count <= 80 })
            #expect(try await assay.run(Self.run(["--baseline", Self.file])).status == 0)
            let incomplete = try await assay.run(Self.update + ["--renew"])
            #expect(incomplete.status == 2)
            #expect(incomplete.errors.contains("--renew needs --expires"), "\(incomplete.errors)")
        }
    }

    @Test("An expiry that is over, or not a day, is wrong usage")
    func pastExpiry() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            for (day, complaint) in [
                ("2025-01-01", "--expires: 2025-01-01 is over; today is 20"), ("soon", "needs a day"),
            ] {
                let update = try await assay.run(Self.update + ["--expires", day])
                #expect(update.status == 2)
                #expect(update.errors.contains(complaint), "\(update.errors)")
            }
        }
    }

    @Test("With a baseline and no setup code: 5, also with --quiet with the reason, and no failure is missing")
    func noSetupCode() async throws {
        try await Self.withBaseline { assay in
            try await assay.simulating("lightbulb") { accessory in
                let words = ["run", "--address", accessory.address, "--baseline", Self.file, "--quiet"] + Self.cases
                let run = try await assay.run(words)
                #expect(run.status == 5, "\(run.everything)")
                #expect(run.words.contains("setup code"), "\(run.everything)")
                #expect(!run.words.contains("newly skipped"), "\(run.everything)")
            }
        }
    }

    @Test(
        "2 for a baseline that cannot be used, with file, line and column, before anything runs",
        arguments: [
            (
                "known-failures:\n- case: write.several\n  ticket: 7\n",
                "known.yaml:3:3: unknown key `ticket`; expected one of "
            ),
            ("known: []\n", "known.yaml:1:1: unknown key `known`"),
            (
                "known-failures:\n- {case: write.no-such, fingerprint: 0123456789abcdef, owner: o, reason: r}\n",
                "known.yaml:2:10: the suites have no case `write.no-such`"
            ),
            (
                nil,
                "the baseline known.yaml does not exist; `assay baseline update RECORD --baseline known.yaml` writes it"
            ),
        ] as [(String?, String)]
    )
    func unusable(_ text: String?, _ complaint: String) async throws {
        try await Workspace.with { workspace in
            if let text { try workspace.write(text, to: Self.file) }
            let run = try await AssayProgram(in: workspace).run(Self.run(["--baseline", Self.file]))
            #expect(run.status == 2)
            #expect(run.errors.split(separator: "\n").contains { $0.hasPrefix(complaint) }, "\(run.errors)")
            #expect(run.output == "")
            #expect(!FileManager.default.fileExists(atPath: workspace.path("Reports")))
        }
    }

    @Test("An update needs the record of a whole run")
    func records() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let missing = try await assay.run(["baseline", "update", "nowhere", "--baseline", Self.file])
            #expect(missing.status == 2)
            #expect(missing.errors.contains("nowhere does not exist"))
            let refused = try await assay.run(
                "run",
                "--address",
                "127.0.0.1:1",
                "--setup-code",
                "031-45-154",
                "read.one"
            )
            #expect(refused.status == 3)
            let update = try await assay.run(Self.update)
            #expect(update.status == 2)
            #expect(update.errors.contains("ended early"), "\(update.errors)")
            #expect(!FileManager.default.fileExists(atPath: workspace.path(Self.file)))
        }
    }
}
