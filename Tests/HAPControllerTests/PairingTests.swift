import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Measurement
import Synchronization
import Testing

@Suite("Pairing procedures")
struct PairingTests {
    /// Storage that connections of the scripted accessory share.
    private final class Store: Sendable {
        private let state = Mutex<[PairingRecord]>([])
        var records: [PairingRecord] { state.withLock { $0 } }
        func add(_ record: PairingRecord) { state.withLock { $0.append(record) } }
        func remove(_ identifier: [UInt8]) { state.withLock { $0.removeAll { $0.identifier == identifier } } }
    }

    /// An accessory that pairs, verifies, and responds with 204 to everything else.
    private static func accessory(
        _ code: SetupCode,
        _ store: Store,
        departures: Departures = .none
    ) -> @Sendable (inout ScriptedPeer) async -> Void {
        let random = SeededRandom(seed: 5)
        let identity = AccessoryIdentity(accessoryID: "E1:91:1A:70:85:AA", keyPair: Ed25519KeyPair(random: random))
        return { peer in
            let credential = SetupCredential(setupCode: code)
            var setup = PairSetupAccessory(
                identity: identity,
                credential: credential,
                departures: departures,
                random: random
            )
            var verify = PairVerifyAccessory(identity: identity, random: random)
            var pairings = PairingsAccessory(random: random)
            var controller: [UInt8]?
            while let request = await peer.request() {
                let reply: PairingReply
                switch request.target {
                case "/pair-setup":
                    let context = PairSetupContext(
                        isPaired: !store.records.isEmpty,
                        supportsSoftwareAuthentication: true
                    )
                    reply = setup.receive(request.body, context: context)
                case "/pair-verify":
                    reply = verify.receive(request.body, context: PairVerifyContext(pairings: store.records))
                case "/pairings":
                    let context = PairingsContext(pairings: store.records, controller: controller, wasAdmin: true)
                    reply = pairings.receive(request.body, context: context)
                default:
                    await peer.send(HTTPResponse(204))
                    continue
                }
                var keys: SessionKeys?
                for consequence in reply.consequences.map(\.consequence) {
                    switch consequence {
                    case .addPairing(let record): store.add(record)
                    case .removePairing(let identifier): store.remove(identifier)
                    case .transientSessionEstablished(let established): keys = established
                    case .sessionEstablished(let established, let identifier, _):
                        (keys, controller) = (established, identifier)
                    default: break
                    }
                }
                await peer.send(HTTPResponse(reply.status == .success ? 200 : 400, body: reply.body))
                if let keys { peer.secure(keys) }
            }
        }
    }

