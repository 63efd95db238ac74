import HAPModel

/// Why an accessory does not do as it was asked.
struct Refusal: Error, Equatable {
    enum Answer: Equatable {
        /// HTTP 200 with State and Error.
        case error(TLVError)
        /// This HTTP status and no items.
        case status(Int)
        /// None: the accessory dies.
        case crash
    }

    var answer: Answer
    /// The check that refused.
    var check: String

    /// The status for what no protocol error fits: items that are malformed, missing or out of order.
    static let malformed = Answer.status(400)
}

extension Refusal.Answer {
    /// An answer by its number: from 400 an HTTP status, below it a TLV error code.
    init(number: Int64) {
        if let code = UInt8(exactly: number) {
            self = .error(TLVError(rawValue: code))
        } else {
            self = .status(Int(clamping: number))
        }
    }
}
