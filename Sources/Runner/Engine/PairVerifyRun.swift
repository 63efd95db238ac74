import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire

/// A whole untampered pair-verify.
struct PairVerifyRun {
    let pairing: AccessoryPairing
    let random: any RandomSource

    /// What a pair-verify came to.
    enum Ending: Hashable {
        /// The connection is encrypted now.
        case session
        /// The accessory says that it does not know the controller.
        case refused
        /// Anything else, in words.
        case other(String)
    }

    /// Verifies, and encrypts the connection.
    ///
    /// - Parameter trustingAnybody: goes on though the accessory's signature cannot be checked; only to remove a pairing
    ///   of which the accessory's key is not known.
    /// - Returns: whether there is a session now.
    func complete(on wire: IPConnection, within patience: Duration, trustingAnybody: Bool = false) async -> Bool {
        await ending(on: wire, within: patience, trustingAnybody: trustingAnybody) == .session
    }

    /// Verifies, and encrypts the connection, and says more of what came of it.
    func ending(on wire: IPConnection, within patience: Duration, trustingAnybody: Bool = false) async -> Ending {
        var machine = PairVerifyController(pairing: pairing, random: random)
        for (stage, next) in [(PairVerifyStage.m1, PairVerifyStage.m2), (.m3, .m4)] {
            let exchange = await wire.exchange(.pairVerify(machine.compose(stage)), within: patience)
            guard let response = exchange.response else {
                return .other(
                    "\(Summary.http(nil, failure: exchange.failure?.name, within: patience)) to \(stage.name) of pair-verify"
                )
            }
            let answer = machine.receive(next, response.body)
            if answer.error == .authentication { return .refused }
            guard answer.isRight || (trustingAnybody && answer.error == nil) else {
                return .other("\(next.name) of pair-verify: \(Excerpt.sentences(answer.flaws))")
            }
        }
        guard let keys = machine.sessionKeys else { return .other("pair-verify brought no keys") }
        wire.secure(keys)
        return .session
    }
}
