import ArgumentParser
import Foundation
import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Links
import Measurement
import Runner
import SelfTest
import SuiteLanguage

/// The accessory that a command works on, ready to be dialled: a real one, or a simulated one that is served meanwhile
/// on a loopback port.
struct BenchSetup {
    var environment: RunEnvironment
    /// The accessory's name for people; where it is reached, if it is not simulated.
    var name: String
    var setupCode: SetupCode?
    /// The setup payload of the label.
    var setupPayload: PrintedPayload?
    var keptPairing: AccessoryPairing?
    var ledger: Ledger?
    /// What moves may be moved: a simulated accessory hurts nobody.
    var mayActuate: Bool
    var mayDestroy: Bool
    /// What is stated of the accessory that the wire does not show.
    var declared: Set<String> = []
    /// The setup code is known to be right.
    var isCodeCertain = false

    /// Gives `body` the accessory that the options name.
    static func with<Value: Sendable>(
        _ options: AccessoryOptions,
        suites: LoadedSuites,
        _ body: @escaping @Sendable (BenchSetup) async throws -> Value
    ) async throws -> Value {
        if let name = options.simulated {
            return try await simulated(name, options, suites, body)
        }
        var setup = try await BenchSetup(address: options.address ?? "", state: options.state)
        setup.setupCode = try options.code(mayAsk: setup.keptPairing == nil)
        setup.setupPayload = options.payload
        return try await body(setup)
    }

    private static func simulated<Value: Sendable>(
        _ name: String,
        _ options: AccessoryOptions,
        _ suites: LoadedSuites,
        _ body: @escaping @Sendable (BenchSetup) async throws -> Value
    ) async throws -> Value {
        let simulators = try suites.simulators()
        let definition = try simulators.named(name)
        let defects = try options.defect.map { [try simulators.namedDefect($0)] } ?? []
        let given = try options.code(mayAsk: false)
        let random = SystemRandom()
        let listener = try await SocketListener.bind()
        var core = AccessoryCore(definition, state: PersistentState(random: random), defects: defects, random: random)
        let payload = options.payload ?? core.printedPayload()
        // Where multicast is not to be had, the run says that nobody told of the accessory.
        let advertising = try? await Advertising(host: listener.host, port: listener.port)
        let server = AccessoryServer(core, listener: listener, clock: .system, advertising: advertising)
        return try await server.serving {
            try await body(
                BenchSetup(
                    environment: RunEnvironment(
                        transport: IPTransport(SocketDialer(host: listener.host, port: listener.port)),
                        clock: .system,
                        random: random,
                        stimulus: SimulatorStimulus(server: server, definition: definition)
                    ),
                    name: name,
                    setupCode: given ?? definition.setupCode,
                    setupPayload: payload,
                    keptPairing: nil,
                    ledger: nil,
                    mayActuate: true,
                    mayDestroy: true,
                    declared: definition.declared,
                    isCodeCertain: given == nil || given == definition.setupCode
                )
            )
        }
    }
}

extension BenchSetup {
    /// The accessory at the address, with what is kept of it and without a setup code.
    ///
    /// - Throws: an exit with status 2 if the state folder cannot be written, and with status 4 if what is kept cannot be
    ///   read, or somebody else works on the accessory.
    init(address: String, state: StateOptions) async throws {
        let environment = try RunEnvironment(address: address)
        let folder = try state.writable()
        let acquaintance = try await Exit.orTrouble { try await Acquaintance(environment: environment, folder: folder) }
        if let note = acquaintance.note { Terminal.complain(note) }
        self.init(
            environment: environment,
            name: environment.transport.destination,
            keptPairing: acquaintance.keptPairing,
            ledger: acquaintance.ledger,
            mayActuate: false,
            mayDestroy: false
        )
    }
}

extension RunEnvironment {
    /// The way to what `--address` names.
    init(address: String) throws {
        let transport = IPTransport(try SocketDialer(address: address))
        self.init(transport: transport, clock: .system, random: SystemRandom())
    }
}

extension SimulatorLibrary {
    /// The accessory with this name.
    func named(_ name: String) throws -> AccessoryDefinition {
        guard let definition = accessory(name) else {
            throw ValidationError(
                "there is no simulated accessory `\(name)`; known are \(accessories.map(\.name).joined(separator: ", "))"
            )
        }
        return definition
    }

    /// The defect with this name.
    func namedDefect(_ name: String) throws -> Defect {
        guard let defect = defect(name) else {
            throw ValidationError("there is no defect `\(name)`; `assay suites defects` lists them")
        }
        return defect
    }
}
