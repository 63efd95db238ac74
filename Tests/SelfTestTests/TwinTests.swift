import AssayKit
import Checkout
import HAPAccessory
import Judge
import MarkedYAML
import SelfTest
import SuiteLanguage
import Testing

@Suite("Twins: simulated accessories that answer in another form that the protocol allows")
struct TwinTests {
    private static func simulators(adding text: String? = nil) throws -> SimulatorLibrary {
        let library = try Checkout.library
        let added = text.map { [SuiteFile(path: "twins/z.yaml", text: $0)] } ?? []
        return try SimulatorLibrary(library.files + added, requirements: library.requirements)
    }

    private static func fates(_ names: [String], in simulators: SimulatorLibrary) async throws -> [TwinRuns.Fate] {
        let runs = TwinRuns(library: try Checkout.library, simulators: simulators, entrance: InProcessIP())
        return await runs.rows(try names.map { try #require(simulators.twin($0)) }).map(\.fate)
    }

    @Test("There are at least 120, and a sample of them is tolerated with the warnings that they declare")
    func sample() async throws {
        let simulators = try Self.simulators()
        #expect(simulators.twins.count >= 120)
        let runs = TwinRuns(library: try Checkout.library, simulators: simulators, entrance: InProcessIP())
        // `assay selftest` runs all of them, also those that need two transports.
        let twins = simulators.twins.filter { runs.concerns($0) && !$0.answers.contains { $0.hasPrefix("HAP-MULTI-") } }
        for row in await runs.rows(twins.enumerated().filter { $0.offset % 40 == 0 }.map(\.element)) {
            #expect(row.fate == (row.twin.warns.isEmpty ? .tolerated : .warned), "\(row.twin.name)")
        }
    }

    @Test(
        "A twin that changes pair-setup has the same fate with a narrow selection, whose cases need no pair-setup themselves",
        arguments: [[], ["HAP-DISCOVERY-037"]]
    )
    func narrow(_ requirements: [String]) async throws {
        let simulators = try Self.simulators()
        let twin = try #require(simulators.twin("device-id-near-mac-address"))
        let runs = TwinRuns(
            library: try Checkout.library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: Selection(requirements: requirements)
        )
        #expect(await runs.rows([twin]).map(\.fate) == [.warned])
    }

    /// A twin that accepts a value below the minimum does not conform.
    private static let wrong = """
        twins:
        - twin: wrong
          answers: [HAP-WRITE-018]
          on: lightbulb
          guard: { check: value.minimum, do: skip }
        """

    @Test("A twin that a case fails on is a false alarm")
    func falseAlarm() async throws {
        let fate = try #require(try await Self.fates(["wrong"], in: try Self.simulators(adding: Self.wrong)).first)
        guard case .falseAlarm(let verdicts) = fate else {
            Issue.record("\(fate)")
            return
        }
        #expect(verdicts.contains { $0.caseID == "write.below-minimum" && $0.outcome == .failed })
    }

    @Test("A warning that a twin does not declare, or does not cause, is reported")
    func warnings() async throws {
        let text = """
            twins:
            - twin: silent
              answers: [HAP-IDENTIFY-011]
              on: lightbulb
              guard: { check: identify.value, do: skip }
            - twin: loud
              answers: [HAP-WRITE-038]
              warns: [HAP-WRITE-038]
              on: lightbulb
              answer: { to: write, instead: 204, status: invalid-value }
              when: { has: empty-list }
            """
        let fates = try await Self.fates(["silent", "loud"], in: try Self.simulators(adding: text))
        #expect(fates == [.undeclaredWarning(["HAP-IDENTIFY-011"]), .missingWarning(["HAP-WRITE-038"])])
    }

    @Test("A twin whose change has no effect, or that no case is about, proves nothing")
    func vacuous() async throws {
        let text = """
            twins:
            - twin: same
              answers: [HAP-WRITE-018]
              on: lightbulb
              guard: { check: value.tlv8, do: skip }
            - twin: unclaimed
              answers: [HAP-PAIR-SETUP-004]
              on: lightbulb
              guard: { check: value.tlv8, do: skip }
            """
        let fates = try await Self.fates(["same", "unclaimed"], in: try Self.simulators(adding: text))
        #expect(
            fates == [
                .vacuous("the accessory behaves like the one without the change"),
                .vacuous("no case proves HAP-PAIR-SETUP-004"),
            ]
        )
    }

    @Test(
        "Errors in a file of twins have a place",
        arguments: [
            ("", "4:3: the entry needs one of the keys guard, effect"),
            ("guard: {check: value.tlv9, do: skip}", "5:18: unknown point `value.tlv9` of the kind guard"),
            ("breaks: [HAP-WRITE-018]", "5:3: unknown key `breaks`"),
            ("guard: {check: value.tlv8, do: skip}\n  warns: []", "6:10: expected at least one requirement"),
        ]
    )
    func entryErrors(_ lines: String, _ message: String) throws {
        let text = "twins:\n# A comment.\n\n- twin: z\n  \(lines)\n  answers: [HAP-WRITE-018]\n  on: lightbulb\n"
        try expect("twins/z.yaml:\(message)", of: text)
    }

    @Test(
        "Twins with unknown requirements or accessories, and names that are taken, are errors with their place",
        arguments: [
            (["other", "HAP-WRITE-999", "lightbulb"], "3:13: unknown requirement `HAP-WRITE-999`"),
            (["other", "HAP-WRITE-018", "teapot"], "4:7: unknown simulated accessory `teapot`"),
            (["below-min-accepted", "HAP-WRITE-018", "lightbulb"], "2:3: the defect at defects/"),
            (
                ["empty-list-refused", "HAP-WRITE-018", "lightbulb"],
                "2:3: duplicate twin `empty-list-refused`, first at twins/"
            ),
        ]
    )
    func libraryErrors(_ entry: [String], _ message: String) throws {
        let text = """
            twins:
            - twin: \(entry[0])
              answers: [\(entry[1])]
              on: \(entry[2])
              guard: { check: value.tlv8, do: skip }
            """
        try expect("twins/z.yaml:\(message)", of: text)
    }

    @Test("The same name twice in a file is an error")
    func duplicate() throws {
        let entry =
            "- twin: same\n  answers: [HAP-WRITE-018]\n  on: lightbulb\n  guard: { check: value.tlv8, do: skip }\n"
        try expect("twins/z.yaml:6:3: duplicate twin `same`, first at twins/z.yaml:2:3", of: "twins:\n\(entry)\(entry)")
    }

    private func expect(_ message: String, of text: String) throws {
        let problems = #expect(throws: SuiteProblems.self) { try Self.simulators(adding: text) }
        let first = try #require(problems?.problems.first).description
        #expect(first.hasPrefix(message), "\(first)")
    }
}
