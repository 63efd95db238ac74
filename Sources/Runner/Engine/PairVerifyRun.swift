import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Observations

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
        var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: random))
        let isDone = await verify.run(on: wire, care: trustingAnybody ? .curious : .careful, within: patience)
        if isDone, verify.controller.sessionKeys != nil { return .session }
        guard let step = verify.steps.last, let answer = step.answer else {
            let failure = verify.steps.last?.exchange.failure?.name
            let message = verify.steps.last?.message ?? 1
            return .other("\(Summary.http(nil, failure: failure, within: patience)) to M\(message) of pair-verify")
        }
        if answer.error == .authentication { return .refused }
        return .other("M\(step.message + 1) of pair-verify: \(Excerpt.sentences(answer.flaws))")
    }
}
