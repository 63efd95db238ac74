import Foundation
import Processes
import Testing

@Suite("Writing suites", .takingTurns)
struct SuiteWritingTests {
    @Test("`suites show` prints a case without an accessory: its requirements, its defects and its lines")
    func show() async throws {
        try await Workspace.with { workspace in
            let shown = try await AssayProgram(in: workspace).run("suites", "show", "write.service")
            #expect(shown.status == 0)
            #expect(shown.errors == "")
            let lines = shown.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(lines.first == "write.service: Writing to the iid of a service is refused")
            let place = "in \(AssayProgram.root.path)/Suites/characteristics/write.yaml:"
            #expect(shown.words.contains(place), "\(shown.output)")
            #expect(shown.words.contains(#/write.yaml:\d+:3, needs the accessory paired/#), "\(shown.output)")
            #expect(lines.contains { $0.hasPrefix("  proves HAP-WRITE-003 (must, HAP R1 ") }, "\(shown.output)")
            #expect(lines.contains("  runs over IP and Thread"))
            #expect(lines.contains("  will run over Bluetooth LE when Assay supports it"))
            #expect(lines.contains { $0.hasPrefix("  violated by ") && $0.contains("write-to-service-iid-ok") })
            // A program reads each fact on one line.
            let facts = [
                "write.service: ", "  in ", "  proves ", "  runs over ", "  will run over ", "  has the tags ",
                "  violated by ",
            ]
            let head = lines.prefix { !$0.isEmpty }
            #expect(head.allSatisfy { line in facts.contains { line.hasPrefix($0) } }, "\(shown.output)")
            let own = lines.drop { !$0.isEmpty }.dropFirst()
            #expect(own.first == "  write.service: # kills write-to-service-iid-ok", "\(shown.output)")
            #expect(own.contains("    proves: HAP-WRITE-003"))
            #expect(own.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.count == 1, "\(own)")
        }
    }

    @Test("An unknown case gives the names that are near")
    func unknownCase() async throws {
        try await Workspace.with { workspace in
            let shown = try await AssayProgram(in: workspace).run("suites", "show", "write.servce")
            #expect(shown.status == 2)
            #expect(
                shown.errors
                    == "no case matches write.servce; did you mean write.service, write.zero or write.remote? `assay suites list` prints all cases\n"
            )
        }
    }

    @Test("`suites new` writes a file that loads, runs, and names the schema")
    func new() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            let command = ["suites", "new", "characteristics/dimmers", "--proves", "HAP-READ-001"]
            let written = try await assay.run(command)
            #expect(written.status == 0)
            let path = workspace.path("Suites/characteristics/dimmers.yaml")
            #expect(written.output == "wrote \(path); change its case, then run `assay suites check`\n")
            let text = try workspace.text("Suites/characteristics/dimmers.yaml")
            #expect(
                text.hasPrefix(
                    "# yaml-language-server: $schema=../schemas/suite.schema.json\nchapter: characteristics\n"
                )
            )
            #expect(try await assay.run("suites", "check").status == 0)
            let run = try await assay.run("run", "--simulated", "lightbulb", "dimmers.example")
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("2 passed, 2 in total"), "\(run.output)")
            let again = try await assay.run(command)
            #expect(again.status == 2)
            #expect(try workspace.text("Suites/characteristics/dimmers.yaml") == text)
        }
    }

    @Test(
        "`suites new` names what is wrong",
        arguments: [
            (
                ["dimmers", "--proves", "HAP-READ-001"],
                "`dimmers` cannot be a suite; expected CHAPTER/SECTION in lower-case words, such as characteristics/dimmers"
            ),
            (
                ["defects/dimmers", "--proves", "HAP-READ-001"],
                "`defects/dimmers` cannot be a suite; expected CHAPTER/SECTION in lower-case words, such as "
                    + "characteristics/dimmers"
            ),
            (
                ["charcteristics/dimmers", "--proves", "HAP-READ-001"],
                "no chapter has the name `charcteristics`; did you mean `characteristics`?"
            ),
            (
                ["characteristics/dimmers", "--proves", "HAP-CORE-003"],
                "HAP-CORE-003 is the same as HAP-PAIR-VERIFY-005; name HAP-PAIR-VERIFY-005"
            ),
            (
                ["characteristics/dimmers", "--proves", "HAP-REED-001"],
                "unknown requirement `HAP-REED-001`; did you mean `HAP-READ-001`"
            ),
        ]
    )
    func wrongName(_ words: [String], _ message: String) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(["suites", "new"] + words)
            #expect(run.status == 2)
            #expect(run.errors.contains(message), "\(run.errors)")
        }
    }

    @Test("Every suite names the schema for editors, where it is")
    func schemaLines() throws {
        let suites = AssayProgram.root.appending(path: "Suites")
        let names = try FileManager.default.subpathsOfDirectory(atPath: suites.path).filter { $0.hasSuffix(".yaml") }
        let files = try names.map { suites.appending(path: $0) }
            .filter { try String(contentsOf: $0, encoding: .utf8).contains("\nchapter: ") }
        #expect(files.count > 20)
        for file in files {
            let line = try String(contentsOf: file, encoding: .utf8).prefix { $0 != "\n" }
            let path = try #require(line.wholeMatch(of: /# yaml-language-server: \$schema=(\S+)/), "\(file.path)").1
            let schema = file.deletingLastPathComponent().appending(path: String(path))
            #expect(FileManager.default.fileExists(atPath: schema.path), "\(schema.path)")
        }
    }

    private static let own = """
        chapter: characteristics
        section: own
        title: "Own"
        cases:
          own.same-value:
            title: "The attribute database and a read have the same value"
            proves: HAP-READ-001
            one: {it: {type: brightness, service: lightbulb}}
            steps:
            - {write: {it: v1}}
            - {database: {}, as: db}
            - {read: it, expect: {field: {entry.value: {equals: db.of.it.value}}}}
          own.words:
            title: "Each characteristic gets its own value"
            proves: HAP-WRITE-001
            one: {it: {pairs: lightbulb/hue}, on-off: {type: "25", service: "43"}}
            steps:
            - {write: {it: v1, on-off: v1}, expect: {outcome: success}}
            - {read: on-off, expect: {value: on-off.v1}}
            - {read: it, expect: {value: it.v1}}

        """

    private static let rejudged = "4 verdicts, the same as in the run.\n"

    @Test("Types by word and code, value words of several characteristics, and a comparison of two observations")
    func comparison() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(Self.own, to: "Suites/characteristics/own.yaml")
            let run = try await assay.run("run", "--simulated", "lightbulb", "own.*")
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("4 passed, 4 in total"), "\(run.output)")
            // The record has no catalogue, and needs none.
            #expect(try await assay.run("rejudge", "Reports/latest").output.hasSuffix(Self.rejudged))
            let broken = try await assay.run(
                ["run", "--simulated", "lightbulb", "--defect", "database-differs-from-read", "own.*"]
            )
            #expect(broken.status == 1)
            #expect(broken.output.contains("FAILED own.same-value[lightbulb.brightness; over=ip]"), "\(broken.output)")
            #expect(broken.output.contains("GET /accessories"), "\(broken.output)")
            #expect(try await assay.run("rejudge", "Reports/latest").output.hasSuffix(Self.rejudged))
        }
    }
}
