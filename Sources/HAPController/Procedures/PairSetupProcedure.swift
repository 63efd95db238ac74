package import HAPPairing
import HAPSession
import HTTPWire

/// Carries Pair Setup out over a connection; it can stop, go on and start in the middle.
package struct PairSetupProcedure: Sendable {
    /// What has been said and found out so far.
    package private(set) var controller: PairSetupController
    /// The steps that were taken, in their order.
    package private(set) var steps: [PairingStep] = []

    /// B begins with a zero byte once in 256 times; eight times in a row is an accessory that always has one.
    package static let restartLimit = 8

    package init(_ controller: PairSetupController) {
        self.controller = controller
    }

    /// What is kept of the accessory; only after an M6 that is right in every respect.
    package var result: AccessoryPairing? { controller.result }

    /// Sends messages, takes their answers, and encrypts the connection after the M4 of a transient procedure.
    ///
    /// - Parameters:
    ///   - stages: the controller's messages to send.
    ///   - insists: goes on although an answer is not right, as no careful controller would.
    ///   - limit: how long each answer may take.
    ///   - beforeM5: asked before M5 is sent, for from then on the accessory may have stored the key; `false` stops.
    /// - Returns: whether all of them were sent and answered rightly.
    package mutating func run(
        _ stages: [PairSetupStage] = [.m1, .m3, .m5],
        on connection: IPConnection,
        insists: Bool = false,
        within limit: Duration,
        beforeM5: () -> Bool = { true }
    ) async -> Bool {
        var isRight = true
        var restarts = 0
        var rest = stages[...]
        while let stage = rest.first {
            if stage == .m5, !beforeM5() { return false }
            let step = await step(stage, on: connection, within: limit)
            steps.append(step)
            if stage == .m3, let keys = controller.transientKeys { connection.secure(keys) }
            if stage == .m1, step.isRight, controller.wantsRestart, restarts < Self.restartLimit {
                // Another B avoids what implementations disagree on; it takes a new connection, or they answer Busy.
                restarts += 1
                guard await reopen(connection, within: limit) else { return false }
                continue
            }
            isRight = isRight && step.isRight
            rest = rest.dropFirst()
            guard step.exchange.response != nil, step.isRight || insists else { return false }
        }
        return isRight
    }

    private mutating func step(
        _ stage: PairSetupStage,
        on connection: IPConnection,
        within limit: Duration
    ) async -> PairingStep {
        let exchange = await connection.exchange(.pairSetup(controller.compose(stage)), within: limit)
        guard let body = exchange.response?.body, let next = PairSetupStage(rawValue: stage.rawValue + 1) else {
            return PairingStep(message: stage.rawValue, exchange: exchange)
        }
        return PairingStep(message: stage.rawValue, exchange: exchange, answer: controller.receive(next, body))
    }

    private func reopen(_ connection: IPConnection, within limit: Duration) async -> Bool {
        await connection.close()
        return (try? await connection.open(within: limit)) != nil
    }
}
