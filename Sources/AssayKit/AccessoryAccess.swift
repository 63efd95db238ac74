import HAPAccessory
import HAPController
import HAPCrypto
package import HAPModel
package import HAPPairing
import Links
import Measurement
package import RunRecord
package import Runner

/// The accessory that a run works on, ready to be dialled, with what is known and kept of it.
package struct AccessoryAccess: Sendable {
    package var environment: RunEnvironment
    /// The accessory's name for people; where it is reached, if it is not simulated.
    package var name: String
    package var setupCode: SetupCode?
    /// The setup payload of the label.
    package var setupPayload: PrintedPayload?
    package var keptPairing: AccessoryPairing?
    package var ledger: Ledger?
    /// Whether what moves may be moved: a simulated accessory hurts no one.
    package var mayActuate = false
    package var mayDestroy = false
    /// What is stated of the accessory that the wire does not show.
    package var declared: Set<String> = []
    /// The setup code is known to be right.
    package var isCodeCertain = false
    /// What the user should know before anything is done.
    package var notes: [String] = []
    /// Other addresses at which a debt is kept that may be this accessory's; it does not tell its Device ID.
    package var unclaimed: [String] = []

    /// What must not be shown or written while the accessory is worked on.
    package var redaction: Redaction { Redaction(setupCode: setupCode, setupPayload: setupPayload) }

    /// The accessory at an address, with what is kept of it and without a setup code.
    ///
    /// - Parameter folder: the state folder.
    /// - Throws: ``SetupError`` if the address is malformed, if what is kept cannot be read, or if another process works on
    ///   the accessory.
    package init(address: String, folder: () throws(SetupError) -> String) async throws(SetupError) {
        let dialer = try SocketDialer(address: address)
        let environment = RunEnvironment(transport: IPTransport(dialer), clock: .system, random: SystemRandom())
        let path = try folder()
        let acquaintance = try await SetupError.with(.fault) {
            try await Acquaintance(environment: environment, folder: path)
        }
        self.init(environment: environment, name: dialer.destination)
        keptPairing = acquaintance.keptPairing
        ledger = acquaintance.ledger
        notes = acquaintance.note.map { [$0] } ?? []
        unclaimed = acquaintance.unclaimed
    }

    init(environment: RunEnvironment, name: String) {
        self.environment = environment
        self.name = name
    }
}

extension AccessoryChoice {
    /// Gives `body` the chosen accessory; a simulated one is served until `body` returns.
    ///
    /// - Throws: ``SetupError`` if there is no such accessory or it cannot be set up; what `body` throws.
    package func withAccess<Value: Sendable>(
        _ suites: Suites,
        _ body: @escaping @Sendable (AccessoryAccess) async throws -> Value
    ) async throws -> Value {
        switch place {
        case .address(let address):
            let state = state
            var access = try await AccessoryAccess(address: address) { () throws(SetupError) in try state.writable() }
            access.setupCode = try setupCode(access.keptPairing != nil)
            access.setupPayload = setupPayload
            return try await body(access)
        case .simulated(let name, let defect):
            let given = try setupCode(true)
            let simulated = try await SimulatedAccessory(name, defects: defect.map { [$0] } ?? [], suites: suites)
            var access = simulated.access
            if let given { access.setupCode = given }
            access.isCodeCertain = access.setupCode == simulated.definition.setupCode
            access.setupPayload = setupPayload ?? access.setupPayload
            let chosen = access
            return try await simulated.server.serving { try await body(chosen) }
        }
    }
}
