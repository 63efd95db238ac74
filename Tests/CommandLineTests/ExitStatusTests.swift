import HAPModel
import Processes
import RunRecord
import Testing

/// The exit status for scripts, and the line with the reason for people.
@Suite("Exit status", .takingTurns)
struct ExitStatusTests {
    // MARK: 0, 1

    @Test("0 if no mandatory requirement fails")
    func conformant() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run("run", "--simulated", "lightbulb", "write.several")
            #expect(run.status == 0, "\(run.everything)")
            #expect(run.output.contains("(exit status 0)"))
        }
    }

    @Test("0 for a conformant accessory with a button that Assay has no means to press; the cases about it are skipped")
    func button() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("switch") { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let run = try await assay.run(
                    "run",
                    "--address",
                    accessory.address,
                    "read.one",
                    "read.button",
                    "events.button-immediate"
                )
                #expect(run.status == 0, "\(run.everything)")
                let skipped = try #require(try workspace.summary()["verdicts"]?.arrayValue).filter {
                    $0["outcome"] == "skipped"
                }
                #expect(skipped.count == 2)
                let reason =
                    "it needs a press of the accessory's button, and Assay has no means to press it; name a `stimulate` command in the profile"
                #expect(skipped.allSatisfy { $0["reason"] == .string(reason) }, "\(skipped)")
            }
        }
    }

    @Test("0 for a simulated accessory, also if ASSAY_SETUP_CODE and ASSAY_SETUP_PAYLOAD belong to another one")
    func foreignCode() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "482-91-573"
            assay.environment["ASSAY_SETUP_PAYLOAD"] = "X-HM://nonsense"
            let run = try await assay.run("run", "--simulated", "lightbulb", "write.several", "setup-code.setup-id")
            #expect(run.status == 0, "\(run.everything)")
        }
    }

    @Test("A warning ends with status 0, and with 1 if --fail-on warning asks for it, also when judged again")
    func failOnWarning() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let words = ["run", "--simulated", "lightbulb", "--defect", "malformed-request-not-400", "http.*"]
            let run = try await assay.run(words)
            #expect(run.status == 0 && run.output.contains("WARNED"), "\(run.everything)")
            let strict = try await assay.run(words + ["--fail-on", "warning"])
            #expect(strict.status == 1, "\(strict.everything)")
            #expect(
                strict.output.contains(
                    "something warned, which --fail-on warning counts (exit status 1)"
                )
            )
            let again = try await assay.run("rejudge", "Reports/latest", "--json")
            #expect(try JSON.parse(Array(again.output.utf8))["exit"] == (try workspace.summary()["exit"]))
        }
    }

    @Test("1 if a mandatory requirement fails")
    func broken() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                "run",
                "--simulated",
                "lightbulb",
                "--defect",
                "out-of-range-clamped",
                "write.above-maximum"
            )
            #expect(run.status == 1)
            #expect(run.output.contains("FAILED write.above-maximum[lightbulb.brightness; row=above-maximum; over=ip]"))
            #expect(run.output.contains("HAP-WRITE-017"))
            #expect(run.output.contains("(exit status 1)"))
        }
    }

    // MARK: 2

    @Test(
        "2 for wrong usage, with one line that says what is wrong",
        arguments: [
            (
                ["run"],
                "name one accessory with --address HOST:PORT, --thread HOST:PORT, --name NAME, --device-id ID, --profile FILE or --simulated NAME"
            ),
            (
                ["run", "--simulated", "lightbulb", "--address", "127.0.0.1:1"],
                "--simulated names an accessory already"
            ),
            (["run", "--simulated", "toaster"], "unknown simulated accessory `toaster`"),
            (["run", "--simulated", "lightbulb", "--defect", "manners"], "unknown defect `manners`"),
            (["run", "--address", "127.0.0.1:1", "--defect", "manners"], "--defect requires --simulated"),
            (
                ["run", "--simulated", "lightbulb", "--defect", "a", "--defect", "b"],
                "--defect names one defect; `assay simulate` runs an accessory with several"
            ),
            (["run", "--address", "127.0.0.1"], "--address needs HOST:PORT"),
            (["run", "--address", "127.0.0.1:99999"], "--address needs HOST:PORT with a port from 1 to 65535"),
            (["run", "--address", ":80"], "--address needs HOST:PORT"),
            (["run", "--address", "http://127.0.0.1:80"], "--address needs HOST:PORT without `http://`; only"),
            (
                ["run", "--address", "[2001:db8::1%lo]:80"],
                "only a link-local address, such as fe80::1%eth0, has a zone; leave out `%lo` in `[2001:db8::1%lo]:80`"
            ),
            (["run", "--thread", "[::1%lo]:80"], "leave out `%lo` in `[::1%lo]:80`"),
            (["simulate", "lock", "--host", "::1%lo"], "has a zone; leave out `%lo` in `::1%lo`"),
            (
                ["run", "--simulated", "lightbulb", "--answer-within", "soon"],
                "--answer-within needs a time such as 500ms"
            ),
            (["run", "--simulated", "lightbulb", "--loudly"], "Unknown option '--loudly'"),
            (
                ["history", "--history", "runs.sqlite"],
                "Unknown option '--history'; name a command before it, such as `assay history list`"
            ),
            (
                ["--simulated", "lightbulb"],
                "Unknown option '--simulated'; name a command before it, such as `assay run`"
            ),
            (["run", "--simulated", "lightbulb", "--seed", "x"], "The value 'x' is invalid for '--seed"),
            (["run", "--simulated", "lightbulb", "no.such-case"], "no case matches no.such-case; "),
            (
                ["run", "--simulated", "lightbulb", "write.below-minumum"],
                "no case matches write.below-minumum; did you mean write.below-minimum? `assay suites list` prints all"
            ),
            (
                ["run", "--simulated", "lightbulb", "--without", "solw", "--exclude", "read.twicee"],
                "no case matches --exclude read.twicee, --without solw; did you mean read.twice or slow? "
            ),
            (
                ["run", "--simulated", "lightbulb", "--requirement", "HAP-WRITE-0117"],
                "no case matches --requirement HAP-WRITE-0117; did you mean HAP-WRITE-011, HAP-WRITE-017 or HAP-WRITE-001"
            ),
            (
                ["run", "--simulated", "lightbulb", "read.*", "--characteristic", "lightbulb.brigthness"],
                "the selected cases have no matching instance; did you mean lightbulb.brightness? "
            ),
            (
                ["run", "--simulated", "switch", "--defect", "below-min-accepted", "read.one"],
                "the defect `below-min-accepted` belongs to the simulated lightbulb, and has no effect on the switch"
            ),
            (["simulate", "switch", "--defect", "below-min-accepted"], "belongs to the simulated lightbulb"),
            (["run", "--simulated", "lightbulb", "--tier", "quick"], "The value 'quick' is invalid for '--tier"),
            (["run", "--simulated", "lightbulb", "--repeat", "0"], "--repeat needs a number from 1 to 1000, not 0"),
            (["run", "--simulated", "lightbulb", "--time-limit", "soon"], "--time-limit needs a time such as 90s"),
            (["run", "--simulated", "lightbulb", "--quiet", "--verbose"], "cannot be used together"),
            (["run", "--simulated", "lightbulb", "--tag", "no-such-tag"], "no case matches --tag no-such-tag; "),
            (["run", "--simulated", "lightbulb", "paring.*"], "no case matches paring.*; did you mean pairings.*? "),
            (
                ["run", "--simulated", "lightbulb", "notification*"],
                "no case matches notification*; did you mean --tag notifications? "
            ),
            (["run", "--simulated", "lightbulb", "read.one", "no.such-case"], "no case matches no.such-case; "),
            (["run", "--simulated", "lightbulb", "--without", "slwo"], "no case matches --without slwo; "),
            (
                ["run", "--simulated", "lightbulb", "read.one", "--requirement", "HAP-NONE-*"],
                "no case matches --requirement HAP-NONE-*; "
            ),
            (
                ["run", "--simulated", "lightbulb", "read.*", "--characteristic", "nope.nope"],
                "nothing is selected: the selected cases have no matching instance"
            ),
            (["plan", "--simulated", "lightbulb", "no.such-case"], "no case matches no.such-case; "),
            (["why", "--simulated", "lightbulb", "no.such-case"], "no case matches no.such-case; "),
            (["run", "--simulated", "lightbulb", "--setup-code", "1234"], "written XXX-XX-XXX"),
            (["run", "--simulated", "lightbulb", "--setup-code", "123-45-678"], "one of the twelve that HAP forbids"),
            (["pair", "--simulated", "lightbulb"], "Unknown option '--simulated'"),
            (["run", "--device-id", "zz"], "--device-id needs a Device ID such as E1:91:1A:70:85:AA, not `zz`"),
            (["rum"], "unknown command `rum`; did you mean `run`?"),
            (["help", "rum"], "unknown command `rum`; did you mean `run`?"),
            (["suites", "chek"], "unknown command `chek`; did you mean `check`?"),
            (
                ["run", "--simulated", "lightbulb", "--answer-within", "0ms"],
                "--answer-within needs a time such as 500ms"
            ),
            (["simulate", "lightbulb", "--port", "70000"], "--port needs a number from 0 to 65535, not 70000"),
            (["simulate", "lightbulb", "--port=-1"], "--port needs a number from 0 to 65535, not -1"),
            (["selftest", "--rounds", "0"], "--rounds needs a number of at least 1, not 0"),
            (["selftest", "--rounds=-1"], "--rounds needs a number of at least 1, not -1"),
            (["selftest", "no.such-case"], "no case matches no.such-case; "),
            (["selftest", "write.several", "--defect", "manners"], "no defect matches --defect manners"),
            (
                ["selftest", "--conformant", "--defect", "out-of-range-clamped"],
                "cannot be used with --defect or --twin"
            ),
            (["selftest", "--prune", "--defect", "out-of-range-clamped"], "--prune needs all defects"),
            (["selftest", "--prune", "--conformant"], "--prune needs all defects"),
            (
                ["recover"],
                "name one accessory with --address HOST:PORT, --thread HOST:PORT, --name NAME, --device-id ID or --profile FILE"
            ),
            (["recover", "--simulated", "lightbulb"], "Unknown option '--simulated'"),
            (["recover", "--address", "127.0.0.1:1", "--defect", "x"], "Unknown option '--defect'"),
            (["recover", "--address", "127.0.0.1"], "--address needs HOST:PORT"),
            (["unpair", "--address", "127.0.0.1:1", "--setup-code", "1"], "Unknown option '--setup-code'"),
            (["unpair", "--address", "127.0.0.1:1"], "no pairing with 127.0.0.1:1 is kept"),
            (["rejudge"], "Missing expected argument '<record>'"),
            (["rejudge", "nowhere"], "nowhere does not exist; name the folder of a run"),
            (["report", ""], "the name of the record is empty; `assay records list` prints all"),
            (["recover", "--address", "127.0.0.1:1", "--state", "nowhere"], "the folder nowhere does not exist"),
            (["simulate", "lock", "--host", "lamp.invalid"], "`lamp.invalid` is not a numeric address"),
            (["simulate", "lock", "--host", "192.0.2.1"], "192.0.2.1 is not an address of this machine"),
            (
                ["simulate", "lock", "--host", "fe80::5%no7"],
                "names the network interface `no7`, which this machine does not"
            ),
            (["fly"], "unknown command `fly`; expected one of baseline, "),
        ]
    )
    func usage(_ command: [String], _ complaint: String) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(command)
            #expect(run.status == 2, "\(run.everything)")
            #expect(run.everything.lines(holding: complaint) == 1, "\(run.everything)")
        }
    }

    @Test(
        "2 for an unknown option, which is named even if others are missing, with the usage of the command",
        arguments: [
            "run", "plan", "inspect", "why", "pair", "unpair", "recover", "rejudge", "simulate", "coverage", "selftest",
            "suites list",
        ]
    )
    func unknownOption(_ command: String) async throws {
        try await Workspace.with { workspace in
            let words = command.split(separator: " ").map(String.init)
            for option in ["--nope", "--nope=1", "-j"] {
                let run = try await AssayProgram(in: workspace).run(words + [option])
                #expect(run.status == 2)
                let lines = run.errors.split(separator: "\n")
                let name = option.prefix { $0 != "=" }
                #expect(lines.first?.hasPrefix("Error: Unknown option '\(name)'") == true, "\(run.errors)")
                #expect(lines.dropFirst().first?.hasPrefix("Usage: assay \(command) ") == true, "\(run.errors)")
                #expect(lines.last == "  See 'assay \(command) --help' for more information.")
            }
        }
    }

    @Test("2 if the port to listen on is taken, with a message of Assay")
    func takenPort() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                let port = String(accessory.address.split(separator: ":")[1])
                let run = try await assay.run("simulate", "lock", "--port", port)
                #expect(run.status == 2)
                #expect(
                    run.errors == "port \(port) at 127.0.0.1 is in use: choose another one, or 0 for any free port\n"
                )
            }
        }
    }

    @Test(
        "2 if a named folder cannot be written, with one line that says why",
        arguments: [
            (["run", "--simulated", "lightbulb", "write.several"], "--reports"),
            (["pair", "--address", "127.0.0.1:1"], "--state"), (["simulate", "lock"], "--state"),
            (["selftest", "write.several", "--defect", "out-of-range-clamped"], "--junit"),
        ]
    )
    func unwritable(_ command: [String], _ option: String) async throws {
        try await Workspace.with { workspace in
            try workspace.write("", to: "taken")
            let file = option == "--junit" ? "/j.xml" : ""
            for (folder, reason) in [("taken", "not a directory"), ("/proc/x", "no such file or directory")] {
                let run = try await AssayProgram(in: workspace).run(command + [option, folder + file])
                #expect(run.status == 2)
                #expect(
                    run.everything
                        == "the folder \(folder) cannot be written (\(reason)); choose another with \(option)\n"
                )
            }
        }
    }

    @Test("2 for an invalid suite, with file, line and column", arguments: BrokenSuite.all)
    func brokenSuite(_ suite: BrokenSuite) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(suite.text, to: "Suites/characteristics/broken.yaml")
            for command in [["suites", "check"], ["run", "--simulated", "lightbulb", "write.*"]] {
                let run = try await assay.run(command)
                #expect(run.status == 2)
                #expect(run.output == "")
                #expect(run.errors.hasPrefix("Suites/characteristics/broken.yaml:\(suite.complaint)"), "\(run.errors)")
                #expect(run.errors.count(where: \.isNewline) == 1)
            }
        }
    }

    @Test("2 for a defect that violates an unknown requirement, with file, line and column")
    func brokenDefect() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(
                """
                defects:
                - defect: test
                  breaks: [HAP-NOTHING-001]
                  on: lightbulb
                  guard: {skip: write.range}
                """,
                to: "Suites/defects/broken.yaml"
            )
            let run = try await assay.run("suites", "check")
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("Suites/defects/broken.yaml:"), "\(run.errors)")
        }
    }

    @Test("2 if there are no suites, with the places that were tried")
    func noSuites() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.suites = workspace.path("nowhere")
            let run = try await assay.run("suites", "check")
            #expect(run.status == 2)
            #expect(
                run.errors
                    == "ASSAY_SUITES names \(assay.suites), which is not a folder of suites; correct it or unset it\n"
            )
        }
    }

    // MARK: 3

    @Test("3 if the accessory's port is closed", arguments: ["run", "plan", "inspect", "pair", "recover"])
    func closedPort(_ command: String) async throws {
        try await Workspace.with { workspace in
            let port = try await AssayProgram(in: workspace).simulating("lightbulb") { $0.address }
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "518-08-582"
            try workspace.write(
                Self.debt(at: port),
                to: ".local/state/assay/ledger-\(port.replacing(":", with: "-")).jsonl"
            )
            let run = try await assay.run(command, "--address", port)
            #expect(run.status == 3)
            #expect(run.everything.lines(holding: "\(port) is not reachable") == 1, "\(run.everything)")
            #expect(!run.everything.contains("\(port) refuses"), "the address is named once: \(run.everything)")
        }
    }

    @Test("3 for an address whose network interface does not exist, which is named")
    func unknownInterface() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "518-08-582"
            let run = try await assay.run("run", "--address", "[fe80::5%no7]:51826", "read.one")
            #expect(run.status == 3)
            let complaint = "fe80::5%no7 names the network interface `no7`, which this machine does not have"
            #expect(run.everything.contains(complaint), "\(run.everything)")
        }
    }

    private static func debt(at address: String) -> String {
        let seed = String(repeating: "07", count: 32)
        return """
            {"owe":"pairing-X","kind":"pairing","accessory":"\(address)","body":{"identifier":"X","seed":"\(seed)"}}

            """
    }

    @Test("3 for a wrong setup code, which is tried only once", arguments: ["run", "plan", "inspect", "pair"])
    func wrongSetupCode(_ command: String) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "482-91-573"
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                let run = try await assay.run(command, "--address", accessory.address)
                #expect(run.status == 3)
                #expect(run.everything.lines(holding: "the accessory rejects the setup code") == 1)
                #expect(!run.everything.contains("482"))
            }
            let state = try JSON.parse(try workspace.bytes("accessory/state.json"))
            #expect(state["failures"] == 1)
            guard command == "run" else { return }
            let proofs = try workspace.journal().filter {
                $0.body["start"] == "POST /pair-setup HTTP/1.1" && $0.body["state"] == 3
            }
            #expect(proofs.count == 1)
        }
    }

    // MARK: Folders and records

    @Test("2 if a folder cannot be written, before the accessory is changed", arguments: ["reports", "state"])
    func unwritable(folder: String) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "518-08-582"
            try workspace.write("", to: "taken")
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                let place = "taken/\(folder)"
                let run = try await assay.run("run", "--address", accessory.address, "--\(folder)", place, "write.*")
                #expect(run.status == 2)
                #expect(
                    run.everything
                        == "the folder \(place) cannot be written (not a directory); choose another with --\(folder)\n"
                )
            }
            let state = try JSON.parse(try workspace.bytes("accessory/state.json"))
            #expect(state["pairings"] == [])
            #expect(state["failures"] == 0)
        }
    }

    @Test("2 if kept pairings cannot be read, before the accessory is changed and without losing them")
    func damagedPairings() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "518-08-582"
            let (file, text) = (".local/state/assay/pairings.json", #"{"192.168.1.20:51826":{"accessory":"AA:BB"#)
            try workspace.write(text, to: file)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                let before = try workspace.text("accessory/state.json")
                for command in ["run", "plan", "inspect", "pair", "unpair", "recover"] {
                    let run = try await assay.run(command, "--address", accessory.address)
                    #expect(run.status == 2, "\(command): \(run.everything)")
                    #expect(run.output == "")
                    #expect(run.errors.hasPrefix("\(workspace.path(file)) with the kept pairings cannot be read: "))
                    #expect(run.errors.count(where: \.isNewline) == 1)
                }
                #expect(try workspace.text("accessory/state.json") == before)
            }
            #expect(try workspace.text(file) == text)
        }
    }

    @Test("2 for a file that is not a journal")
    func wrongRecord() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let missing = try await assay.run("rejudge", "nowhere")
            #expect(missing.status == 2)
            #expect(
                missing.errors == "nowhere does not exist; name the folder of a run, such as Reports/latest\n"
            )
            for (text, name, complaint) in [
                ("x", "notes.txt", "notes.txt is not the record of a run"),
                ("x", "empty/x", "empty has neither run.jsonl nor run.jsonl.gz in it that can be read"),
            ] {
                try workspace.write(text, to: name)
                let other = try await assay.run("rejudge", name.hasPrefix("empty") ? "empty" : name)
                #expect(other.status == 2)
                #expect(other.errors == "\(complaint); name the folder of a run, such as Reports/latest\n")
            }
            try workspace.write("{}\n", to: "record/run.jsonl")
            let odd = try await assay.run("rejudge", "record")
            #expect(odd.status == 2)
            #expect(odd.errors == "record/run.jsonl does not start with the header of a journal\n")
        }
    }

    // MARK: 4

    @Test(
        "4 if the output cannot be written, which is said once; wrong usage has no output",
        arguments: [
            (["suites", "list"], 4), (["suites", "show", "write.service"], 4), (["--help"], 4), (["run", "--help"], 4),
            (["--version"], 4), (["--generate-completion-script", "fish"], 4),
            (["run", "--simulated", "lightbulb", "--quiet", "write.several"], 4),
            (["get", "--simulated", "lightbulb", "--json", "lightbulb.on"], 4), (["run", "--nope"], 2),
            (["get", "--address", "127.0.0.1:1", "1.1"], 3),
        ] as [([String], Int32)]
    )
    func fullDevice(_ command: [String], _ status: Int32) async throws {
        try await Workspace.with { workspace in
            let child = try AssayProgram(in: workspace).start(command, through: #"exec "$@" > /dev/full"#)
            child.closeInput()
            let heard = try await child.end(within: .seconds(60))
            #expect(heard.ending == .init(status: status, isSignal: false), "\(heard.errorText)")
            let problem = "the output is not complete: standard output cannot be written (no space left on device)"
            #expect(heard.errorText.lines(holding: problem) == (status == 4 ? 1 : 0), "\(heard.errorText)")
        }
    }

    @Test("0 if the reader of the output wants no more of it")
    func closedPipe() async throws {
        try await Workspace.with { workspace in
            // The reader ends at once, and the shell ends with the status of the command.
            let script = #"{ "$@"; echo $? > status; } | true"#
            let child = try AssayProgram(in: workspace).start(["suites", "list"], through: script)
            #expect(try await child.end(within: .seconds(60)).errorText == "")
            #expect(try workspace.text("status") == "0\n")
        }
    }

    // MARK: 5

    @Test("5 if the accessory is paired with another controller; the run says so and does not change that pairing")
    func pairedToSomebodyElse() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "518-08-582"
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                let address = ["--address", accessory.address]
                let paired = try await assay.run(["pair", "--state", "other"] + address)
                #expect(paired.status == 0, "\(paired.everything)")
                let before = try workspace.text("accessory/state.json")
                let run = try await assay.run(["run", "write.*", "pair-setup.complete"] + address)
                #expect(run.status == 5, "\(run.everything)")
                #expect(run.errors.hasPrefix("the accessory is already paired with another controller"))
                #expect(run.output.contains("0 passed") || !run.output.contains(" passed"))
                #expect(run.output.contains("failed, but a selected case could not be judged (exit status 5)"))
                #expect(try workspace.text("accessory/state.json") == before)
            }
        }
    }

    @Test("5 if everything that was selected is skipped")
    func allSkipped() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                "run",
                "--simulated",
                "lightbulb",
                "timed-write.expired"
            )
            #expect(run.status == 5)
            #expect(
                run.output.contains("\nno mandatory requirement failed, but no selected case applies (exit status 5)")
            )
            #expect(run.output.contains("it needs a characteristic with timed writes; this accessory has none"))
        }
    }
}
