package import HAPCrypto
package import HAPModel
package import HAPPairing
import HAPSession
import HTTPWire

/// What a request about pairings brought.
package struct PairingsResult: Sendable {
    package var exchange: Exchange
    /// What the answer says; `nil` if there is none.
    package var answer: PairingsAnswer?

    /// Whether it was done.
    package var isDone: Bool { answer?.answer.isRight ?? false }
}

extension IPConnection {
    /// Adds, removes or lists pairings.
    package func pairings(
        _ request: PairingsRequest,
        departures: Departures = .none,
        random: any RandomSource = SystemRandom(),
        within limit: Duration
    ) async -> PairingsResult {
        var controller = PairingsController(departures: departures, random: random)
        let exchange = await exchange(.pairings(controller.compose(request)), within: limit)
        return PairingsResult(exchange: exchange, answer: exchange.response.map { controller.receive($0.body) })
    }
}
