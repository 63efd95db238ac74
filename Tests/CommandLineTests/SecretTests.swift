import AssayKit
import Compression
import Foundation
import Glibc
import HAPAccessory
import HAPCrypto
import HAPModel
import HAPPairing
import Links
import Measurement
import Processes
import SelfTest
import SuiteLanguage
import Synchronization
import Testing

/// Secrets are not written anywhere, in any spelling.
@Suite("Secrets", .takingTurns)
struct SecretTests {
    /// The operating system's random bytes, recorded so that a test knows the keys that were made from them.
    private final class NotedRandom: RandomSource {
        private let given = Mutex<[[UInt8]]>([])

        func bytes(_ count: Int) -> [UInt8] {
            let bytes = SystemRandom().bytes(count)
            given.withLock { $0.append(bytes) }
            return bytes
        }

        /// All bytes that may have become a key.
        var scalars: [[UInt8]] { given.withLock { $0.filter { $0.count == Curve25519KeyPair.keyLength } } }
    }

    private static let code = "824-63-915"

    /// A bridge whose texts contain its setup code: alone, inside other text, and in Base64.
    private static func accessory(_ random: some RandomSource) throws -> (AccessoryDefinition, AccessoryCore) {
        let files = try SuitesFolder(path: AssayProgram.root.appending(path: "Suites").path).read()
        let bridge = try #require(files.first { $0.path == "accessories/bridge.yaml" })
        let digits = code.filter { $0 != "-" }
        let text = bridge.text
            .replacing("setup-code: 731-40-269", with: "setup-code: \(code)")
            .replacing("value: ASSAY-BR-0001", with: "value: SN-\(digits)-1")
            .replacing("value: Assay Bridge", with: "value: \"\(code) \u{1f4a1}\"")
            .replacing("value: Desk }", with: "value: \(Base64.encode(Array("x\(code)".utf8))) }")
        let definition = try AccessoryDefinition(text, file: bridge.path, catalogue: try Catalogue(files))
        return (definition, AccessoryCore(definition, state: PersistentState(random: random), random: random))
    }

