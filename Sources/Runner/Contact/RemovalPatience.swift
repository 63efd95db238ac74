import HAPController
import HAPPairing
import Measurement
import Synchronization

/// How long the tester waits for the response to a Remove Pairing.
///
/// The response is not believed anyway: pair-verify shows whether the pairing is gone. So an accessory that has left two removals
/// without a response gets less time for the next ones. Otherwise each case with a second controller would wait for more than a
/// minute.
final class RemovalPatience: Sendable {
    private let unanswered = Mutex(0)
    private static let few = 2
    private static let short = Duration.seconds(1)

    /// The time for a response.
    ///
    /// - Parameter usual: how long other responses may take.
    func time(_ usual: Duration) -> Duration {
        unanswered.withLock { $0 < Self.few } ? usual : min(usual, Self.short)
    }

    /// Counts removals without a response, as long as none has one.
    func note(_ exchange: Exchange) {
        unanswered.withLock { count in
            if exchange.outcome == .silent { count += 1 } else if exchange.answer != nil { count = 0 }
        }
    }
}

extension Contact {
    /// Asks for a removal on a session.
    func remove(_ identifier: [UInt8], on wire: any Connection) async -> PairingsResult {
        let result = await wire.pairings(.remove(identifier: identifier), within: removals.time(patience))
        removals.note(result.exchange)
        return result
    }
}
