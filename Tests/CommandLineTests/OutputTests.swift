import Foundation
import Glibc
import HAPModel
import Processes
import SuiteLanguage
import Testing

@Suite("Output", .takingTurns)
struct OutputTests {
    /// A run with a failure, a skip and no warning.
    static let run = [
        "run", "--simulated", "lightbulb", "--defect", "out-of-range-clamped", "write.above-maximum", "write.several",
        "timed-write.expired",
    ]

    @Test(
        "Without a terminal there are no escape codes",
        arguments: [[], ["--trace"], ["--quiet"], ["--json"]]
    )
    func noEscapes(_ options: [String]) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run + options)
            #expect(run.status == 1)
            #expect(!run.everything.contains("\u{1b}"))
            #expect(!run.everything.contains("\r"))
        }
    }

    @Test(
        "A terminal gets colour, unless NO_COLOR is set or the terminal is dumb",
        arguments: [([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false)]
    )
    func colour(_ environment: [String: String], _ isColourful: Bool) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment = ["TERM": "xterm"].merging(environment) { $1 }
            let heard = try await assay.start(Self.run + ["--trace"], onTerminal: true).end(within: .seconds(60))
            #expect(heard.ending == .init(status: 1, isSignal: false))
            #expect(heard.outputText.contains("FAILED"))
            #expect(heard.outputText.contains("\u{1b}") == isColourful)
        }
    }

    @Test("A terminal shows the progress on one line, which is removed at the end")
    func progress() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment = ["TERM": "xterm", "NO_COLOR": "1"]
            let heard = try await assay.start(Self.run, onTerminal: true).end(within: .seconds(60))
            let text = heard.outputText
            #expect(text.contains(#/\r\s*1/\d+ /#), "\(text)")
            let lastProgress = try #require(
                text.ranges(of: "\r").map(\.lowerBound).last { text[$0...].hasPrefix("\r ") }
            )
            #expect(text[lastProgress...].dropFirst().prefix { $0 != "\r" }.allSatisfy { $0 == " " })
        }
    }

    @Test("While a run waits for another process, the progress says so")
    func waitingProgress() async throws {
        try await withLightbulb { assay, accessory, place in
            var assay = assay
            let holder = try assay.start(["watch", "lightbulb.on"] + place)
            try await holder.wait(for: "the subscription", within: .seconds(30)) {
                $0.errorText.contains("watching") ? true : nil
            }
            assay.environment.merge(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }
            let waiting = try assay.start(["run", "--wait", "read.twice"] + place, onTerminal: true)
            let before = try await waiting.wait(for: "the progress", within: .seconds(30)) {
                $0.outputText.contains("\rwaiting for the other assay process, ") ? $0.outputText : nil
            }
            #expect(before.split(separator: "waiting: another assay process").last?.contains("connecting") == false)
            holder.send(signal: SIGINT)
            let heard = try await waiting.end(within: .seconds(60))
            #expect(heard.ending == .init(status: 0, isSignal: false), "\(heard.outputText)")
        }
    }

    @Test("--quiet prints failures and totals only")
    func quiet() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run + ["--quiet"])
            #expect(run.errors == "")
            #expect(run.output.hasPrefix("FAILED write."))
            #expect(!run.output.contains("Reports:"))
            #expect(run.output.hasSuffix("(exit status 1)\n"))
        }
    }

    @Test("--json prints only one document, the same as in the reports; --trace prints to standard error")
    func json() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run + ["--json", "--trace"])
            let document = try JSON.parse(Array(run.output.utf8))
            #expect(document["exit"]?["status"] == 1)
            #expect((document["totals"]?["failed"]?.int64Value ?? 0) >= 1)
            #expect(run.output == (try workspace.text("Reports/latest/summary.json")))
            #expect(run.errors.contains("POST /pair-setup"))
        }
    }

    @Test("Why the journal cannot be written is said in the system's words")
    func fullDisk() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            // Files of at most 64 blocks, and no signal that ends the program: the journal is longer.
            assay.launcher = ["sh", "-c", "trap '' XFSZ; ulimit -f 64 && exec \"$@\"", "sh"]
            let run = try await assay.run(["run", "--simulated", "lightbulb", "read.*"])
            #expect(run.status == 4)
            #expect(run.errors.contains("the journal cannot be written: file too large"), "\(run.errors)")
            #expect(!run.everything.contains("NSCocoa"), "\(run.errors)")
        }
    }

    @Test("--json has the status with which the command ends, also if a report cannot be written")
    func lateStatus() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run + ["--json", "--html", "/dev/full"])
            #expect(run.status == 4 && run.errors.contains("no space left on device"), "\(run.errors)")
            let document = try JSON.parse(Array(run.output.utf8))
            #expect(document["exit"]?["status"] == 4, "\(String(describing: document["exit"]))")
            #expect(document["exit"]?["meaning"]?.stringValue?.hasSuffix("; not all results were written") == true)
        }
    }

    @Test("A device, a pipe or a link as a report is written to, and stays what it is")
    func streams() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let isMade = unsafe mkfifo(workspace.path("pipe"), 0o600) == 0
            #expect(isMade)
            let run = Self.run + ["--quiet", "--html"]
            let alone = try await assay.run(run + ["pipe"])
            #expect(alone.status == 4 && alone.errors.contains("the report pipe cannot be written"), "\(alone.errors)")
            let read = try assay.start(
                run + ["pipe"],
                through: "cat pipe > page.html & \"$@\"; status=$?; wait; exit $status"
            )
            #expect(try await read.end(within: .seconds(60)).ending == .init(status: 1, isSignal: false))
            #expect(try workspace.text("page.html").hasSuffix("</html>\n"))
            try FileManager.default.createSymbolicLink(
                atPath: workspace.path("link"),
                withDestinationPath: "page.html"
            )
            for file in ["link", "/dev/null"] { #expect(try await assay.run(run + [file]).status == 1, "\(file)") }
            func kind(_ file: String) -> UInt32 {
                var status = stat()
                return unsafe lstat(file, &status) == 0 ? status.st_mode & S_IFMT : 0
            }
            #expect(kind("/dev/null") == S_IFCHR && kind(workspace.path("pipe")) == S_IFIFO)
            #expect(kind(workspace.path("link")) == S_IFLNK && kind(workspace.path("page.html")) == S_IFREG)
            let shown = try await assay.run(run + ["/dev/stdout"])
            #expect(
                shown.status == 1 && shown.output.contains("</html>") && shown.output.hasSuffix("(exit status 1)\n")
            )
        }
    }

    @Test("Other commands with --json print only JSON")
    func otherJSON() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let inspected = try await assay.run("inspect", "--simulated", "lightbulb", "--json")
            #expect(inspected.errors == "")
            let database = AttributeDatabase(try JSON.parse(Array(inspected.output.utf8)))
            #expect(database.accessories.count == 1)
            let tested = try await assay.run(
                "selftest",
                "write.above-maximum",
                "--defect",
                "out-of-range-clamped",
                "--json"
            )
            let report = try JSON.parse(Array(tested.output.utf8))
            #expect(report["defects"]?[0]?["fate"] == "killed", "\(tested.everything)")
        }
    }

    @Test("--trace shows the decoded traffic on standard error")
    func trace() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run + ["--trace"])
            for text in [
                "→ POST /pair-setup", "← HTTP/1.1 200 OK", "state=01", "begin write.", "→ PUT /characteristics",
            ] {
                #expect(run.errors.contains(text), "\(text) is not traced")
            }
            #expect(!run.output.contains("begin write."))
        }
    }

    @Test("A failure shows requirement, source, expected, got, the bytes and the rerun command, which fails again")
    func failure() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run(Self.run + ["--state", "my state", "--answer-within", "8s"])
            for text in ["HAP-WRITE-017 (must)", "  source ", "  expected ", "  got ", "  wire ", "  rerun "] {
                #expect(run.output.contains(text), "\(text) is missing")
            }
            let rerun = try #require(run.output.firstMatch(of: /rerun +assay (.*)/)).1
            // The options that decide the verdict are part of it, quoted for a shell.
            #expect(rerun.contains(" --state 'my state' --answer-within 8s "))
            let words = rerun.matches(of: /'([^']*)'|(\S+)/).map { String($0.1 ?? $0.2 ?? $0.0) }
            let again = try await assay.run(words)
            #expect(again.status == 1)
            #expect(again.output.contains("1 failed, 1 in total"))
        }
    }

    @Test("A run continues to its end after its reader is gone, and leaves no pairing behind")
    func closedPipe() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(["write.several"]).write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let child = try assay.start(
                    ["run", "--address", accessory.address, "--trace", "write.several"],
                    through: #"{ "$@"; echo $? > status; } 2>&1 | head -n 3"#
                )
                let heard = try await child.end(within: .seconds(60))
                #expect(heard.output.count { $0 == UInt8(ascii: "\n") } == 3, "\(heard.outputText)")
                #expect(try workspace.text("status") == "0\n")
            }
            let state = try JSON.parse(try workspace.bytes("accessory/state.json"))
            #expect(state["pairings"] == [])
            let summary = try workspace.summary()
            #expect(summary["end"]?["reason"] == "completed")
            #expect(summary["totals"]?["passed"] == 2 && summary["totals"]?["all"] == 2)
        }
    }

    @Test(
        "On a terminal a selftest shows its progress and removes it at the end; elsewhere it shows only its result"
    )
    func selftestProgress() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment = ["TERM": "xterm", "NO_COLOR": "1"]
            let words = ["selftest", "write.above-maximum", "--defect", "out-of-range-clamped"]
            let text = try await assay.start(words, onTerminal: true).end(within: .seconds(120)).outputText
            #expect(text.hasPrefix("\r0/10  0 %"), "\(text)")
            #expect(text.contains("\r10/10  100 %") && text.contains("out-of-range-clamped"), "\(text)")
            let outcome = try #require(text.split(separator: "\r").last { $0.contains("killed") })
            #expect(outcome.hasPrefix("conformant simulators: "), "\(text)")
            let quiet = try await assay.run(words)
            #expect(quiet.errors == "" && quiet.output.hasPrefix("conformant simulators: "))
        }
    }

    @Test("`simulate` carries out the commands that its help lists")
    func orders() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let help = try await assay.run("simulate", "--help").output
            let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let orders = words.matches(of: /`((?:set|press) [^`]+)`/).map { String($0.1) }
            #expect(orders.count == 2)
            try await assay.simulating("switch") { accessory in
                for order in orders {
                    let answer = try await accessory.order(order)
                    #expect(answer == "ok", "\(order)")
                }
            }
        }
    }

    @Test("`inspect` shows the word and the code of each type, which suites may use")
    func types() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run("inspect", "--simulated", "lightbulb")
            #expect(run.output.contains("─ Lightbulb (lightbulb 43, iid "), "\(run.output)")
            #expect(run.output.contains("─ On (on 25, iid 51) = "), "\(run.output)")
        }
    }

    @Test("The attribute database is a tree whose last branches end")
    func tree() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run("inspect", "--simulated", "switch")
            let lines = run.output.split(separator: "\n")
            #expect(lines.first == "accessory 1")
            #expect(lines.count { $0.hasPrefix("└─ ") } == 1)
            #expect(lines.last?.hasPrefix("   └─ ") == true, "\(run.output)")
            for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("│  ├─ ") {
                #expect(next.hasPrefix("│  "), "\(line)\n\(next)")
            }
        }
    }

    @Test("A failure appears when it happens, before the run ends, and the progress counts it")
    func live() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            let run = try await assay.run(Self.run)
            let failure =
                "FAILED write.above-maximum[lightbulb.brightness; row=above-maximum; over=ip]: HAP-WRITE-017: got "
            #expect(run.errors.contains(failure), "\(run.errors)")
            assay.environment = ["TERM": "xterm", "NO_COLOR": "1"]
            let text = try await assay.start(Self.run, onTerminal: true).end(within: .seconds(60)).outputText
            #expect(text.contains(#/\r\d+/\d+  \d+ %  1 failed  /#), "\(text)")
        }
    }

    @Test("Without a terminal a line appears at least every 15 s")
    func heartbeat() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                assay.suites = try SuiteExcerpt(["waiting.long"], own: WaitingSuite.section).write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let child = try assay.start(["run", "--address", accessory.address, "waiting.long"])
                try await child.wait(for: "the plan", within: .seconds(30)) {
                    $0.errorText.contains("1 instance; cost: ") ? true : nil
                }
                try await child.wait(for: "a line with the progress", within: .seconds(16)) {
                    $0.errorText.contains(#/\n0\/1  0 %  1\d\.\d s, about \d+\.\d s left  waiting\.long\n/#)
                        ? true : nil
                }
                child.send(signal: 15)
                _ = try await child.end(within: .seconds(20))
            }
        }
    }

    @Test("An accessory with more than 90 failures prints at most 400 lines")
    func manyFailures() async throws {
        let defects = [
            "wrong-success-code", "missing-prepare-endpoint", "below-min-accepted", "wrong-json-content-type",
            "event-headers-wrong", "characteristics-writable-without-verify", "semantic-error-not-4xx",
            "path-normalization-bypass", "strict-json-parser", "wrong-pairing-content-type",
            "single-id-only", "write-not-seen-by-other-session", "all-failed-writes-not-207", "mixed-write-not-207",
            "subscription-refused", "partial-failure-as-200", "all-failed-read-as-200", "meta-parameter-ignored",
            "perms-parameter-ignored", "type-parameter-ignored", "unknown-iid-read-ok", "value-in-write-response",
            "expect-continue-ignored", "string-for-number-accepted", "write-only-readable", "above-max-accepted",
        ]
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", defects.flatMap { ["--defect", $0] }) { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let run = try await assay.run(
                    [
                        "run", "--address", accessory.address, "--tier", "smoke", "--answer-within", "1s", "--repeat",
                        "4",
                    ],
                    within: .seconds(400)
                )
                #expect(run.status == 1, "\(run.everything)")
                let failed = try #require(try workspace.summary()["totals"]?["failed"]?.int64Value)
                #expect(failed >= 90, "\(failed)")
                let lines = run.everything.split(separator: "\n", omittingEmptySubsequences: false).count
                #expect(lines > 250 && lines <= 400, "\(lines)")
                let shown = run.output.ranges(of: "\nFAILED").count
                #expect(shown > 4, "\(run.output)")
                let left = try #require(run.output.firstMatch(of: #/\nnot shown in full: (\d+) failed, /#))
                #expect(Int(left.1).map { $0 < failed } == true, "\(left.0)")
            }
        }
    }

    @Test("Equal findings of rows are counted; --verbose prints each, and the reasons of the skips")
    func verbose() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let folded = try await assay.run(Self.run)
            // The brightness is at its maximum, so only the others show that the value changed.
            #expect(folded.output.ranges(of: "FAILED ").count == 2, "\(folded.output)")
            #expect(
                folded.output.contains("\n  and 1 more like it: write.above-maximum[lightbulb.saturation;\n"),
                "\(folded.output)"
            )
            let whole = try await assay.run(Self.run + ["--verbose"])
            #expect(whole.output.ranges(of: "FAILED ").count == 3, "\(whole.output)")
            #expect(whole.output.contains("it needs a characteristic with timed writes; this accessory has none"))
        }
    }

    @Test("Skips are one line, which names the command that explains them")
    func skips() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run)
            #expect(
                run.output.contains("\nskipped (2): `assay why` and `--verbose` list the reasons\n"),
                "\(run.output)"
            )
        }
    }

    @Test("Evidence is shown once, in lines of 80 columns with whole words; bytes have a column of characters")
    func evidence() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run(
                ["run", "--simulated", "lightbulb", "--defect", "below-min-accepted", "write.below-minimum"]
            )
            #expect(run.output.contains(#"json  {"characteristics":[{"aid":1,"iid":52,"value":-1}]}"#), "\(run.output)")
            // The JSON says everything, so no bytes repeat it.
            #expect(!run.output.contains(#/\n +[0-9a-f]{4}  [0-9a-f]{2} /#), "\(run.output)")
            for line in run.output.split(separator: "\n") where line.count > 80 {
                // A name or a command can't be broken.
                #expect(
                    line.contains("[lightbulb.") || line.hasPrefix("Rerun: ") || line.hasPrefix("Reports: "),
                    "\(line)"
                )
            }
            // A program reads the progress line by line, so no sentence is broken there.
            let plan = run.errors.split(separator: "\n").filter { $0.contains("; cost: ") }
            #expect(plan.count == 1, "\(run.errors)")
            let bytes = try await assay.run(
                [
                    "run", "--simulated", "lightbulb", "--defect", "malformed-status-line", "response.status-line",
                    "read.one",
                ]
            )
            #expect(bytes.output.contains(#/\n +[0-9a-f]{4}  (?:[0-9a-f]{2} ){16} [ -~]{16}\n/#), "\(bytes.output)")
        }
    }

    @Test("A body is shown as what it is: JSON where TLV8 was expected")
    func foreignBody() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--simulated", "lightbulb", "--defect", "pairing-url-missing", "pairings.list"]
            )
            let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(
                text.contains(#"got M2: HTTP 404 with JSON where TLV8 was expected: {"status":-70409}"#),
                "\(run.output)"
            )
        }
    }
}
