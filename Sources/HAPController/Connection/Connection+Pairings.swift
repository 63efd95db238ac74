package import HAPCrypto
package import HAPModel
package import HAPPairing

/// What a request about pairings brought.
package struct PairingsResult: Sendable {
    /// The request's items as they were sent.
    package var message: [UInt8]
    package var exchange: Exchange
    /// What the answer says; `nil` if there is none.
    package var answer: PairingsAnswer?

    /// The entries of a list, whatever else is wrong with the answer.
    package var entries: [PairingEntry] { answer?.entries ?? [] }

    /// Whether it was done, and the answer is right in every respect.
    package var isDone: Bool { answer?.answer.isRight ?? false }

    /// Whether the accessory says that it was done, though its answer may be wrong otherwise.
    package var isGranted: Bool { exchange.isAccepted && answer?.answer.error == nil }
}

extension Connection {
    /// Adds, removes or lists pairings.
    package func pairings(
        _ request: PairingsRequest,
        departures: Departures = .none,
        random: any RandomSource = SystemRandom(),
        within limit: Duration
    ) async -> PairingsResult {
        var controller = PairingsController(departures: departures, random: random)
        let message = controller.compose(request)
        let exchange = await perform(.pairing(.pairings, message), within: limit)
        return PairingsResult(
            message: message,
            exchange: exchange,
            answer: exchange.answer.map { controller.receive($0.body.bytes) }
        )
    }
}
