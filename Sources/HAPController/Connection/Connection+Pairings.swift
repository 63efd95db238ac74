package import HAPCrypto
package import HAPModel
package import HAPPairing

/// The result of a request about pairings.
package struct PairingsResult: Sendable {
    /// The request's items as sent.
    package var message: [UInt8]
    package var exchange: Exchange
    /// The decoded response; `nil` if there is none.
    package var answer: PairingsAnswer?

    /// The entries of a list, even if the response has flaws.
    package var entries: [PairingEntry] { answer?.entries ?? [] }

    /// Whether the request succeeded, and the response is right in every respect.
    package var isDone: Bool { answer?.answer.isRight ?? false }

    /// Whether the response reports success, even if it has other flaws.
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
