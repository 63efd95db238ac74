/// The times and limits of the protocol (RFC 7252 4.8).
package struct CoAPTiming: Hashable, Sendable {
    /// The shortest time before a confirmable message is repeated.
    package var acknowledgeWithin = Duration.seconds(2)
    /// The first time is drawn between `acknowledgeWithin` and this multiple of it.
    package var randomFactor = 1.5
    /// How often a confirmable message is repeated; the time between repetitions doubles.
    package var repetitions = 4
    /// How long a receiver keeps the id of a message, so that it recognises a repetition (EXCHANGE_LIFETIME).
    package var exchangeLifetime = Duration.seconds(247)
    /// When a request that is not answered yet is acknowledged alone.
    package var answerWithin = Duration.milliseconds(500)
    /// How many ids and answers are kept; the oldest are dropped.
    package var remembered = 512
    /// The bytes of the largest body that is put together from blocks.
    package var bodyMaximum = 1 << 20

    package init() {}

    /// The first waiting time.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    func firstTimeout(_ fraction: Double) -> Duration {
        acknowledgeWithin * (1 + (randomFactor - 1) * min(max(fraction, 0), 1))
    }
}
