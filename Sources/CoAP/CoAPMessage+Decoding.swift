extension CoAPMessage {
    /// Decodes a datagram. It never fails: what cannot be read is left out, and named.
    ///
    /// - Returns: the message, as far as it can be read, `nil` without a header; and how it deviates. Only a message without
    ///   a malformed deviation may be processed.
    package static func decoding(_ bytes: [UInt8]) -> (message: CoAPMessage?, deviations: [CoAPDeviation]) {
        guard bytes.count >= 4 else { return (nil, [.shortHeader]) }
        var message = CoAPMessage(
            Kind(rawValue: bytes[0] >> 4 & 3) ?? .reset,
            CoAPCode(rawValue: bytes[1]),
            id: UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        )
        // The rest of a message of another version means something else.
        guard bytes[0] >> 6 == 1 else { return (message, [.version(Int(bytes[0] >> 6))]) }
        var deviations = message.deviationsOfHeader(followedBy: bytes.count - 4)
        let tokenLength = Int(bytes[0] & 0xf)
        guard tokenLength <= 8 else { return (message, deviations + [.tokenLength(tokenLength)]) }
        guard bytes.count >= 4 + tokenLength else { return (message, deviations + [.truncatedToken]) }
        message.token = Array(bytes[4..<4 + tokenLength])
        var reader = OptionReader(rest: bytes[(4 + tokenLength)...])
        if let deviation = reader.readAll() { deviations.append(deviation) }
        message.options = reader.options
        message.payload = reader.payload
        for number in [CoAPOption.Number.block1, .block2] where message[number] != nil && message.block(number) == nil {
            deviations.append(.block(number))
        }
        return (message, deviations)
    }

    private func deviationsOfHeader(followedBy count: Int) -> [CoAPDeviation] {
        var deviations: [CoAPDeviation] = []
        if code == .empty {
            if count > 0 { deviations.append(.emptyWithContent) }
            if kind == .nonConfirmable { deviations.append(.kindOfCode) }
        } else if code.isRequest {
            if kind == .acknowledgement || kind == .reset { deviations.append(.kindOfCode) }
        } else if code.isResponse {
            if kind == .reset { deviations.append(.kindOfCode) }
        } else {
            deviations.append(.reservedCode(code))
        }
        return deviations
    }
}

/// Reads the options and the payload of a datagram.
private struct OptionReader {
    var rest: ArraySlice<UInt8>
    var options: [CoAPOption] = []
    var payload: [UInt8] = []
    private var number = 0

    init(rest: ArraySlice<UInt8>) {
        self.rest = rest
    }

    /// - Returns: the first deviation, after which nothing more is read.
    mutating func readAll() -> CoAPDeviation? {
        while let first = rest.popFirst() {
            if first == 0xff {
                payload = Array(rest)
                return payload.isEmpty ? .emptyPayload : nil
            }
            if let deviation = readOption(delta: first >> 4, length: first & 0xf) { return deviation }
        }
        return nil
    }

    private mutating func readOption(delta: UInt8, length: UInt8) -> CoAPDeviation? {
        if delta == 15 { return .reservedDelta }
        guard let difference = extended(delta) else { return .truncatedOption(number) }
        number += difference
        guard let known = UInt16(exactly: number) else { return .optionNumber }
        if length == 15 { return .reservedLength(number) }
        guard let count = extended(length), count <= rest.count else { return .truncatedOption(number) }
        options.append(CoAPOption(CoAPOption.Number(rawValue: known), Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
        return nil
    }

    /// A delta or length of up to 14, with the bytes after it (RFC 7252 3.1).
    private mutating func extended(_ bits: UInt8) -> Int? {
        switch bits {
        case 13: return rest.popFirst().map { Int($0) + 13 }
        case 14:
            guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            return Int(high) << 8 + Int(low) + 269
        default: return Int(bits)
        }
    }
}
