import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Measurement

/// Finds out which accessory responds at an address, without a pairing and without changing anything there.
///
/// M2 of pair-verify holds the accessory's identifier, encrypted with a key that needs no pairing, so an M1 is enough
/// to learn it; M3 is never sent. An unpaired accessory may reject M1; then its advertisement is used.
struct Identification {
    let environment: RunEnvironment
    let patience: Duration

    /// How long to wait for an advertisement.
    private static let searchWithin = Duration.seconds(2)

    /// Identifies the accessory.
    ///
    /// - Parameter known: the accessory that was at this address before. If its key signed the response, it is still
    ///   there, whatever identifier it reports: a wrong identifier is for the suites to find.
    /// - Returns: `nil` if the accessory does not respond, or does not identify itself.
    func accessory(knowing known: AccessoryPairing?) async -> DeviceID? {
        let wire = environment.connection(named: "identify")
        guard (try? await wire.open(within: patience)) != nil else { return nil }
        let pairing = known ?? unknownPairing
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

    /// Whether the accessory knows the controller.
    func knows(_ controller: ControllerIdentity) async -> Bool {
        let contact = Contact(
            environment: environment,
            observer: NoObserver(),
            connectWithin: patience,
            patience: patience,
            stop: StopRequest()
        )
        return await contact.standing(of: AccessoryPairing(of: controller)) == .known
    }

    /// A pairing that no accessory has. The accessory never sees it, because M3 is not sent.
    private var unknownPairing: AccessoryPairing {
        let controller = ControllerIdentity(pairingID: "", keyPair: Ed25519KeyPair(random: environment.random))
        return AccessoryPairing(of: controller)
    }
}
