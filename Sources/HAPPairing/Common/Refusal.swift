import HAPModel

/// Why an accessory rejects a message.
struct Refusal: Error, Equatable {
    enum Answer: Equatable {
        /// State and Error.
        case error(TLVError)
        /// State, Backoff, and RetryDelay with this number of seconds (HAP-CORE-092).
        case backoff(seconds: Int64)
        /// This status and no items.
        case status(HAPStatus)
        /// No response: the accessory crashes.
        case crash
    }

    var answer: Answer
    /// The check that rejected the message.
    var check: String

    /// The status if no protocol error fits: malformed or missing items, or a wrong order.
    static let malformed = Answer.status(.invalidValue)
}

extension Refusal.Answer {
    /// A response by its number: from 0 to 255 a TLV error code, otherwise a status.
    init(number: Int64) {
        if let code = UInt8(exactly: number) {
            self = .error(TLVError(rawValue: code))
        } else {
            self = .status(HAPStatus(rawValue: number))
        }
    }
}
