import HAPAccessory
import HAPController
import HAPCrypto
package import HAPModel
package import HAPPairing
package import Links
import Measurement
package import RunRecord
package import Runner

/// The accessory that a run tests, ready for connections, with the state that is kept for it.
package struct AccessoryAccess: Sendable {
    package var environment: RunEnvironment
    /// The networks on which the accessory is; `nil` for a simulated one.
    package var networks: (any NetworkAccess)?
    /// The accessory's name for people: its address, unless it is simulated.
    package var name: String
    package var setupCode: SetupCode?
    /// The setup payload of the label.
    package var setupPayload: PrintedPayload?
    package var keptPairing: AccessoryPairing?
    package var ledger: Ledger?
    /// What earlier runs saw of the accessory.
    package var memory: (any AccessoryMemory)?
    /// Whether cases may actuate without permission: a simulated accessory can hurt no one.
    package var mayActuate = false
    package var mayDestroy = false
    /// Waits until a simulated accessory advertises itself; `nil` for every other one.
    var untilAdvertised: (@Sendable () async -> Void)?
    /// Facts about the accessory that the user states because the wire does not show them.
    package var declared: Set<String> = []
    /// Whether the setup code is known to be right.
    package var isCodeCertain = false
    /// What the user should know before the run starts.
    package var notes: [String] = []
    /// Other addresses with recorded changes that may belong to this accessory, which does not report its Device ID.
    package var unclaimed: [String] = []

    /// The secrets that must not be shown or written during the work on the accessory.
    package var redaction: Redaction { Redaction(setupCode: setupCode, setupPayload: setupPayload) }

    /// The accessory at an address, with the state that is kept for it and without a setup code.
    ///
    /// - Parameters:
    ///   - further: its addresses over further transports.
    ///   - networks: where the addresses are.
    ///   - state: the state folder, and whether to wait while another process is working on the accessory.
    ///   - folder: makes or finds the state folder.
    /// - Throws: ``SetupError`` if the address is malformed, if the kept state cannot be read, or if another process
    ///   is working on the accessory.
    package init(
        address: String,
        further: [String] = [],
        over networks: any NetworkAccess = LocalNetworkAccess(),
        state: StateFolder,
        folder: (StateFolder) throws(SetupError) -> String
    ) async throws(SetupError) {
        let transport = try AccessoryAddress(address, over: networks).transport
        var environment = RunEnvironment(transport: transport, clock: .system, random: SystemRandom())
        for address in further {
            environment.others.append(try AccessoryAddress(address, over: networks).transport)
        }
        let kinds = environment.transports.map(\.kind)
        if let kind = kinds.first(where: { kind in kinds.count { $0 == kind } > 1 }) {
            throw SetupError(.wrongArgument, AccessoryAddress.secondAddress(over: kind))
        }
        let path = try folder(state)
        let acquaintance = try await state.turn(clock: environment.clock) { [environment] in
            try await Acquaintance(environment: environment, folder: path)
        }
        environment.echo = Calibration.echo
        if transport.kind == .ip { environment.overhead = OverheadMeter(Calibration.measure) }
        self.init(environment: environment, name: transport.destination)
        self.networks = networks
        keptPairing = acquaintance.keptPairing
        ledger = acquaintance.ledger
        memory = MemoryFolder(folder: path)
        notes = acquaintance.note.map { [$0] } ?? []
        unclaimed = acquaintance.unclaimed
    }

    init(environment: RunEnvironment, name: String) {
        self.environment = environment
        self.name = name
    }

    /// Ends the work when the relay to the accessory is lost: nothing that follows says anything about the accessory.
    func endsWithRelay(_ stop: StopRequest) {
        networks?.onLoss { stop.make(because: RunEnd(.unreachable, $0)) }
    }
}

extension AccessoryChoice {
    /// Calls `body` with the chosen accessory. A simulated accessory runs until `body` returns.
    ///
    /// - Throws: ``SetupError`` if the accessory does not exist or cannot be set up; the errors of `body`.
    package func withAccess<Value: Sendable>(
        _ suites: Suites,
        _ body: @escaping @Sendable (AccessoryAccess) async throws -> Value
    ) async throws -> Value {
        switch place {
        case .address, .advertised:
            return try await withKnownAccess { state throws(SetupError) in
                try state.writable()
            } _: { known in
                var access = known
                access.setupCode = try await setupCode(access.keptPairing != nil)
                access.setupPayload = try await setupPayload()
                return try await body(access)
            }
        case .simulated(let name, let defect):
            let given = try await setupCode(true)
            let simulated = try await SimulatedAccessory(
                name,
                defects: defect.map { [$0] } ?? [],
                suites: suites,
                threadPort: usesAllTransports ? 0 : nil
            )
            var access = simulated.access
            if let given { access.setupCode = given }
            access.isCodeCertain = access.setupCode == simulated.definition.setupCode
            access.setupPayload = try await setupPayload() ?? access.setupPayload
            let chosen = access
            return try await simulated.server.serving { try await body(chosen) }
        }
    }
}
