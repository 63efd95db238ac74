import Foundation
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Links
import Measurement

/// Assay's controller, measured on the accessory at a port of this machine.
struct AssayController {
    let place: Place
    let setupCode: SetupCode
    private let accessory: ChildProcess
    private let clock = MonotonicClock.system
    private let patience = Duration.seconds(20)

    init(_ place: Place, of accessory: ChildProcess, setupCode: SetupCode) {
        self.place = place
        self.accessory = accessory
        self.setupCode = setupCode
    }

    /// One turn; the accessory is unpaired before and after it.
    func turn(_ extent: Extent) async throws -> (turn: Turn, read: CharacteristicID) {
        let loop = SocketLoop()
        var (turn, pairing, wanted) = try await withTaskExecutorPreference(loop) { try await measure(extent, loop) }
        let connection = try await session(pairing, place.transport(loop))
        turn.sharedReadsPerSecond = try await reads(of: wanted, extent.reads, on: connection).perSecond
        await connection.close(abruptly: false)
        try await remove(pairing, place.transport(loop))
        return (turn, wanted)
    }

    /// What is measured on the thread of the sockets.
    private func measure(
        _ extent: Extent,
        _ loop: SocketLoop
    ) async throws -> (Turn, AccessoryPairing, CharacteristicID) {
        // What it learns of the database over Thread is kept.
        let transport = place.transport(loop)
        var setups = Sample()
        var shares = Sample()
        var pairing: AccessoryPairing?
        for number in 1...extent.pairSetups {
            let connection = transport.connection(named: "a", observer: NoObserver())
            try await connection.open(within: patience)
            var setup = PairSetupProcedure(
                PairSetupController(setupCode: setupCode, identity: Self.identity(), random: SystemRandom())
            )
            let start = clock.now
            guard await setup.run(on: connection, within: patience) == .done, let made = setup.result else {
                throw BenchmarkTrouble(
                    "Assay's pair-setup failed: \(setup.steps.last?.answer?.error?.name ?? "no answer")"
                )
            }
            let total = start.duration(to: clock.now)
            // The time from a request's last byte to the last byte of its response belongs to the accessory.
            let outside = setup.steps.compactMap(\.exchange.roundTrip).reduce(Duration.zero, +)
            await connection.close(abruptly: false)
            setups.add(total)
            shares.add(total - outside)
            if number < extent.pairSetups { try await remove(made, transport) } else { pairing = made }
        }
        guard let pairing else { throw BenchmarkTrouble("Assay made no pairing") }
        var verifies = Sample()
        for _ in 0..<extent.pairVerifies {
            let start = clock.now
            let connection = try await session(pairing, transport)
            verifies.add(start.duration(to: clock.now))
            await connection.close(abruptly: false)
        }
        let connection = try await session(pairing, transport)
        let wanted = try await Self.firstOn(connection)
        let reads = try await reads(of: wanted, extent.reads, on: connection)
        await connection.close(abruptly: false)
        let turn = Turn(
            pairSetup: setups.figures,
            ownShare: shares.figures,
            pairVerify: verifies.figures,
            read: reads.each.figures,
            readsPerSecond: reads.perSecond,
            processorPerRead: reads.processor,
            accessoryPerRead: reads.accessory
        )
        return (turn, pairing, wanted)
    }

    /// Reads one after the other: each of them, how many there are in a second, and the processor's milliseconds for one, here and at
    /// the accessory.
    private func reads(
        of id: CharacteristicID,
        _ count: Int,
        on connection: any Connection
    ) async throws -> (each: Sample, perSecond: Double, processor: Double, accessory: Double?) {
        var sample = Sample()
        let start = clock.now
        let worked = Foundation.clock()
        let before = accessory.processorTime
        for _ in 0..<count {
            let one = clock.now
            let result = await connection.perform(.read([id], ReadOptions()), within: patience)
            sample.add(one.duration(to: clock.now))
            guard result[id]?.value != nil else { throw BenchmarkTrouble("a read of \(id) brought no value") }
        }
        let elapsed = start.duration(to: clock.now).inSeconds
        let processor = Double(Foundation.clock() - worked) / Double(CLOCKS_PER_SEC) * 1000
        let other = before.flatMap { before in accessory.processorTime.map { ($0 - before) / Double(count) } }
        return (sample, Double(count) / elapsed, processor / Double(count), other)
    }

    /// The first characteristic On of the accessory, which every controller reads.
    private static func firstOn(_ connection: any Connection) async throws -> CharacteristicID {
        let exchange = await connection.perform(.database, within: .seconds(20))
        let database = exchange.answer?.database.map(AttributeDatabase.init)
        for accessory in database?.accessories ?? [] {
            for characteristic in accessory.services.flatMap(\.characteristics) {
                if let aid = accessory.aid, let iid = characteristic.iid, characteristic.type == HAPType("25") {
                    return CharacteristicID(aid: aid, iid: iid)
                }
            }
        }
        throw BenchmarkTrouble("the accessory has no characteristic On")
    }

    private func session(_ pairing: AccessoryPairing, _ transport: any Transport) async throws -> any Connection {
        let connection = transport.connection(named: "a", observer: NoObserver())
        try await connection.open(within: patience)
        var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: SystemRandom()))
        guard await verify.run(on: connection, within: patience) else {
            throw BenchmarkTrouble("Assay's pair-verify failed")
        }
        return connection
    }

    private func remove(_ pairing: AccessoryPairing, _ transport: any Transport) async throws {
        let connection = try await session(pairing, transport)
        if place == .thread(port: place.port) {
            // The database says where pairings are written.
            _ = await connection.perform(.database, within: patience)
        }
        let identifier = Array(pairing.controller.pairingID.utf8)
        guard await connection.pairings(.remove(identifier: identifier), within: patience).isDone else {
            throw BenchmarkTrouble("Assay's pairing could not be removed")
        }
        await connection.close(abruptly: false)
    }

    /// A controller that the accessory does not know yet.
    static func identity() -> ControllerIdentity {
        let random = SystemRandom()
        let hex = Hex.encode(random.bytes(16)).uppercased()
        let ends = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)]
        let groups = ends.map { String(Array(hex)[$0..<$1]) }
        return ControllerIdentity(pairingID: groups.joined(separator: "-"), keyPair: Ed25519KeyPair(random: random))
    }
}

extension Exchange {
    /// The time from sending to the last byte of the response.
    fileprivate var roundTrip: Duration? { timing.answered.map { timing.sent.duration(to: $0) } }
}
