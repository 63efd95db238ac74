import Foundation
import HAPAccessory
import HAPCrypto
import HAPModel
import Links
import Measurement
import Processes
import SelfTest
import SuiteLanguage
import Testing

/// Texts of an accessory that would control the user's terminal.
@Suite("Hostile texts", .takingTurns)
struct HostileTextTests {
    /// Changes colours, sets the title, reverses the reading direction, and hides text.
    private static let text = "Lamp\u{9b}31m\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}gnihton\u{200b}\u{2066}\u{feff}"
    private static let harmful: [Unicode.Scalar] = [
        "\u{9b}", "\u{1b}", "\u{7}", "\u{202e}", "\u{200b}", "\u{2066}", "\u{feff}",
    ]
    private static let code = "518-08-582"

    private static func expectHarmless(_ text: String, _ what: String) {
        let found = text.unicodeScalars.filter(harmful.contains).map { "U+" + String($0.value, radix: 16) }
        #expect(found.isEmpty, "\(what): \(found)")
        #expect(!text.contains(code), "\(what) shows the setup code")
    }

    /// A lightbulb whose Name and Manufacturer are hostile, and whose Model is its setup code.
    private func core() throws -> AccessoryCore {
        let files = try SuitesFolder(path: AssayProgram.root.appending(path: "Suites").path).read()
        let lightbulb = try #require(files.first { $0.path == "accessories/lightbulb.yaml" })
        // YAML accepts such characters only as escapes.
        let escapes = Self.text.utf16.map { unit in
            "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
        }
        let quoted = "\"\(escapes.joined())\""
        let text = lightbulb.text
            .replacing("value: Assay Lightbulb }", with: "value: \(quoted) }")
            .replacing("value: Assay }", with: "value: \(quoted) }")
            .replacing("value: Lightbulb 1 }", with: "value: \"\(Self.code)\" }")
        let definition = try AccessoryDefinition(text, file: lightbulb.path, catalogue: try Catalogue(files))
        let random = SystemRandom()
        return AccessoryCore(definition, state: PersistentState(random: random), random: random)
    }

    @Test("An accessory's names cannot control the terminal or the reports, and show no setup code")
    func names() async throws {
        let listener = try await SocketListener.bind()
        let server = AccessoryServer(try core(), listener: listener, clock: .system)
        try await server.serving {
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.environment = ["ASSAY_SETUP_CODE": Self.code, "TERM": "xterm", "NO_COLOR": "1"]
                let address = ["--address", "127.0.0.1:\(listener.port)"]
                for options in [[], ["--json"]] {
                    let inspected = try await assay.start(["inspect"] + options + address, onTerminal: true)
                        .end(within: .seconds(60))
                    #expect(inspected.ending == .init(status: 0, isSignal: false))
                    #expect(
                        inspected.outputText.contains("202e}gnihton") || inspected.outputText.contains("\\u202egnihton")
                    )
                    #expect(inspected.outputText.contains("••••••••"))
                    Self.expectHarmless(inspected.outputText, "inspect \(options)")
                }
                let profiled = try await assay.run(["profile", "init", "--file", "accessory.yaml"] + address)
                #expect(profiled.status == 0, "\(profiled.everything)")
                Self.expectHarmless(try workspace.text("accessory.yaml"), "the profile")
                let checked = try await assay.run(["profile", "check", "accessory.yaml"])
                #expect(checked.status == 0, "\(checked.everything)")
                let run = try await assay.start(
                    ["run", "--trace", "--html", "page.html", "values.*", "database.complete"] + address,
                    onTerminal: true
                )
                .end(within: .seconds(60))
                #expect(run.outputText.contains("gnihton"))
                Self.expectHarmless(run.outputText, "run --trace")
                for name in ["Reports/latest/junit.xml", "Reports/latest/summary.json", "page.html"] {
                    let text = try workspace.text(name)
                    Self.expectHarmless(text, name)
                }
            }
        }
    }

    @Test("An accessory's response to pair-setup is harmless in the trace")
    func trace() async throws {
        let listener = try await SocketListener.bind()
        let phrase = "\(Self.text) \(Self.code)"
        let head = "HTTP/1.1 500 \(phrase)\r\nContent-Type: text/plain\r\nContent-Length: \(phrase.utf8.count)\r\n\r\n"
        let answer = Array((head + phrase).utf8)
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask {
                await withDiscardingTaskGroup { links in
                    for await link in listener.links {
                        links.addTask {
                            let deadline = MonotonicClock.system.deadline(in: .seconds(60))
                            while case .bytes = await link.receive(until: deadline) {
                                _ = try? await link.send(answer)
                            }
                        }
                    }
                }
            }
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = Self.code
                let words = ["run", "--trace", "pair-setup.complete", "--address", "127.0.0.1:\(listener.port)"]
                let heard = try await assay.run(words)
                #expect(heard.everything.contains("gnihton"), "\(heard.everything)")
                #expect(heard.everything.contains("••••••••"), "\(heard.everything)")
                Self.expectHarmless(heard.everything, "run --trace")
            }
            await listener.close()
        }
    }
}
