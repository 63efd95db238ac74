/// The meaning of a frame.
package enum RelayMessage: Sendable, Hashable {
    /// The tester's first message. Its form is the same in every version, so that versions can be compared.
    case hello(version: UInt16, token: [UInt8])
    /// The relay accepts the tester. The text names its program.
    case welcome(version: UInt16, program: String)
    /// What was asked for on the channel is refused; on channel 0, the tester itself.
    case refused(RelayRefusal)
    /// Asks for a ``pong(_:_:)`` with the same number; its channel names a link.
    case ping(UInt32)
    /// The answer to a ping, with the network's round trip on the link if the relay knows it.
    case pong(UInt32, RelayNetworkTrip?)
    /// Asks the relay to open what the text names, within a time in milliseconds.
    case open(String, within: UInt32)
    /// It is open.
    case opened
    /// Bytes of a stream.
    case data([UInt8])
    /// One datagram; the peer is its source or its destination.
    case datagram(peer: String, [UInt8])
    /// The peer's host says that no program listens at the port.
    case noListener
    /// The tester has read so many bytes of the stream.
    case credit(UInt32)
    /// The channel has ended, or shall end.
    case end(RelayEnd)
    /// Asks for something about the bench.
    case question(String)
    case answer(String)

    /// The version of the protocol that this program speaks.
    package static let version: UInt16 = 1
    private static let magic = Array("assay-relay".utf8)

    /// The frame that carries the message.
    package func frame(on channel: UInt32) -> RelayFrame {
        let (kind, content): (RelayFrame.Kind, [UInt8]) =
            switch self {
            case .hello(let version, let token): (.hello, Self.magic + RelayBytes.of(version) + token)
            case .welcome(let version, let program): (.welcome, RelayBytes.of(version) + Array(program.utf8))
            case .refused(let refusal): (.refused, [refusal.code.rawValue] + Array(refusal.text.utf8))
            case .ping(let number): (.ping, RelayBytes.of(number))
            case .pong(let number, let trip): (.pong, RelayBytes.of(number) + (trip?.encoded() ?? []))
            case .open(let target, let within): (.open, RelayBytes.of(within) + Array(target.utf8))
            case .opened: (.opened, [])
            case .data(let bytes): (.data, bytes)
            case .datagram(let peer, let bytes):
                (.datagram, [UInt8(truncatingIfNeeded: peer.utf8.count)] + Array(peer.utf8) + bytes)
            case .noListener: (.noListener, [])
            case .credit(let count): (.credit, RelayBytes.of(count))
            case .end(let end): (.end, [end.code] + Array(end.text.utf8))
            case .question(let text): (.question, Array(text.utf8))
            case .answer(let text): (.answer, Array(text.utf8))
            }
        return RelayFrame(kind, channel: channel, content: content)
    }

    /// Reads the content of a frame.
    ///
    /// - Returns: `nil` if the kind is unknown or the content is malformed.
    package init?(_ frame: RelayFrame) {
        var rest = frame.content[...]
        func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) -> Number? {
            RelayBytes.take(type, from: &rest)
        }
        func text() -> String? { String(validating: rest, as: UTF8.self) }
        switch frame.kind {
        case .hello:
            guard rest.starts(with: Self.magic) else { return nil }
            rest = rest.dropFirst(Self.magic.count)
            guard let version = number(UInt16.self) else { return nil }
            self = .hello(version: version, token: Array(rest))
        case .welcome:
            guard let version = number(UInt16.self), let program = text() else { return nil }
            self = .welcome(version: version, program: program)
        case .refused:
            guard let code = number(UInt8.self), let text = text() else { return nil }
            self = .refused(RelayRefusal(.init(rawValue: code), text))
        case .ping:
            guard let count = number(UInt32.self), rest.isEmpty else { return nil }
            self = .ping(count)
        case .pong:
            guard let count = number(UInt32.self) else { return nil }
            let trip = rest.isEmpty ? nil : RelayNetworkTrip(rest)
            guard rest.isEmpty || trip != nil else { return nil }
            self = .pong(count, trip)
        case .open:
            guard let within = number(UInt32.self), let target = text() else { return nil }
            self = .open(target, within: within)
        case .data: self = .data(frame.content)
        case .datagram:
            guard let length = number(UInt8.self), rest.count >= Int(length),
                let peer = String(validating: rest.prefix(Int(length)), as: UTF8.self)
            else { return nil }
            self = .datagram(peer: peer, Array(rest.dropFirst(Int(length))))
        case .credit:
            guard let count = number(UInt32.self), rest.isEmpty else { return nil }
            self = .credit(count)
        case .end:
            guard let code = number(UInt8.self), let text = text(), let end = RelayEnd(code: code, text: text) else {
                return nil
            }
            self = .end(end)
        case .question:
            guard let text = text() else { return nil }
            self = .question(text)
        case .answer:
            guard let text = text() else { return nil }
            self = .answer(text)
        case .opened where rest.isEmpty: self = .opened
        case .noListener where rest.isEmpty: self = .noListener
        default: return nil
        }
    }
}
