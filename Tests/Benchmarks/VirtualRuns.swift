import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Links
import Measurement

/// Benches of virtual time: each has an accessory and a controller that verifies, then alternately waits and reads.
struct VirtualRuns {
    static let waits = 50
    static let wait = Duration.seconds(31)

    let benches: Int
    let virtualTime: Duration
    let realTime: Duration

    /// Runs them one after the other, on one thread.
    init(_ benches: Int, definition: AccessoryDefinition) throws {
        let clock = MonotonicClock.system
        let identity = AssayController.identity()
        let start = clock.now
        var virtual = Duration.zero
        for number in 0..<benches { virtual += try Self.run(UInt64(number), definition, identity) }
        self.benches = benches
        virtualTime = virtual
        realTime = start.duration(to: clock.now)
    }

    private static func run(
        _ seed: UInt64,
        _ definition: AccessoryDefinition,
        _ identity: ControllerIdentity
    ) throws -> Duration {
        let bench = VirtualBench()
        let clock = bench.clock
        let random = SeededRandom(seed: seed)
        var state = PersistentState(random: random)
        let identifier = Array(identity.pairingID.utf8)
        state.pairings = [
            PairingRecord(identifier: identifier, publicKey: identity.keyPair.publicKey, permissions: 1)
        ]
        let pairing = AccessoryPairing(
            accessoryID: state.deviceID,
            accessoryLTPK: state.longTermKey.publicKey,
            controller: identity,
            isAdmin: true
        )
        let core = AccessoryCore(definition, state: state, defects: [], random: random)
        try bench.run {
            let network = InProcessNetwork(clock: clock)
            let server = AccessoryServer(core, listener: try network.listen(at: "lightbulb"), clock: clock)
            try await server.serving {
                let connection = IPConnection(dialer: network.dialer(to: "lightbulb"), clock: clock, name: "a")
                try await connection.open(within: .seconds(10))
                var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: random))
                guard await verify.run(on: connection, within: .seconds(10)) else {
                    throw BenchmarkTrouble("pair-verify failed on bench \(seed)")
                }
                let on = CharacteristicID(aid: 1, iid: 51)
                for _ in 0..<Self.waits {
                    try await clock.sleep(for: Self.wait)
                    let result = await connection.perform(.read([on], ReadOptions()), within: .seconds(10))
                    guard result[on]?.value == false else { throw BenchmarkTrouble("a read failed on bench \(seed)") }
                }
                await connection.close()
            }
        }
        return .nanoseconds(bench.now.nanoseconds)
    }

    var figures: JSON {
        [
            "benches": JSON(benches),
            "waits-each": JSON(Self.waits),
            "wait-seconds": .rounded(Self.wait.inSeconds),
            "virtual-hours": .rounded(virtualTime.inSeconds / 3600),
            "seconds": .rounded(realTime.inSeconds),
        ]
    }
}
