import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Measurement

/// Asks who answers at an address, without a pairing and without changing anything there.
///
/// M2 of pair-verify holds the accessory's identifier, under a key that two fresh key pairs have agreed on, so anybody who
/// sends an M1 learns it; M3 is never sent. One that is not paired may refuse that: then its advertisement is asked for.
struct Identification {
    let environment: RunEnvironment
    let patience: Duration

    /// For how long an advertisement is waited for.
    private static let searchWithin = Duration.seconds(2)

    /// Asks.
    ///
    /// - Parameter known: the accessory that was there before. What its key has signed it has said, whatever it calls itself:
    ///   a wrong identifier is for suites to find, and makes no other accessory of it.
    /// - Returns: `nil` if nobody is there, or it does not say.
    func accessory(knowing known: AccessoryPairing?) async -> DeviceID? {
        let wire = environment.transport.connection(named: "identify")
        guard (try? await wire.open(within: patience)) != nil else { return nil }
        let pairing = known ?? nobody
        var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: environment.random))
        _ = await verify.run([.m1], on: wire, care: .reckless, within: patience)
        await wire.close()
        let facts = verify.steps.last?.answer?.facts ?? [:]
        if let known, facts["signature-right"] == true { return DeviceID(known.accessoryID) }
        if let id = facts["identifier"]?.stringValue.flatMap(DeviceID.init) { return id }
        let end = environment.clock.deadline(in: Self.searchWithin)
        let discovery = await environment.transport.discover(until: end, observer: NoObserver())
        return discovery.advertisement?.deviceID.flatMap(DeviceID.init)
    }

    /// Whether the accessory knows the controller; the session that this takes is ended at once.
    func knows(_ controller: ControllerIdentity) async -> Bool {
        let wire = environment.transport.connection(named: "identify")
        guard (try? await wire.open(within: patience)) != nil else { return false }
        let guess = AccessoryPairing(accessoryID: "", accessoryLTPK: [], controller: controller, isAdmin: true)
        let ending = await PairVerifyProcedure.session(
            for: guess,
            on: wire,
            random: environment.random,
            within: patience,
            trustingAnyAccessory: true
        )
        await wire.close()
        return ending == .session
    }

    /// A pairing that no accessory has; without M3 it is not told of.
    private var nobody: AccessoryPairing {
        let controller = ControllerIdentity(pairingID: "", keyPair: Ed25519KeyPair(random: environment.random))
        return AccessoryPairing(accessoryID: "", accessoryLTPK: [], controller: controller, isAdmin: false)
    }
}
