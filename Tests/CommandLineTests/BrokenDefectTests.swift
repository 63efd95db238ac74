import Foundation
import Processes
import Testing

@Suite("Wrong defects", .takingTurns)
struct BrokenDefectTests {
    @Test(
        "A defect that names what its accessory does not have, or that has no effect, is rejected with its place",
        arguments: [
            (
                "guard: {check: value.minimum, do: skip}, when: {characteristic: Xyz}",
                "121: unknown characteristic `Xyz` of the simulated lightbulb; expected one of Brightness, "
                    + "Firmware Revision, Hardware Revision, Hue, Identify, Manufacturer, Model, Name, On, Saturation, "
                    + "Serial Number, Version"
            ),
            (
                "guard: {check: value.minimum, do: skip}, when: {characteristic: Onnn}",
                "121: unknown characteristic `Onnn` of the simulated lightbulb; did you mean `On`?"
            ),
            (
                "guard: {check: session.required, do: skip}, when: {characteristic: on}",
                "108: `characteristic` has no effect on guard session.required, which is passed without a "
                    + "characteristic; remove it"
            ),
            (
                "memory: {of: values, lasts: session}, when: {controller: admin}",
                "102: `controller` has no effect on memory values, which is passed without a request; remove it"
            ),
            (
                "behaviour: {rule: value.out-of-range, is: clamp}, when: {nth: 2}",
                "114: `nth` has no effect on behaviour value.out-of-range, whose passes are not counted; remove it"
            ),
            (
                "guard: {check: pair-setup.m5.tag, do: skip}, when: {entry: first}",
                "109: `entry` is never met at guard pair-setup.m5.tag, which is not passed for an entry of a request; "
                    + "remove it"
            ),
            (
                "guard: {check: read.permission, do: skip}, when: {value: long}",
                "107: `value` is never met at guard read.permission, which is passed without a written value; remove it"
            ),
            (
                "effect: {of: value.store, do: omit}, when: {message: read}",
                "101: `message` is never met at effect value.store, which only write passes; remove it"
            ),
            (
                "guard: {check: value.minimum, do: skip}, when: {characteristic: Hue, format: string}",
                "104: no characteristic of the simulated lightbulb meets these conditions together; change or remove one"
            ),
            (
                "effect: {of: value.store, do: omit}, when: {characteristic: Brightness, value: spaced}",
                "100: no characteristic of the simulated lightbulb meets these conditions together; change or remove one"
            ),
            (
                "effect: {of: value.store, do: omit}, when: {accessory: 7}",
                "100: no characteristic of the simulated lightbulb meets these conditions together; change or remove one"
            ),
            (
                "guard: {check: session.required, do: skip}, when: {controller: unverified, session: second}",
                "107: `session` is never met together with `controller: unverified`, which has no session; remove one of "
                    + "them"
            ),
            (
                "memory: {of: vaules, lasts: session}",
                "70: unknown point `vaules` of the kind memory; did you mean `values`?"
            ),
            (
                "database: {at: {service: Lightbulbb}, do: remove}",
                "82: unknown service `Lightbulbb` of the simulated lightbulb; did you mean `Lightbulb`?"
            ),
            (
                "database: {at: {service: lightbulb, characteristic: Huee}, do: remove}",
                "109: unknown characteristic `Huee` of the simulated lightbulb; did you mean `Hue`?"
            ),
            (
                "database: {do: remove}",
                "72: `remove` has no effect on the whole database; name an accessory, a service or a characteristic "
                    + "with `at`"
            ),
            (
                "answer: {to: read, status: 500, closes: instead}",
                "76: `status` has no effect with `closes: instead`, because no response is sent; remove it"
            ),
        ]
    )
    func wrong(_ change: String, _ message: String) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(
                "defects:\n- {defect: own, breaks: [HAP-WRITE-018], on: lightbulb, \(change)}\n",
                to: "Suites/defects/own.yaml"
            )
            let run = try await assay.run("suites", "check")
            #expect(run.status == 2)
            #expect(run.errors == "Suites/defects/own.yaml:2:\(message)\n")
        }
    }

    @Test("All wrong entries of a file are named at once")
    func severalMistakes() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(
                """
                defects:
                - {defect: one, breaks: [HAP-WRITE-018], on: lightbulb, guard: {check: value.minimun, do: skip}}
                - {defect: two, breaks: [HAP-WRITE-999], on: lightbulb, guard: {check: value.length, do: skip}}
                - {defect: three, breaks: [HAP-WRITE-018], on: lightbulp, guard: {check: value.tlv8, do: skip}}

                """,
                to: "Suites/defects/own.yaml"
            )
            let run = try await assay.run("suites", "check")
            #expect(run.status == 2)
            #expect(
                run.errors == """
                    Suites/defects/own.yaml:2:72: unknown point `value.minimun` of the kind guard; did you mean `value.minimum` or `value.maximum`?
                    Suites/defects/own.yaml:3:26: unknown requirement `HAP-WRITE-999`; did you mean `HAP-WRITE-009`, `HAP-WRITE-019` or `HAP-WRITE-029`?
                    Suites/defects/own.yaml:4:48: unknown simulated accessory `lightbulp`; did you mean `lightbulb`?

                    """
            )
        }
    }

    @Test("A characteristic has the same meaning by name, by word and by code", arguments: ["Hue", "hue", "\"13\""])
    func spellings(_ name: String) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(
                """
                defects:
                - defect: own
                  breaks: [HAP-WRITE-017]
                  on: lightbulb
                  guard: {check: value.maximum, do: skip}
                  when: {characteristic: \(name)}

                """,
                to: "Suites/defects/own.yaml"
            )
            let run = try await assay.run(
                ["run", "--simulated", "lightbulb", "--defect", "own", "write.above-maximum"]
            )
            #expect(run.status == 1)
            #expect(run.output.contains("FAILED write.above-maximum[lightbulb.hue;"), "\(run.output)")
            #expect(!run.output.contains("FAILED write.above-maximum[lightbulb.saturation;"), "\(run.output)")
        }
    }
}
