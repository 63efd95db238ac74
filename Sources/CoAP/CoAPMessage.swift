/// One message of the Constrained Application Protocol, which fills one datagram (RFC 7252 3).
package struct CoAPMessage: Hashable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// Its receiver acknowledges it; until then it is repeated.
        case confirmable
        case nonConfirmable
        case acknowledgement
        /// The message that it names cannot be processed.
        case reset
    }

    package var kind: Kind
    package var code: CoAPCode
    /// Names the message; an acknowledgement has that of the message that it acknowledges.
    package var id: UInt16
    /// Names the request; its response has the same. At most 8 bytes.
    package var token: [UInt8]
    /// In the order of their numbers; the encoder sorts them.
    package var options: [CoAPOption]
    package var payload: [UInt8]

    package init(
        _ kind: Kind,
        _ code: CoAPCode,
        id: UInt16 = 0,
        token: [UInt8] = [],
        options: [CoAPOption] = [],
        payload: [UInt8] = []
    ) {
        self.kind = kind
        self.code = code
        self.id = id
        self.token = token
        self.options = options
        self.payload = payload
    }

    /// The first value of an option.
    package subscript(_ number: CoAPOption.Number) -> CoAPOption? { options.first { $0.number == number } }

    /// The path of a request: `/` and the segments.
    package var path: String {
        let segments = options.filter { $0.number == .uriPath }.map { String(decoding: $0.value, as: UTF8.self) }
        return "/" + segments.joined(separator: "/")
    }

    /// The options of a path such as `/1`; `/` has none.
    package static func path(_ path: String) -> [CoAPOption] {
        path.split(separator: "/").map { CoAPOption(.uriPath, String($0)) }
    }

    /// The block of a request (Block1) or a response (Block2); `nil` if there is none, or none that can be read.
    package func block(_ number: CoAPOption.Number) -> CoAPBlock? { self[number].flatMap(CoAPBlock.init) }

    /// The message with this option instead of those of the same number.
    package func replacing(_ option: CoAPOption) -> CoAPMessage {
        var message = self
        message.options.removeAll { $0.number == option.number }
        message.options.append(option)
        return message
    }

    /// The message as it is sent in a datagram. A token of more than 8 bytes is cut, which only a deviation asks for.
    package func encoded() -> [UInt8] {
        let token = token.prefix(8)
        var bytes: [UInt8] = [0x40 | kind.rawValue << 4 | UInt8(token.count), code.rawValue]
        bytes += [UInt8(id >> 8), UInt8(truncatingIfNeeded: id)] + token
        appendOptions(to: &bytes)
        if !payload.isEmpty { bytes += [0xff] + payload }
        return bytes
    }

    /// The datagram of a peer that departs from the protocol at points.
    package func encoded(_ change: CoAPChange) -> [UInt8] {
        let kind = change(.kind, [kind.rawValue]).first ?? 0
        let token = change(.token, Array(token.prefix(8)))
        var bytes = [0x40 | (kind & 3) << 4 | UInt8(min(token.count, 15)), change(.code, [code.rawValue]).first ?? 0]
        bytes += change(.id, [UInt8(id >> 8), UInt8(truncatingIfNeeded: id)]) + token
        var options: [UInt8] = []
        appendOptions(to: &options)
        bytes += change(.options, options)
        let payload = change(.payload, payload)
        if !payload.isEmpty { bytes += [0xff] + payload }
        return change(.whole, bytes)
    }

    private func appendOptions(to bytes: inout [UInt8]) {
        var last: UInt16 = 0
        // Stable: options of one number keep their order.
        for option in options.sorted(by: { $0.number < $1.number }) {
            let (number, value) = (option.number.rawValue, option.value)
            let (delta, deltaBytes) = Self.extended(Int(number - last))
            let (length, lengthBytes) = Self.extended(value.count)
            bytes += [delta << 4 | length] + deltaBytes + lengthBytes + value
            last = number
        }
    }

    /// A delta or length in four bits, with one or two bytes after it for larger numbers (RFC 7252 3.1).
    private static func extended(_ number: Int) -> (UInt8, [UInt8]) {
        switch number {
        case ..<13: return (UInt8(number), [])
        case ..<269: return (13, [UInt8(number - 13)])
        default:
            let rest = UInt16(clamping: number - 269)
            return (14, [UInt8(rest >> 8), UInt8(truncatingIfNeeded: rest)])
        }
    }
}
