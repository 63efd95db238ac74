import AssayKit
import Checkout
import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Links
import Measurement
import SelfTest
import Synchronization
import Testing

/// A transport that the contract of connections holds for.
enum ContractWorld: String, CaseIterable, CustomTestStringConvertible {
    case ip = "IP"
    case thread = "Thread"

    var testDescription: String { rawValue }

    private var entrance: any SimulatedEntrance {
        switch self {
        case .ip: InProcessIP()
        case .thread: InProcessThread()
        }
    }

    /// A connection that is not open yet to an accessory that has met its controller before.
    struct Scene: Sendable {
        let connection: any Connection
        let recorder: Recorder
        let clock: MonotonicClock
        let server: AccessoryServer
        let pairing: AccessoryPairing

        /// Opens the connection and begins a session on it.
        func verify() async throws {
            try await connection.open(within: .seconds(10))
            let random = SeededRandom(seed: 7)
            var procedure = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: random))
            #expect(await procedure.run(on: connection, within: .seconds(10)))
            #expect(connection.isSecured)
            // A binding may need the formats of values, which the database says.
            #expect(await connection.perform(.database, within: .seconds(10)).isAccepted)
        }
    }

    /// Runs `body` in virtual time with a simulated light bulb.
    func run(_ body: @escaping @Sendable (Scene) async throws -> Void) throws {
        let bench = VirtualBench()
        try bench.run {
            let random = SeededRandom(seed: 3)
            var state = PersistentState(random: random)
            let controller = ControllerIdentity(
                pairingID: "A55A1000-0000-4000-8000-000000000001",
                keyPair: Ed25519KeyPair(random: random)
            )
            state.pairings = [
                PairingRecord(
                    identifier: Array(controller.pairingID.utf8),
                    publicKey: controller.keyPair.publicKey,
                    permissions: 1
                )
            ]
            let joint = try await entrance.join("lightbulb", clock: bench.clock)
            let lightbulb = try #require(try Checkout.simulators.accessory("lightbulb"))
            let core = AccessoryCore(lightbulb, state: state, random: random)
            let server = AccessoryServer(core, entrances: [joint.accessory], clock: bench.clock)
            let recorder = Recorder()
            let scene = Scene(
                connection: joint.transport.connection(named: "a", observer: recorder),
                recorder: recorder,
                clock: bench.clock,
                server: server,
                pairing: AccessoryPairing(
                    accessoryID: state.deviceID,
                    accessoryLTPK: state.longTermKey.publicKey,
                    controller: controller,
                    isAdmin: true
                )
            )
            try await server.serving {
                try await body(scene)
                await scene.connection.close()
            }
        }
    }

    /// Runs `body` in virtual time with a connection to a peer that does what `script` says when a link is opened.
    ///
    /// - Parameter script: gets the accessory's end of the link; `nil` lets nothing listen.
    func run(
        script: (@Sendable (ContractPeer) async -> Void)?,
        _ body: @escaping @Sendable (any Connection, Recorder, MonotonicClock) async throws -> Void
    ) throws {
        let bench = VirtualBench()
        try bench.run {
            let joint = try await entrance.join("peer", clock: bench.clock)
            let recorder = Recorder()
            let connection = joint.transport.connection(named: "a", observer: recorder)
            let listener = joint.accessory.listener
            if script == nil { await listener.close() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await link in listener.links {
                        let peer = ContractPeer(world: self, link: link)
                        await peer.greet()
                        await script?(peer)
                        withExtendedLifetime(link) {}
                    }
                }
                try await body(connection, recorder, bench.clock)
                await connection.close(abruptly: true)
                await listener.close()
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }
}

/// Keeps every event, and numbers them from 1.
final class Recorder: WireObserver {
    private let state = Mutex<[WireEvent]>([])

    var events: [WireEvent] { state.withLock { $0 } }

    func record(_ event: WireEvent) -> UInt64 {
        state.withLock { events in
            events.append(event)
            return UInt64(events.count)
        }
    }

    /// The events with these numbers.
    func cited(_ numbers: [UInt64]) -> [WireEvent] {
        let events = events
        return numbers.map { events[Int($0) - 1] }
    }
}
