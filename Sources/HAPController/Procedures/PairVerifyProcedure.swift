package import HAPPairing

/// Executes Pair Verify over a connection; it can stop, continue and start in the middle.
package struct PairVerifyProcedure: Sendable {
    /// The state of the procedure so far.
    package private(set) var controller: PairVerifyController
    /// The steps so far, in order.
    package private(set) var steps: [PairingStep] = []
    /// The last sent message.
    package private(set) var message: [UInt8] = []

    package init(_ controller: PairVerifyController) {
        self.controller = controller
    }

    /// Sends messages, receives their responses, and encrypts the connection after a right M4.
    ///
    /// - Parameters:
    ///   - stages: the controller's messages to send.
    ///   - care: the responses after which it continues.
    ///   - limit: the time limit for each response.
    /// - Returns: whether all of them were sent, and the last response allows the next message.
    package mutating func run(
        _ stages: [PairVerifyStage] = [.m1, .m3],
        on connection: any Connection,
        care: PairingCare = .careful,
        within limit: Duration
    ) async -> Bool {
        for stage in stages {
            let step = await step(stage, on: connection, within: limit)
            steps.append(step)
            guard care.goesOn(after: step) else { return false }
        }
        return true
    }

    private mutating func step(
        _ stage: PairVerifyStage,
        on connection: any Connection,
        within limit: Duration
    ) async -> PairingStep {
        message = controller.compose(stage)
        let isSecured = connection.isSecured
        let exchange = await connection.perform(.pairing(.verify, message), within: limit)
        let answer = exchange.answer.flatMap { answer in
            PairVerifyStage(rawValue: stage.rawValue + 1).map { controller.receive($0, answer.body.bytes) }
        }
        if answer != nil, stage == .m3, let keys = controller.sessionKeys { connection.secure(keys) }
        return PairingStep(message: stage.rawValue, exchange: exchange, answer: answer, isSecured: isSecured)
    }
}