    @Test("Neither setup code, payload nor keys are in journal, blobs, reports, trace or output of a run")
    func run() async throws {
        let random = NotedRandom()
        var (_, core) = try Self.accessory(random)
        let printed = core.printedPayload()
        let payload = try #require(printed).withText { $0 }
        let listener = try await SocketListener.bind()
        let advertising = try await Advertising(host: listener.host, port: listener.port)
        let server = AccessoryServer(core, listener: listener, clock: .system, advertising: advertising)
        try await server.serving {
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                let address = ["--address", "127.0.0.1:\(listener.port)"]
                assay.environment["ASSAY_SETUP_CODE"] = Self.code
                assay.environment["ASSAY_SETUP_PAYLOAD"] = payload
                let paired = try await assay.run(["pair"] + address)
                #expect(paired.status == 0, "\(paired.everything)")
                let store = try JSON.parse(try workspace.bytes(".local/state/assay/pairings.json"))
                let seed = try #require(
                    store.objectValue?.members.first?.value["seed"]?.stringValue.flatMap(Hex.decode)
                )

                let run = try await assay.run(["run", "--trace"] + Self.cases + address)
                #expect(run.output.contains("values.names"), "\(run.everything)")
                let unpaired = try await assay.run(["unpair"] + address)
                let own = try await assay.run(["run", "--trace", "pair-setup.complete"] + Self.cases + address)
                #expect(own.status == 0, "\(own.output)")
                #expect(own.everything.contains("passed setup-code.hash"))
                let derived = try await assay.run(["run", "--trace", "setup-code.not-public"] + address)
                #expect(derived.status == 1, "\(derived.output)")
                let inspected = try await assay.run(["inspect"] + address)
                let document = try await assay.run(["inspect", "--json"] + address)
                for inspection in [inspected, document] {
                    #expect(inspection.status == 0, "\(inspection.everything)")
                    #expect(inspection.output.contains("SN-••••••••-1"), "\(inspection.output)")
                }

                var written = [paired, run, unpaired, own, derived, inspected, document].map {
                    Array($0.everything.utf8)
                }
                let files = try workspace.files(below: "Reports")
                for name in ["junit.xml", "summary.json", "run.jsonl.gz"] {
                    #expect(files.count { $0.hasSuffix("/\(name)") } == 3)
                }
                #expect(files.contains { $0.contains("/blobs/") })
                for file in files {
                    let bytes = try workspace.bytes("Reports/\(file)")
                    written.append(file.hasSuffix(".gz") ? try Gzip.expanded(bytes).bytes : bytes)
                }
                let everything = Spellings.Haystack(written)

                let sessions = try SessionSecrets(journal: everything.texts, scalars: random.scalars)
                // The messages of instances that passed are in the records without their bytes.
                #expect(sessions.proven >= 2, "the test must know the keys that it looks for")
                // Public values are found, so secret ones would be found, too.
                #expect(sessions.publicKeys.allSatisfy { everything.holds(Spellings.of($0)) })
                #expect(everything.holds(Spellings.of(Array("SN-".utf8))))

                let secrets = [seed] + random.scalars + sessions.keys
                #expect(secrets.count > 10)
                for secret in secrets { #expect(!everything.holds(Spellings.of(secret))) }
                let digits = String(payload.dropFirst("X-HM://".count).prefix(9))
                for text in [Self.code, Self.code.filter { $0 != "-" }, payload, digits] {
                    #expect(!everything.holds(Spellings.of(Array(text.utf8))), "\(everything.around(text))")
                }
            }
        }
    }

    /// Makes the accessory send its setup code, and findings quote it.
    private static let cases = [
        "values.names", "database.complete", "read.twice", "pair-verify.complete", "write.round-trip",
        "setup-code.payload-*", "setup-code.hash",
    ]

    @Test("The question for the setup code stays on its line while time passes, and Ctrl-C there ends the command")
    func question() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                let words = ["run", "--address", accessory.address, "read.twice"]
                let child = try assay.start(words, onTerminal: true)
                let question = "Setup code (XXX-XX-XXX): "
                try await child.wait(for: "the question", within: .seconds(60)) {
                    $0.outputText.hasSuffix(question) ? true : nil
                }
                // Progress appears once a second.
                await #expect(throws: ChildFailure.self) {
                    try await child.wait(for: "further output", within: .milliseconds(2500)) {
                        $0.outputText.hasSuffix(question) ? nil : true
                    }
                }
                try child.say("\u{3}")
                let heard = try await child.end(within: .seconds(10))
                #expect(heard.ending == .init(status: 5, isSignal: false), "\(heard.outputText)")
                #expect(heard.outputText.contains("interrupted"), "\(heard.outputText)")
            }
        }
    }

    @Test(
        "A signal during the question for the setup code gives the terminal its mode back",
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func terminalMode(_ number: Int32) async throws {
        try await Workspace.with { workspace in
            let child = try AssayProgram(in: workspace).start(
                ["pair", "--address", "127.0.0.1:9"],
                through: #"stty -g >before; sh -c 'echo $$ >pid; exec "$@"' sh "$@"; echo "status $?"; stty -g >after"#,
                onTerminal: true
            )
            try await child.wait(for: "the question", within: .seconds(60)) {
                $0.outputText.hasSuffix("Setup code (XXX-XX-XXX): ") ? true : nil
            }
            let asking = try #require(pid_t(try workspace.text("pid").trimmingCharacters(in: .newlines)))
            kill(asking, number)
            let heard = try await child.end(within: .seconds(10))
            #expect(heard.outputText.contains("status 5"), "\(heard.outputText)")
            #expect(try workspace.text("before") != "")
            #expect(try workspace.text("after") == workspace.text("before"))
        }
    }

    @Test("A setup code that is typed is not shown, and a killed run's journal holds no key of its ledger")
    func typed() async throws {
        let random = NotedRandom()
        let (_, core) = try Self.accessory(random)
        let listener = try await SocketListener.bind()
        let server = AccessoryServer(core, listener: listener, clock: .system)
        try await server.serving {
            try await Relay.with(port: listener.port) { relay in
                try await Workspace.with { workspace in
                    let assay = AssayProgram(in: workspace)
                    // M1, M3 and M5 of pair-setup, and all requests until the accessory knows the controller.
                    let reached = relay.stop(at: .init(request: 5, isAnswered: true))
                    let child = try assay.start(
                        ["run", "--address", relay.address, "--trace"] + Self.cases,
                        onTerminal: true
                    )
                    try await child.wait(for: "the question", within: .seconds(60)) {
                        $0.outputText.hasSuffix("Setup code (XXX-XX-XXX): ") ? true : nil
                    }
                    try child.say(Self.code)
                    for await _ in reached { break }
                    child.send(signal: SIGKILL)
                    let heard = try await child.end(within: .seconds(10))
                    let ledger = try #require(try workspace.files(below: ".local").first { $0.contains("ledger-") })
                    let seeds = try workspace.text(".local/\(ledger)").matches(of: /"seed":"([0-9a-f]{64})"/)
                        .compactMap { Hex.decode(String($0.1)) }
                    #expect(!seeds.isEmpty)
                    var written = [heard.output]
                    for file in try workspace.files(below: "Reports") {
                        written.append(try workspace.bytes("Reports/\(file)"))
                    }
                    let everything = Spellings.Haystack(written)
                    #expect(heard.outputText.contains("POST /pair-setup"))
                    for secret in seeds + [Array(Self.code.utf8)] + random.scalars {
                        #expect(!everything.holds(Spellings.of(secret)))
                    }
                }
            }
        }
    }
}
