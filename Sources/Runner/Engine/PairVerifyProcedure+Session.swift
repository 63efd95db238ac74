import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Observations

extension PairVerifyProcedure {
    /// The result of a complete pair-verify without alterations.
    enum Ending: Hashable {
        /// The connection is now encrypted.
        case session
        /// The accessory does not know the controller.
        case refused
        /// The accessory responded in another way, or ended the connection.
        case rejected(String)
        /// No answer in time.
        case silent(String)
    }

    /// Verifies with a pairing, and encrypts the connection.
    ///
    /// - Parameter trustingAnyAccessory: continues even if the accessory's signature cannot be checked. This is only
    ///   for removing a pairing whose accessory key is unknown.
    static func session(
        for pairing: AccessoryPairing,
        on wire: any Connection,
        random: any RandomSource,
        within patience: Duration,
        trustingAnyAccessory: Bool = false
    ) async -> Ending {
        var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: random))
        return await verify.session(on: wire, care: trustingAnyAccessory ? .curious : .careful, within: patience)
    }

    /// Verifies, and encrypts the connection.
    mutating func session(on wire: any Connection, care: PairingCare = .careful, within patience: Duration) async
        -> Ending
    {
        let isDone = await run(on: wire, care: care, within: patience)
        return isDone && controller.sessionKeys != nil ? .session : failure(within: patience)
    }

    private func failure(within patience: Duration) -> Ending {
        guard let step = steps.last, let answer = step.answer else {
            let exchange = steps.last?.exchange
            let failure = exchange?.failure
            let absence = exchange.map { Summary.absence(in: $0, within: patience) } ?? "no response"
            let summary = "\(absence) to M\(steps.last?.message ?? 1) of pair-verify"
            return failure == .closed || failure == .reset ? .rejected(summary) : .silent(summary)
        }
        if answer.error == .authentication { return .refused }
        let foreign = step.exchange.answer.flatMap { Summary.foreign($0.message, answer.tlv) }
        return .rejected("M\(step.message + 1) of pair-verify: \(foreign ?? Excerpt.sentences(answer.flaws))")
    }
}
