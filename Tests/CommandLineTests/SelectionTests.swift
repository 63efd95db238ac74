import Foundation
import HAPModel
import Processes
import RunRecord
import Testing

@Suite("Selection", .takingTurns)
struct SelectionTests {
    /// The instances and skips that `plan` prints.
    private func plan(_ arguments: String...) async throws -> [String] {
        try await Workspace.with { workspace in
            let plan = try await AssayProgram(in: workspace).run(["plan", "--simulated", "lightbulb"] + arguments)
            #expect(plan.status == 0, "\(plan.everything)")
            return plan.output.split(separator: "\n").map(String.init)
        }
    }

    /// The instances of a plan, which its last line counts.
    private func instances(_ lines: [String]) -> [String] {
        lines.dropLast().filter { !$0.hasPrefix("skipped: ") && !$0.hasPrefix("cannot be judged: ") }
    }

    @Test("By the pattern of a case")
    func byCase() async throws {
        let lines = try await plan("write.*-*")
        let names = instances(lines)
        #expect(!names.isEmpty)
        #expect(names.allSatisfy { $0.hasPrefix("write.") && $0.prefix { $0 != "[" }.contains("-") })
        #expect(lines.last?.hasPrefix("\(names.count) instances, ") == true)
    }

    @Test("Without a setup code, a plan says nothing about the accessory's characteristics, and counts as the run does")
    func withoutSetupCode() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                let words = ["--address", accessory.address, "write.*", "read.*", "database.*", "identify.*"]
                let plan = try await assay.run(["plan"] + words)
                #expect(plan.status == 0, "\(plan.everything)")
                #expect(!plan.output.contains("this accessory has none"), "\(plan.output)")
                #expect(plan.output.contains("\ncannot be judged: "), "\(plan.output)")
                let run = try await assay.run(["run"] + words)
                #expect(run.status == 5, "\(run.everything)")
                let long = run.output.split(separator: "\n").filter { line in
                    // The result is one line, which programs search.
                    line.count > 80 && !line.hasPrefix("Rerun: ") && !line.hasSuffix("(exit status 5)")
                }
                #expect(long == [])
                let totals = try workspace.summary()["totals"]
                let unjudged = try #require(totals?["inconclusive"]?.int64Value)
                let skipped = try #require(totals?["skipped"]?.int64Value)
                let planned = try #require(totals?["all"]?.int64Value) - unjudged - skipped
                let last = try #require(plan.output.split(separator: "\n").last)
                let count = planned == 1 ? "1 instance" : "\(planned) instances"
                #expect(
                    last.hasPrefix("\(count), \(skipped) skipped, \(unjudged) that cannot be judged"),
                    "\(last) \(run.output)"
                )
            }
        }
    }

    @Test("A selection of which the tier leaves nothing says so, and which tier has it")
    func emptyTier() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            for command in ["run", "plan"] {
                let run = try await assay.run(command, "--simulated", "lightbulb", "--tier", "smoke", "identity.*")
                #expect(run.status == 2)
                #expect(
                    run.errors.contains("not in the tier smoke; `--tier normal` includes them"),
                    "\(run.everything)"
                )
            }
        }
    }

    @Test("By the pattern of an instance")
    func byInstance() async throws {
        let names = instances(try await plan("write.round-trip[lightbulb.on;*"))
        #expect(
            names == ["write.round-trip[lightbulb.on; over=ip]", "write.round-trip[lightbulb.on; by=user; over=ip]"]
        )
    }

    @Test("By tag, chapter or section", arguments: ["write", "characteristics"])
    func byTag(_ tag: String) async throws {
        let names = instances(try await plan("--tag", tag))
        #expect(names.contains("write.round-trip[lightbulb.on; over=ip]"))
        #expect(!names.contains { $0.hasPrefix("pair-setup.") })
    }

    @Test("By requirement, and by a pattern over requirements")
    func byRequirement() async throws {
        let one = instances(try await plan("--requirement", "HAP-WRITE-017"))
        #expect(one.contains { $0.hasPrefix("write.above-maximum[") })
        #expect(!one.contains { $0.hasPrefix("write.round-trip[") })
        let many = instances(try await plan("--requirement", "HAP-WRITE-*"))
        #expect(Set(one).isStrictSubset(of: many))
    }

    @Test("By characteristic")
    func byCharacteristic() async throws {
        let names = instances(try await plan("--characteristic", "lightbulb.hue"))
        #expect(!names.isEmpty)
        #expect(names.allSatisfy { $0.contains(/[\[+]lightbulb\.hue[;+]/) })
    }

    @Test("Several criteria select what each of them selects")
    func together() async throws {
        let names = instances(try await plan("write.*", "--characteristic", "lightbulb.on"))
        #expect(!names.isEmpty)
        #expect(names.allSatisfy { $0.hasPrefix("write.") && $0.contains("lightbulb.on") })
    }

    @Test("A run runs exactly what was planned, in that order")
    func runsThePlan() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let selection = ["--simulated", "lightbulb", "write.*", "timed-write.*"]
            let lines = try await assay.run(["plan"] + selection).output.split(separator: "\n").map(String.init)
            _ = try await assay.run(["run"] + selection)
            let verdicts = try #require(try workspace.summary()["verdicts"]?.arrayValue)
            let ran = verdicts.filter { $0["outcome"] != "skipped" }.compactMap { $0["instance"]?.stringValue }
            #expect(ran == instances(lines))
            let skips = lines.count { $0.hasPrefix("skipped: ") }
            #expect(skips > 0 && verdicts.count == instances(lines).count + skips, "\(lines)")
        }
    }

    @Test(
        "A plan and its run contain the same, also if it depends on facts that the maker declares",
        arguments: [
            "lightbulb", "lock", "switch", "bridge", "kitchen-sink", "actuators", "climate", "doorbell", "thermometer",
        ]
    )
    func plansTheRun(_ accessory: String) async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let selection = ["--simulated", accessory, "srp.fresh-salt", "database.complete"]
            let planned = try await assay.run(["plan", "--json"] + selection)
            #expect(planned.status == 0, "\(planned.everything)")
            _ = try await assay.run(["run"] + selection)
            let run = try #require(try workspace.journal().first { $0.kind == .plan })
            #expect(try JSON.parse(Array(planned.output.utf8)) == run.body)
            // The lock and the thermometer have a display for their code.
            let names = run.body["instances"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            #expect(
                names.contains { $0.hasPrefix("srp.fresh-salt") } == ["lock", "thermometer"].contains(accessory),
                "\(names)"
            )
            #expect(names.contains { $0.hasPrefix("database.complete") })
        }
    }

    @Test("--destructive plans no case that needs a person to undo its effects, and runs none")
    func destructive() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let words = ["--address", accessory.address, "--destructive", "pairings.no-admin-left", "pairings.add"]
                let planned = try await assay.run(["plan", "--json"] + words)
                #expect(planned.status == 0, "\(planned.everything)")
                let plan = try JSON.parse(Array(planned.output.utf8))
                let skips = plan["skips"]?.arrayValue ?? []
                #expect(skips.contains { ($0["reason"]?.stringValue ?? "").contains("--reset-command") }, "\(skips)")
                _ = try await assay.run(["run"] + words)
                #expect(try workspace.journal().first { $0.kind == .plan }?.body == plan)
            }
        }
    }

    @Test("`why` shows what a case proves, its instances, and why it is skipped")
    func why() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run("why", "--simulated", "lightbulb", "write.above-maximum")
            #expect(run.output.contains("proves HAP-WRITE-017 (must, "))
            #expect(
                run.output.contains("runs as write.above-maximum[lightbulb.brightness; row=above-maximum; over=ip]")
            )
            let skip = try await assay.run("why", "--simulated", "lightbulb", "timed-write.expired")
            #expect(skip.output.contains("\n  is skipped: it needs a characteristic with timed writes"))
            #expect(skip.output.contains("it needs a characteristic with timed writes; this accessory has none"))
            let listed = try await assay.run("why", "--json", "--simulated", "lightbulb", "timed-write.expired")
            let entry = try JSON.parse(Array(listed.output.utf8))["cases"]?.arrayValue?.first
            #expect(entry?["case"] == "timed-write.expired" && entry?["runs"] == [], "\(listed.everything)")
            #expect(entry?["skips"]?.arrayValue?.first?["reason"]?.stringValue?.hasPrefix("it needs") == true)
        }
    }

    @Test(
        "`why` without a case counts the cases that run, gives the reasons for the others, and says how to ask for one"
    )
    func whyAll() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run("why", "--simulated", "lightbulb")
            #expect(run.status == 0)
            #expect(run.output.split(separator: "\n").count < 220)
            #expect(run.output.contains(/^\d+ of \d+ cases run, as \d+ instances\n/))
            #expect(
                run.output.contains(
                    /\n +\d+ +it needs support for timed write; no characteristic requires timed writes\n/
                )
            )
            #expect(run.output.contains("To see what a case proves and where it runs, name it"))
        }
    }

    @Test("Who leaves out an instance that does not exist is told so, and which one is near")
    func excludeUnknown() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--simulated", "lightbulb", "write.bool", "--exclude", "write.bool[lightbulb.onn; over=ip]"]
            )
            let words = run.everything.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(run.status == 0, "\(run.everything)")
            #expect(
                words.contains(
                    "`write.bool[lightbulb.onn; over=ip]` is to be left out, but no instance has this name; did you mean `write.bool[lightbulb.on; over=ip]`"
                ),
                "\(run.everything)"
            )
        }
    }

    @Test("Who selects an instance that does not exist is told which one is near", arguments: [[], ["read.one"]])
    func selectUnknown(beside others: [String]) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--simulated", "lightbulb", "write.bool[lightbulb.onn; over=ip]"] + others
            )
            let words = run.everything.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(run.status == (others.isEmpty ? 2 : 0), "\(run.everything)")
            let near = "write.bool[lightbulb.on; over=ip]"
            #expect(words.contains("did you mean \(others.isEmpty ? near : "`\(near)`")"), "\(run.everything)")
        }
    }

    @Test("--exclude leaves out cases and single instances")
    func exclude() async throws {
        let all = instances(try await plan("write.*"))
        let one = "write.round-trip[lightbulb.on; over=ip]"
        #expect(instances(try await plan("write.*", "--exclude", one)) == all.filter { $0 != one })
        let few = instances(try await plan("write.*", "--exclude", "write.*-*"))
        #expect(few == all.filter { !$0.prefix { $0 != "[" }.contains("-") } && !few.isEmpty)
    }

    @Test("The tiers contain each other, and only the full one has cases with long waits")
    func tiers() async throws {
        var sets: [Set<String>] = []
        for tier in ["smoke", "normal", "full"] { sets.append(Set(instances(try await plan("--tier", tier)))) }
        #expect(sets[0].isStrictSubset(of: sets[1]) && sets[1].isStrictSubset(of: sets[2]))
        #expect(sets[1] == Set(instances(try await plan("--without", "slow"))))
    }

    @Test("The tier smoke is short and passes over sockets", arguments: ["lightbulb", "kitchen-sink"])
    func smoke(_ accessory: String) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run("run", "--simulated", accessory, "--tier", "smoke")
            #expect(run.status == 0, "\(run.everything)")
            // Less than ten seconds on an idle machine; a busy one or a debug build takes some times as long.
            #expect(run.took < .seconds(40), "\(run.took)")
        }
    }

    @Test("--repeat runs each case with other values, and the rerun command repeats all of them")
    func repeated() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let words = [
                "run", "--simulated", "lightbulb", "--repeat", "3", "--characteristic", "lightbulb.brightness",
            ]
            let run = try await assay.run(
                words + ["--defect", "out-of-range-clamped", "write.above-maximum"]
            )
            #expect(run.status == 1, "\(run.everything)")
            let all = try #require(try workspace.summary()["verdicts"]?.arrayValue)
            let verdicts = all.filter { $0["instance"]?.stringValue?.contains("by=user") == false }
            #expect(
                verdicts.map { $0["instance"]?.stringValue ?? "" }
                    == ["", "round=2; ", "round=3; "].map {
                        "write.above-maximum[lightbulb.brightness; row=above-maximum; \($0)over=ip]"
                    }
            )
            #expect(run.output.contains("and 2 more like it: "), "\(run.output)")
            #expect(run.output.ranges(of: "FAILED ").count == 1, "\(run.output)")
            for verdict in verdicts {
                let rerun = try #require(verdict["rerun"]?.stringValue)
                #expect(
                    rerun.hasSuffix(
                        " --repeat 3 'write.above-maximum[lightbulb.brightness; row=above-maximum; over=ip]'"
                    )
                )
            }
            let again = try await assay.run("rejudge", "Reports/latest")
            #expect(again.status == 0, "\(again.everything)")
        }
    }

    @Test("--fail-fast ends the run after the first failure, which is said of every case that did not run")
    func failFast() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--simulated", "lightbulb", "--defect", "out-of-range-clamped", "--fail-fast"]
                    + ["write.above-maximum"]
            )
            #expect(run.status == 1, "\(run.everything)")
            let totals = try workspace.summary()["totals"]
            #expect(totals?["failed"] == 1 && totals?["inconclusive"] == 3, "\(run.everything)")
            let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text.contains("the run ended at the first failure, write.above-maximum["), "\(run.output)")
        }
    }

    @Test("A run that only looks at the network waits until the simulated accessory is advertised")
    func advertised() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(["run", "--simulated", "lightbulb", "network.*"])
            #expect(run.status == 0, "\(run.everything)")
            #expect(try workspace.summary()["totals"]?["passed"] == 2, "\(run.everything)")
        }
    }

    @Test("--time-limit ends the run, which restores the accessory and ends with status 5")
    func timeLimit() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--simulated", "lightbulb", "--time-limit", "1ms", "write.several", "read.one"]
            )
            #expect(run.status == 5, "\(run.everything)")
            #expect(run.output.contains("the run reached its time limit of 1 ms"), "\(run.output)")
            let totals = try workspace.summary()["totals"]
            #expect((totals?["inconclusive"]?.int64Value ?? 0) > 0)
        }
    }

    @Test("The command of the run keeps its selection and options, and a finding of a monitor names the instance")
    func rerun() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let words = [
                "run", "--simulated", "lightbulb", "--tier", "normal", "--without", "slow", "--exclude", "read.one",
            ]
            let run = try await assay.run(
                words
                    + [
                        "--defect", "write-left-unanswered", "--answer-within", "1s", "write.several",
                        "response.always",
                    ]
            )
            let command = try #require(try workspace.summary()["command"]?.stringValue)
            #expect(
                command == "assay run --simulated lightbulb --defect write-left-unanswered --answer-within 1s"
                    + " --tier normal --without slow --exclude read.one write.several response.always"
            )
            #expect(run.output.contains("Rerun:   \(command)\n"), "\(run.output)")
            let verdicts = try #require(try workspace.summary()["verdicts"]?.arrayValue)
            let monitor = try #require(verdicts.first { $0["case"] == "response.always" })
            let rerun = try #require(monitor["rerun"]?.stringValue)
            let match = try #require(
                rerun.firstMatch(of: /'response\.always\[over=ip\]' '(write\.several[^']*)'$/),
                "\(rerun)"
            )
            #expect(verdicts.contains { $0["instance"]?.stringValue == String(match.1) })
        }
    }
}
