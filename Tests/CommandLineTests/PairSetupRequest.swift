import HAPModel

/// A request that carries a message of pair-setup.
enum PairSetupRequest {
    /// The number of the message; `nil` if the request carries none.
    static func message(_ request: [UInt8]) -> UInt64? {
        let text = String(decoding: request, as: UTF8.self)
        guard text.hasPrefix("POST /pair-setup"), let head = request.firstRange(of: Array("\r\n\r\n".utf8)) else {
            return nil
        }
        return TLV8(decoding: Array(request[head.upperBound...])).integer(.state)
    }

    static func isM5(_ request: [UInt8]) -> Bool { message(request) == 5 }
}
