import Foundation
import Glibc
import HAPModel
import Processes
import RunRecord
import Testing

@Suite("Profiles of accessories", .takingTurns, .needsPrivateNetwork)
struct ProfileCommandTests {
    /// Serves an accessory, and writes a profile that reaches it and has further lines.
    private func withProfile(
        _ name: String,
        _ lines: (SimulatedAccessory) -> String,
        options: [String] = [],
        _ body: (AssayProgram, SimulatedAccessory) async throws -> Void
    ) async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating(name, options) { accessory in
                try workspace.write("\(accessory.setupCode)\n", to: "bench/code.txt")
                let profile = "reach: {address: \"\(accessory.address)\"}\nsetup-code: {file: code.txt}\n"
                try workspace.write(profile + lines(accessory), to: "bench/accessory.yaml")
                try await body(assay, accessory)
            }
        }
    }

    /// Programs that use multicast DNS run in a network that has only the loopback interface.
    private static func inPrivateNetwork(_ body: (AssayProgram) async throws -> Void) async throws {
        try await PrivateNetwork.with { network in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.launcher = network.launcher
                try await body(assay)
            }
        }
    }

    private func skips(_ assay: AssayProgram) throws -> [String: String] {
        let verdicts = try assay.workspace.summary()["verdicts"]?.arrayValue ?? []
        return Dictionary(
            verdicts.filter { $0["outcome"] == "skipped" || $0["outcome"] == "inconclusive" }.map {
                ($0["instance"]?.stringValue ?? "", $0["reason"]?.stringValue ?? "")
            }
        ) { first, _ in first }
    }

    @Test("`profile init` writes a profile from what the accessory shows, which `run` and other commands then use")
    func initialize() async throws {
        try await Self.inPrivateNetwork { program in
            var assay = program
            let workspace = assay.workspace
            try assay.copySuites()
            try await assay.simulating("lock") { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let written = try await assay.run("profile", "init", "--address", accessory.address)
                #expect(written.status == 0, "\(written.everything)")
                #expect(
                    written.output == "accessory.yaml is written; use it with: assay run --profile accessory.yaml\n"
                )
                let text = try workspace.text("accessory.yaml")
                let schema = "# yaml-language-server: $schema=Suites/schemas/accessory.schema.json\n"
                #expect(text.hasPrefix(schema), "\(text)")
                #expect(text.contains("# actuate: [lock-management, lock-mechanism]"), "\(text)")
                #expect(
                    try await assay.run("profile", "check", "accessory.yaml").output
                        == "accessory.yaml: no problem found\n"
                )
                let again = try await assay.run("profile", "init", "--address", accessory.address)
                #expect(again.status == 2)
                #expect(again.errors == "the file accessory.yaml exists; name another one, or delete it\n")
                // The commands find it by its device id.
                #expect(text.contains(/device-id: "[0-9A-F:]{17}"/), "\(text)")
                #expect(!text.contains("  address:"), "\(text)")
                let run = try await assay.run("run", "--profile", "accessory.yaml", "read.twice")
                #expect(run.status == 0, "\(run.everything)")
                for command in ["pair", "inspect", "unpair", "recover"] {
                    let done = try await assay.run(command, "--profile", "accessory.yaml")
                    #expect(done.status == 0, "\(command): \(done.everything)")
                }
            }
        }
    }

    @Test(
        "A profile leaves cases out with reasons, allows services to be actuated, and limits writes; options override it"
    )
    func limits() async throws {
        let lines = """
            actuate: [lock-mechanism]
            writes-per-characteristic: 2
            answer-within: 7s
            time-factor: 2
            leave-out:
            - {case: "read.twice", reason: "the console is slow"}
            """
        try await withProfile("lock", { _ in lines }) { assay, _ in
            let profile = ["run", "--profile", "bench/accessory.yaml"]
            let run = try await assay.run(
                profile + ["read.twice", "write.round-trip", "--characteristic", "*lock-target-state"]
            )
            let skips = try skips(assay)
            #expect(!skips.values.contains { $0.contains("--actuate") }, "\(skips)")
            #expect(try assay.workspace.journal().first?.body["rerun"] == "assay run --profile bench/accessory.yaml")
            let left = try await assay.run(profile + ["read.twice"])
            #expect(left.status == 5, "\(left.everything)")
            #expect(try self.skips(assay)["read.twice"] == "the profile leaves it out: the console is slow")
            let many = try await assay.run(profile + ["write.*", "--characteristic", "*lock-target-state"])
            #expect(
                try self.skips(assay).values.contains { $0.contains("the profile allows 2 writes of ") },
                "\(many.everything)\(run.everything)"
            )
            let other = try await assay.run(profile + ["--answer-within", "3s", "--address", "127.0.0.1:1", "write.*"])
            #expect(other.status == 3)
            let rerun = try assay.workspace.journal().first?.body["rerun"]?.stringValue
            #expect(rerun == "assay run --profile bench/accessory.yaml --address 127.0.0.1:1 --answer-within 3s")
        }
    }

    @Test("`time-factor` gives a slow accessory more time")
    func timeFactor() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--defect", "identify-write-blocks-server"]) { accessory in
                try workspace.write("\(accessory.setupCode)\n", to: "code.txt")
                // It answers writes after 5 s.
                for (factor, status) in [(1, 1), (5, 0)] as [(Int, Int32)] {
                    let profile = """
                        reach: {address: "\(accessory.address)"}
                        setup-code: {file: code.txt}
                        answer-within: 2s
                        time-factor: \(factor)
                        """
                    try workspace.write(profile, to: "accessory.yaml")
                    let run = try await assay.run("run", "--profile", "accessory.yaml", "write.unknown")
                    #expect(run.status == status, "\(factor): \(run.everything)")
                }
            }
        }
    }

    @Test("`declares` turns the warning about a release's rule into a failure; unknown facts are refused")
    func declares() async throws {
        for (line, status) in [("", 0), ("declares: [\"release: r14+\"]", 1), ("declares: [\"release: r41\"]", 2)] {
            try await withProfile("lightbulb", { _ in line }, options: ["--defect", "firmware-revision-date-stamp"]) {
                assay,
                _ in
                let run = try await assay.run("run", "--profile", "bench/accessory.yaml", "values.revisions")
                #expect(run.status == Int32(status), "\(line): \(run.everything)")
                #expect(run.output.contains("WARNED") == (status == 0))
                if status == 2 {
                    #expect(
                        run.errors.hasPrefix(
                            "bench/accessory.yaml:3:12: no requirement depends on `release: r41`; did you mean"
                        )
                    )
                }
            }
        }
    }

    @Test("`setup-payload` is the text of the label, which cases check and no report contains")
    func setupPayload() async throws {
        let payload = "X-HM://0052VG3LALB01"
        let line = "setup-payload: {file: label.txt}"
        try await withProfile("lightbulb", { _ in line }) { assay, _ in
            let words = ["run", "--profile", "bench/accessory.yaml", "setup-code.payload-*"]
            let missing = try await assay.run(words)
            #expect(missing.status == 2)
            #expect(missing.errors.contains("label.txt"), "\(missing.errors)")
            // It has another setup code.
            try assay.workspace.write("\(payload)\n", to: "bench/label.txt")
            let wrong = try await assay.run(words)
            #expect(wrong.status == 1, "\(wrong.everything)")
            #expect(wrong.output.contains("HAP-SETUP-CODE-018"))
            #expect(!wrong.everything.contains(payload))
            let text = try assay.workspace.text("bench/accessory.yaml").replacing(line, with: "")
            try assay.workspace.write(text, to: "bench/accessory.yaml")
            let without = try await assay.run(words)
            #expect(without.status == 5, "\(without.everything)")
            #expect(try skips(assay).values.allSatisfy { $0.contains("setup payload") })
        }
    }

    @Test("The stimulate hook presses a button, and lines of the serial log are in the journal and the trace")
    func hooks() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            guard unsafe mkfifo(workspace.path("orders"), 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
            let child = try assay.start(
                ["simulate", "switch", "--port", "0"],
                through: "exec 3<>orders; exec \"$@\" <&3"
            )
            let greeting = try await child.line()
            let match = try #require(greeting.firstMatch(of: /listens on (\S+), setup code (\S+)$/))
            try workspace.write("", to: "console.log")
            let profile = """
                reach: {address: "\(match.1)"}
                setup-code: {command: "echo \(match.2)"}
                actuate: true
                hooks:
                  stimulate:
                    command: >-
                      echo "press $ASSAY_CHARACTERISTIC $ASSAY_VALUE" > orders;
                      echo "$ASSAY_HOOK $ASSAY_ACTION ${ASSAY_SETUP_CODE:-hidden}" >> console.log
                    actions: [press]
                serial-log: {file: console.log}
                """
            try workspace.write(profile, to: "accessory.yaml")
            let run = try await assay.run(
                "run",
                "--profile",
                "accessory.yaml",
                "--trace",
                "read.button",
                "events.button-immediate"
            )
            // A console that speaks at once does not come before the header of the journal.
            let talking = profile.replacing(
                "serial-log: {file: console.log}",
                with: "serial-log: {command: \"echo boot\"}"
            )
            try workspace.write(talking, to: "talking.yaml")
            let talk = try await assay.run("run", "--profile", "talking.yaml", "--reports", "Talks", "read.button")
            #expect(talk.status == 0, "\(talk.everything)")
            let again = try await assay.run("report", "Talks/latest")
            #expect(
                again.status == 0 && again.output.contains("the command of the serial log ended"),
                "\(again.everything)"
            )
            let unable = """
                reach: {address: "\(match.1)"}
                setup-code: {command: "echo \(match.2)"}
                hooks: {stimulate: "echo the button has no wires; exit 69"}
                """
            try workspace.write(unable, to: "unable.yaml")
            let skipped = try await assay.run(
                "run",
                "--profile",
                "unable.yaml",
                "--reports",
                "Unable",
                "--verbose",
                "read.twice",
                "events.button-immediate"
            )
            #expect(skipped.status == 0, "\(skipped.everything)")
            let reason = "the stimulate command cannot do this, and printed at last: the button has no wires"
            #expect(skipped.words.contains(reason), "\(skipped.everything)")
            child.send(signal: SIGTERM)
            try await child.end(within: .seconds(5))
            #expect(run.output.contains("4 passed"), "\(run.everything)")
            #expect(run.status == 0, "\(run.everything)")
            let lines = try workspace.journal().filter { $0.kind == .serial }.compactMap {
                $0.body["line"]?.stringValue
            }
            #expect(lines.contains("stimulate press hidden"), "\(lines) \(run.everything)")
            #expect(run.errors.contains("serial │ stimulate press hidden"))
        }
    }

    @Test("Wrong profiles are refused with file, line and column, before anything is sent")
    func wrong() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            for (text, message) in [
                (
                    "setup-code: 111-22-334\n",
                    "p.yaml:1:13: a profile must not hold the setup code; name where it is kept: "
                ),
                (
                    "leave-out:\n- {case: read.twicee, reason: x}\n",
                    "p.yaml:2:10: no case matches `read.twicee`; did you mean read.twice?"
                ),
                (
                    "reach: {address: 127.0.0.1}\n",
                    "p.yaml:1:18: `address` needs HOST:PORT, as in 192.168.1.20:51826, not `127.0.0.1`"
                ),
                (
                    "reach: {address: \"127.0.0.1:1\", also: [\"coap://::1:5683\"]}\n",
                    "p.yaml:1:40: an IPv6 address needs brackets around it"
                ),
                (
                    "reach: {address: \"127.0.0.1:1\", also: [\"127.0.0.1:2\"]}\n",
                    "p.yaml:1:40: two addresses of the accessory are over ip; name one for each transport"
                ),
                (
                    "reach: {name: a, also: [\"127.0.0.1:2\"]}\n",
                    "p.yaml:1:25: two addresses of the accessory are over ip; name one for each transport"
                ),
                ("hooks: {reset: 3}\n", "p.yaml:1:16: expected a command, not `3`"),
                ("time-factor: 1\n", "the profile does not name an accessory; add `reach`, or use --address"),
                ("reach: {address: \"127.0.0.1:1\"}\n", ""),
            ] {
                try workspace.write(text, to: "p.yaml")
                let run = try await assay.run("run", "--profile", "p.yaml", "read.twice", "--flash")
                #expect(run.status == 2, "\(run.everything)")
                let expected = message.isEmpty ? "--flash needs a --profile with a `flash` command in `hooks`" : message
                #expect(run.errors.contains(expected), "\(run.errors)")
            }
            try workspace.write(
                "reech: {}\ntime-factor: 0\nreach: {address: bench}\nleave-out:\n- {case: read.twicee, reason: x}\n",
                to: "p.yaml"
            )
            let all = try await assay.run("profile", "check", "p.yaml")
            let places = all.errors.split(separator: "\n").map { $0.prefix { $0 != " " } }
            #expect(places == ["p.yaml:1:1:", "p.yaml:2:14:", "p.yaml:3:18:", "p.yaml:5:10:"], "\(all.errors)")
            #expect(all.status == 2)
            let missing = try await assay.run("run", "--profile", "no.yaml")
            #expect(missing.errors == "the profile no.yaml does not exist; `assay profile init` writes one\n")
            try FileManager.default.createDirectory(
                atPath: workspace.path("folder.yaml"),
                withIntermediateDirectories: true
            )
            let folder = try await assay.run("profile", "check", "folder.yaml")
            #expect(folder.status == 2)
            #expect(
                folder.errors
                    == "the profile folder.yaml cannot be read (is a directory); name a file that you may read\n"
            )
            let endless = try await assay.run("profile", "check", "/dev/zero")
            #expect(endless.errors == "the profile /dev/zero is larger than 64 MB; name the right file\n")
            try Data([0x61, 0x3a, 0x20, 0xff]).write(to: URL(filePath: workspace.path("bytes.yaml")))
            let bytes = try await assay.run("profile", "check", "bytes.yaml")
            #expect(bytes.errors == "bytes.yaml:1:4: the file is not valid UTF-8; save it as UTF-8\n")
            let simulated = try await assay.run("profile", "init", "--simulated", "lightbulb", "--file", "new.yaml")
            #expect(simulated.status == 2 && simulated.errors.contains("a simulated accessory ends with the command"))
            #expect(!FileManager.default.fileExists(atPath: workspace.path("new.yaml")))
        }
    }

    @Test("`--flash` runs the flash hook first, with its address; a flash that fails ends the command")
    func flash() async throws {
        let lines = "hooks: {flash: \"echo flashed $ASSAY_ADDRESS > flashed.txt; exit ${FLASH:-0}\"}\n"
        try await withProfile("lightbulb", { _ in lines }) { assay, accessory in
            var assay = assay
            let words = ["run", "--profile", "bench/accessory.yaml", "read.twice"]
            #expect(try await assay.run(words).status == 0)
            #expect(!FileManager.default.fileExists(atPath: assay.workspace.path("bench/flashed.txt")))
            let run = try await assay.run(words + ["--flash"])
            #expect(run.status == 0, "\(run.everything)")
            #expect(try assay.workspace.text("bench/flashed.txt") == "flashed \(accessory.address)\n")
            assay.environment["FLASH"] = "7"
            let failed = try await assay.run(words + ["--flash"])
            #expect(failed.status == 3)
            #expect(failed.errors == "the flash command failed with status 7\n")
        }
    }

    @Test("A signal ends the flash hook, too, and then the command")
    func interruptedFlash() async throws {
        // The hook is a child of the command. What it has started ends with it.
        let flash = "trap 'echo ended > ended.txt' TERM; kill -INT $PPID; sleep 60 & wait"
        try await withProfile("lightbulb", { _ in "hooks: {flash: \"\(flash)\"}\n" }) { assay, _ in
            let run = try await assay.run("run", "--profile", "bench/accessory.yaml", "read.twice", "--flash")
            #expect(run.status == 5, "\(run.everything)")
            #expect(
                run.errors == "interrupted before the run began; check that the firmware on the accessory is whole\n"
            )
            #expect(run.took < .seconds(50))
            #expect(try assay.workspace.text("bench/ended.txt") == "ended\n")
        }
    }

    @Test("The power-cycle hook brings an accessory back that no longer responds")
    func powerCycle() async throws {
        func lines(_ accessory: SimulatedAccessory) -> String {
            """
            answer-within: 1s
            actuate: true
            hooks:
              stimulate: kill -STOP \(accessory.pid)
              power-cycle: kill -CONT \(accessory.pid); echo "back at $ASSAY_ADDRESS"
            """
        }
        try await withProfile("switch", lines) { assay, accessory in
            let run = try await assay.run(
                "run",
                "--profile",
                "bench/accessory.yaml",
                "events.button-immediate",
                "read.twice"
            )
            let repairs = try assay.workspace.journal().filter { $0.kind == .repair && $0.body["power-cycle"] == true }
            #expect(repairs.first?.body["done"] == true, "\(run.everything)")
            #expect(repairs.first?.body["output"] == .string("back at \(accessory.address)\n"))
            #expect(run.output.contains("2 passed, 1 failed"), "\(run.output)")
        }
    }
}
