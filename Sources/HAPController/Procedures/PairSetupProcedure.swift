package import HAPPairing

/// Executes Pair Setup over a connection; it can stop, continue and start in the middle.
package struct PairSetupProcedure: Sendable {
    /// The result of sending some messages.
    package enum Ending: Sendable, Hashable {
        /// All of them were sent, and the last answer allows the next message.
        case done
        /// An answer is missing, or does not allow the next message.
        case stopped
        /// No B was as the controller requires; the next message can still be sent.
        case unwantedKey
        /// The caller did not allow M5 to be sent.
        case withheld
    }

    /// The state of the procedure so far.
    package private(set) var controller: PairSetupController
    /// The steps so far, in order.
    package private(set) var steps: [PairingStep] = []
    /// The last sent message.
    package private(set) var message: [UInt8] = []

    /// B begins with a zero byte once in 256 times; eight times in a row means that it always does.
    package static let restartLimit = 8

    package init(_ controller: PairSetupController) {
        self.controller = controller
    }

    /// The record of the accessory; only after an M6 that is right in every respect.
    package var result: AccessoryPairing? { controller.result }

    /// Sends messages, receives their responses, and encrypts the connection after the M4 of a transient procedure.
    ///
    /// - Parameters:
    ///   - stages: the controller's messages to send.
    ///   - care: the responses after which it continues.
    ///   - restartLimit: how often it starts a new attempt for another B.
    ///   - limit: the time limit for each response and each new connection.
    ///   - beforeM5: called before M5 is sent, because the accessory may store the key after it; `false` stops.
    package mutating func run(
        _ stages: [PairSetupStage] = [.m1, .m3, .m5],
        on connection: any Connection,
        care: PairingCare = .careful,
        restartLimit: Int = Self.restartLimit,
        within limit: Duration,
        beforeM5: () -> Bool = { true }
    ) async -> Ending {
        var restarts = 0
        var rest = stages[...]
        while let stage = rest.first {
            if stage == .m5, !beforeM5() { return .withheld }
            var step = await step(stage, on: connection, within: limit)
            // The response to this M1 may have no B, or a malformed one; another M1 would not change that.
            let isUnwanted = stage == .m1 && step.isRight && controller.wantsRestart
            step.isDropped = isUnwanted && restarts < restartLimit
            steps.append(step)
            if step.isDropped {
                // Another B avoids a disagreement between implementations; it needs a new connection, or they respond Busy.
                restarts += 1
                await connection.close()
                // If that fails, the next message reports it.
                try? await connection.open(within: limit)
                continue
            }
            if stage == .m3, let keys = controller.transientKeys { connection.secure(keys) }
            if isUnwanted { return .unwantedKey }
            guard care.goesOn(after: step) else { return .stopped }
            rest = rest.dropFirst()
        }
        return .done
    }

    private mutating func step(
        _ stage: PairSetupStage,
        on connection: any Connection,
        within limit: Duration
    ) async -> PairingStep {
        message = controller.compose(stage)
        let isSecured = connection.isSecured
        let exchange = await connection.perform(.pairing(.setup, message), within: limit)
        let answer = exchange.answer.flatMap { answer in
            PairSetupStage(rawValue: stage.rawValue + 1).map { controller.receive($0, answer.body.bytes) }
        }
        return PairingStep(message: stage.rawValue, exchange: exchange, answer: answer, isSecured: isSecured)
    }
}
