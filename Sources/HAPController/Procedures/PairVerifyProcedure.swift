package import HAPPairing
import HAPSession
import HTTPWire

/// Carries Pair Verify out over a connection; it can stop, go on and start in the middle.
package struct PairVerifyProcedure: Sendable {
    /// What has been said and found out so far.
    package private(set) var controller: PairVerifyController
    /// The steps that were taken, in their order.
    package private(set) var steps: [PairingStep] = []

    package init(_ controller: PairVerifyController) {
        self.controller = controller
    }

    /// Sends messages, takes their answers, and encrypts the connection after a right M4.
    ///
    /// - Parameters:
    ///   - stages: the controller's messages to send.
    ///   - insists: goes on although an answer is not right, as no careful controller would; the connection is then
    ///     encrypted as soon as there are keys.
    ///   - limit: how long each answer may take.
    /// - Returns: whether all of them were sent and answered rightly.
    package mutating func run(
        _ stages: [PairVerifyStage] = [.m1, .m3],
        on connection: IPConnection,
        insists: Bool = false,
        within limit: Duration
    ) async -> Bool {
        var isRight = true
        for stage in stages {
            let exchange = await connection.exchange(.pairVerify(controller.compose(stage)), within: limit)
            var step = PairingStep(message: stage.rawValue, exchange: exchange)
            if let body = exchange.response?.body, let next = PairVerifyStage(rawValue: stage.rawValue + 1) {
                step.answer = controller.receive(next, body)
            }
            steps.append(step)
            isRight = isRight && step.isRight
            guard exchange.response != nil, step.isRight || insists else { return false }
        }
        if let keys = controller.sessionKeys, isRight || insists { connection.secure(keys) }
        return isRight
    }
}
