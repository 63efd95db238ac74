import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Measurement
import Observations

extension PairVerifyProcedure {
    /// The result of a complete pair-verify without alterations.
    enum Ending: Hashable {
        /// The connection is now encrypted.
        case session
        /// The accessory does not know the controller.
        case refused
        /// The accessory is busy with another pair-verify, or needs a pause after one.
        case busy(String)
        /// The accessory responded in another way, or ended the connection.
        case rejected(String)
        /// No answer in time.
        case silent(String)
    }

    /// Verifies once with a pairing, and encrypts the connection.
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

    /// Verifies with a pairing that the accessory should know, and encrypts the connection. While the accessory is busy, it waits. A
    /// refusal counts only if it is repeated, because some accessories refuse now and then a controller that they know.
    ///
    /// - Returns: the last attempt.
    static func persistentSession(
        for pairing: AccessoryPairing,
        on wire: any Connection,
        _ environment: RunEnvironment,
        within patience: Duration
    ) async -> (verify: PairVerifyProcedure, ending: Ending) {
        var hasRefused = false
        var repetitions = 0
        while true {
            var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: environment.random))
            let ending = await verify.session(on: wire, within: patience)
            guard repetitions < mostRepetitions, !Task.isCancelled else { return (verify, ending) }
            switch ending {
            case .busy: try? await environment.clock.sleep(until: environment.clock.deadline(in: pauseWhileBusy))
            case .refused where !hasRefused: hasRefused = true
            case .refused, .session, .rejected, .silent: return (verify, ending)
            }
            // Some accessories close the connection after an Error.
            if !wire.isOpen { guard (try? await wire.open(within: patience)) != nil else { return (verify, ending) } }
            repetitions += 1
        }
    }

    private static var mostRepetitions: Int { 4 }
    static var pauseWhileBusy: Duration { .milliseconds(1500) }

    /// Verifies once, and encrypts the connection.
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
        let summary = "M\(step.message + 1) of pair-verify: \(foreign ?? Excerpt.sentences(answer.flaws))"
        return answer.error == .busy ? .busy(summary) : .rejected(summary)
    }
}
