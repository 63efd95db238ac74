import Foundation
import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Judge
import Links
import Measurement
import RunRecord
import SelfTest
import SuiteLanguage

@testable import Runner

/// What a tester and a simulated accessory start with, before they meet on a bench of virtual time.
struct Meeting: Sendable {
    /// The controller that the accessory is paired with at the start.
    enum Past {
        case unpaired
        /// The tester, which keeps the pairing.
        case kept
        /// A controller that the tester does not know.
        case stranger
    }

    /// The accessory of `Suites/accessories`.
    var accessory = "lightbulb"
    /// What the accessory does wrong, each as a file of defects has it: `guard: {check: …, do: …}`.
    var faults: [String] = []
    var past = Past.unpaired
    /// Whether the tester has the setup code; `wrong` is another one.
    var code = Code.right
    /// Regular controllers that the accessory knows beside that, by identifier.
    var others: [String] = []
    /// Whether the pairing that the tester keeps is one that the accessory does not know.
    var isKeptPairingUnknown = false
    var mayDestroy = false
    /// How often a characteristic may be written; `nil` for no limit.
    var writesPerCharacteristic: Int?
    /// How long the run may take; `nil` for no limit of the user.
    var timeLimit: Duration?
    /// Whether anything can be done at the accessory itself.
    var hasStimulus = true
    /// Whether an accessory listens at the address.
    var isListening = true
    /// Where the ledger is; `nil` runs without one.
    var ledgerFolder: String?
    /// Is told of every journal event and of everything that is sent.
    var witness: (any Witness)?
    /// A section of the test's own, beside the vocabulary and the requirements.
    var section: String?
    /// All suites instead of a section.
    var library: SuiteLibrary?
    /// Decides everything that the accessory chooses at random, such as its delays.
    var seed: UInt64 = 1

    enum Code { case right, wrong, none }

    /// Runs `body` with both of them, on the calling thread.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Encounter) async throws -> Value) throws -> Value {
        let library = try library ?? SmallSuites.library(with: section)
        let definition = try SmallSuites.accessory(accessory)
        let bench = VirtualBench()
        return try bench.run { [self] in
            let (clock, random) = (bench.clock, SeededRandom(seed: seed))
            var state = PersistentState(random: random)
            let pairing = Self.pairing(with: state, random)
            if past != .unpaired { state.pairings = [Self.record(of: pairing)] }
            state.pairings += others.map {
                PairingRecord(identifier: Array($0.utf8), publicKey: random.bytes(32), permissions: 0)
            }
            let network = InProcessNetwork(clock: clock)
            let datagrams = InProcessDatagrams(clock: clock, host: Self.host.description)
            let server = AccessoryServer(
                AccessoryCore(definition, state: state, defects: try defects(), random: random),
                listener: try network.listen(at: isListening ? "accessory" : "elsewhere"),
                clock: clock,
                advertising: Advertising(over: try await datagrams.join(Advertising.group), address: Self.host, port: 1)
            )
            let tap = LinkTap(network.dialer(to: "accessory"), clock: clock, witness: witness)
            let place = ServiceFinder.Place(network: datagrams.neighbour("192.0.2.2"), host: Self.host, port: 1)
            let environment = RunEnvironment(
                transport: IPTransport(dialer: tap, clock: clock, finder: ServiceFinder(clock: clock) { place }),
                clock: clock,
                random: SeededRandom(seed: 2),
                stimulus: hasStimulus ? SimulatorStimulus(server: server, definition: definition) : nil
            )
            let encounter = try Encounter(
                environment: environment,
                settings: settings(definition, pairing),
                library: library,
                journal: Journal(clock: clock, sink: witness),
                ledger: ledgerFolder.map { try Ledger(folder: $0, address: "accessory") },
                server: server,
                tap: tap
            )
            witness?.meet(encounter)
            return try await server.serving { try await body(encounter) }
        }
    }

    private func defects() throws -> [Defect] {
        try faults.enumerated().flatMap { index, fault in
            let text = "defects:\n- {defect: fault-\(index), breaks: [HAP-CORE-001], on: \(accessory), \(fault)}\n"
            return try Defect.load(text, file: "faults.yaml")
        }
    }

    private func settings(_ definition: AccessoryDefinition, _ pairing: AccessoryPairing) throws -> RunSettings {
        var kept: AccessoryPairing? = past == .kept ? pairing : nil
        if isKeptPairingUnknown {
            kept = AccessoryPairing(
                accessoryID: pairing.accessoryID,
                accessoryLTPK: pairing.accessoryLTPK,
                controller: Controllers(random: SeededRandom(seed: 9)).fresh(),
                isAdmin: true
            )
        }
        let codes: [Code: SetupCode?] = [.right: definition.setupCode, .wrong: SetupCode("111-22-334")]
        var settings = RunSettings(
            accessory: definition.name,
            setupCode: codes[code] ?? nil,
            keptPairing: kept,
            seed: 1,
            mayActuate: true,
            mayDestroy: mayDestroy,
            rerun: "",
            started: ""
        )
        settings.writesPerCharacteristic = writesPerCharacteristic
        settings.timeLimit = timeLimit
        return settings
    }

    /// An address that RFC 5737 sets aside.
    private static let host = IPAddress(192, 0, 2, 1)

    private static func pairing(with state: PersistentState, _ random: any RandomSource) -> AccessoryPairing {
        AccessoryPairing(
            accessoryID: state.deviceID,
            accessoryLTPK: state.longTermKey.publicKey,
            controller: ControllerIdentity(pairingID: "kept", keyPair: Ed25519KeyPair(random: random)),
            isAdmin: true
        )
    }

    private static func record(of pairing: AccessoryPairing) -> PairingRecord {
        PairingRecord(
            identifier: Array(pairing.controller.pairingID.utf8),
            publicKey: pairing.controller.keyPair.publicKey,
            permissions: 1
        )
    }
}
