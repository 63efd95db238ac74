import Measurement

/// A confirmable message that waits for its acknowledgement (RFC 7252 4.2).
struct Retransmission: Sendable {
    let bytes: [UInt8]
    /// The time until the next repetition.
    private var timeout: Duration
    private var left: Int
    private(set) var deadline: Moment

    init(_ bytes: [UInt8], timing: CoAPTiming, fraction: Double, now: Moment) {
        self.bytes = bytes
        timeout = timing.firstTimeout(fraction)
        left = timing.repetitions
        deadline = now.advanced(by: timeout)
    }

    /// The deadline has passed.
    ///
    /// - Returns: whether the message is sent again; otherwise it is given up.
    mutating func expire() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        timeout *= 2
        deadline = deadline.advanced(by: timeout)
        return true
    }
}