    private static func code() throws -> SetupCode { try #require(SetupCode("031-45-154")) }

    private static func controller(
        _ code: SetupCode,
        _ random: any RandomSource,
        flags: PairSetupFlags? = nil
    ) -> PairSetupController {
        let identity = ControllerIdentity(
            pairingID: "C5A9D1F2-0000-4000-8000-000000000001",
            keyPair: Ed25519KeyPair(random: random)
        )
        return PairSetupController(setupCode: code, identity: identity, flags: flags?.rawValue, random: random)
    }

    @Test("pair, verify, work inside the session and remove the pairing", arguments: World.allCases)
    func whole(world: World) async throws {
        let store = Store()
        let code = try Self.code()
        try await world.run(script: Self.accessory(code, store)) { scene in
            let connection = scene.connection
            let random = SeededRandom(seed: 8)
            var setup = PairSetupProcedure(Self.controller(code, random))
            let ending = await setup.run(on: connection, within: .seconds(60))
            #expect(ending == .done)
            #expect(setup.steps.suffix(3).map(\.message) == [1, 3, 5])
            let pairing = try #require(setup.result)
            #expect(store.records.count == 1)

            var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: random))
            let isVerified = await verify.run(on: connection, within: .seconds(60))
            #expect(isVerified)
            #expect(connection.isSecured)
            let id = CharacteristicID(aid: 1, iid: 9)
            let written = await connection.perform(.write([WriteEntry(id: id, value: true)]), within: .seconds(60))
            #expect(written[id]?.status == .success)

            let list = await connection.pairings(.list, within: .seconds(60))
            #expect(list.isDone)
            #expect(list.answer?.entries.compactMap(\.record) == store.records)
            let removal = PairingsRequest.remove(identifier: Array(pairing.controller.pairingID.utf8))
            #expect(await connection.pairings(removal, within: .seconds(60)).isDone)
            #expect(store.records.isEmpty)
        }
    }

    @Test("continue in the session of a transient pair-setup", arguments: World.allCases)
    func transient(world: World) async throws {
        let store = Store()
        let code = try Self.code()
        try await world.run(script: Self.accessory(code, store)) { scene in
            let controller = Self.controller(code, SeededRandom(seed: 8), flags: [.transient, .split])
            var setup = PairSetupProcedure(controller)
            let ending = await setup.run([.m1, .m3], on: scene.connection, within: .seconds(60))
            #expect(ending == .done)
            #expect(scene.connection.isSecured)
            let exchange = await scene.connection.ask(.get("/accessories"), within: .seconds(60))
            #expect(exchange.response?.status == 204)
            #expect(store.records.isEmpty)
        }
    }

    @Test("stop at a wrong setup code, and say why")
    func wrongCode() async throws {
        let code = try Self.code()
        let wrong = try #require(SetupCode("111-22-333"))
        try await World.bench.run(script: Self.accessory(code, Store())) { scene in
            var setup = PairSetupProcedure(Self.controller(wrong, SeededRandom(seed: 8)))
            let ending = await setup.run(on: scene.connection, within: .seconds(60))
            #expect(ending == .stopped)
            #expect(setup.steps.last?.message == 3)
            #expect(setup.steps.last?.answer?.error == .authentication)
            #expect(setup.result == nil)
        }
    }

    @Test("do not send M5 if the caller stops them")
    func withheld() async throws {
        let code = try Self.code()
        let store = Store()
        try await World.bench.run(script: Self.accessory(code, store)) { scene in
            var setup = PairSetupProcedure(Self.controller(code, SeededRandom(seed: 8)))
            let ending = await setup.run(on: scene.connection, within: .seconds(60)) { false }
            #expect(ending == .withheld)
            #expect(setup.steps.map(\.message).suffix(2) == [1, 3])
            #expect(setup.result == nil && store.records.isEmpty)
        }
    }

    @Test("continue after a wrong response with less care")
    func curious() async throws {
        let code = try Self.code()
        let wrongState = Departures(alterations: [Alteration(point: "M4.state", action: .set([7]))])
        for (care, ending) in [(PairingCare.careful, PairSetupProcedure.Ending.stopped), (.curious, .done)] {
            let store = Store()
            try await World.bench.run(script: Self.accessory(code, store, departures: wrongState)) { scene in
                var setup = PairSetupProcedure(Self.controller(code, SeededRandom(seed: 8)))
                #expect(await setup.run(on: scene.connection, care: care, within: .seconds(60)) == ending)
                #expect(store.records.count == (ending == .done ? 1 : 0))
            }
        }
    }

    @Test("can start in the middle, and continue after any response")
    func startInTheMiddle() async throws {
        let code = try Self.code()
        try await World.bench.run(script: Self.accessory(code, Store())) { scene in
            var setup = PairSetupProcedure(Self.controller(code, SeededRandom(seed: 8)))
            let ending = await setup.run([.m3, .m5], on: scene.connection, care: .reckless, within: .seconds(60))
            #expect(ending == .done)
            #expect(setup.steps.map(\.message) == [3, 5])
            #expect(setup.steps.allSatisfy { $0.answer?.tlv[.proof] == nil })
        }
    }

    @Test("retry on a new connection while B is unsuitable, a limited number of times")
    func restarts() async throws {
        let code = try Self.code()
        try await World.bench.run(script: Self.accessory(code, Store())) { scene in
            var controller = Self.controller(code, SeededRandom(seed: 8))
            // It requires a B that begins with a zero byte, as one in 256 does.
            controller.departures = Departures(constants: ["srp.leading-zero.B": 2])
            var setup = PairSetupProcedure(controller)
            let ending = await setup.run(on: scene.connection, within: .seconds(60))
            #expect(ending == .unwantedKey)
            let starts = PairSetupProcedure.restartLimit + 1
            #expect(setup.steps.map(\.message) == [Int](repeating: 1, count: starts))
            #expect(setup.steps.map(\.isDropped) == [Bool](repeating: true, count: starts - 1) + [false])
            #expect(scene.recorder.events.count { $0.kind == .opened } == starts)
            // The caller can continue with the last B.
            let rest = await setup.run([.m3, .m5], on: scene.connection, within: .seconds(60))
            #expect(rest == .done && setup.result != nil)
        }
    }

    /// The number of connections that a script has seen.
    private final class Connections: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test("end when the accessory stops responding after an unsuitable B")
    func silentAfterUnwantedKey() async throws {
        let code = try Self.code()
        let (answering, connections) = (Self.accessory(code, Store()), Connections())
        try await World.bench.run { peer in
            if connections.next() < 3 { await answering(&peer) } else { _ = await peer.request() }
        } _: { scene in
            var controller = Self.controller(code, SeededRandom(seed: 8))
            controller.departures = Departures(constants: ["srp.leading-zero.B": 2])
            var setup = PairSetupProcedure(controller)
            let ending = await setup.run(on: scene.connection, within: .seconds(60))
            #expect(ending == .stopped)
            #expect(setup.steps.map(\.isDropped) == [true, true, false])
            #expect(setup.steps.last?.exchange.failure?.name == "closed")
        }
    }

    @Test("end when the accessory does")
    func silent() async throws {
        let code = try Self.code()
        try await World.bench.run { peer in
            _ = await peer.request()
        } _: { scene in
            var setup = PairSetupProcedure(Self.controller(code, SeededRandom(seed: 8)))
            let ending = await setup.run(on: scene.connection, within: .seconds(60))
            #expect(ending == .stopped)
            #expect(setup.steps.map(\.exchange.failure?.name) == ["closed"])
        }
    }
}
