import HAPModel

/// Why an accessory does not do as it was asked.
struct Refusal: Error, Equatable {
    enum Answer: Equatable {
        /// State and Error.
        case error(TLVError)
        /// This status and no items.
        case status(HAPStatus)
        /// None: the accessory dies.
        case crash
    }

    var answer: Answer
    /// The check that refused.
    var check: String

    /// The status for what no protocol error fits: items that are malformed, missing or out of order.
    static let malformed = Answer.status(.invalidValue)
}

extension Refusal.Answer {
    /// An answer by its number: from 0 to 255 a TLV error code, otherwise a status.
    init(number: Int64) {
        if let code = UInt8(exactly: number) {
            self = .error(TLVError(rawValue: code))
        } else {
            self = .status(HAPStatus(rawValue: number))
        }
    }
}
