/// One message on a connection to a relay: four bytes with the length of the rest, a kind, a channel, and the content.
///
/// A channel is a link, a port, or a question; the tester chooses its number. Channel 0 is the connection itself. A reader
/// skips frames of a kind that it does not know, and a relay refuses to open what it does not know, so both can grow.
package struct RelayFrame: Sendable, Hashable {
    /// What a frame means; a number that is not listed here belongs to another version.
    package struct Kind: RawRepresentable, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let hello = Kind(rawValue: 1)
        package static let welcome = Kind(rawValue: 2)
        package static let refused = Kind(rawValue: 3)
        package static let ping = Kind(rawValue: 4)
        package static let pong = Kind(rawValue: 5)
        package static let open = Kind(rawValue: 6)
        package static let opened = Kind(rawValue: 7)
        package static let data = Kind(rawValue: 8)
        package static let datagram = Kind(rawValue: 9)
        package static let noListener = Kind(rawValue: 10)
        package static let credit = Kind(rawValue: 11)
        package static let end = Kind(rawValue: 12)
        package static let question = Kind(rawValue: 13)
        package static let answer = Kind(rawValue: 14)
    }

    /// The bytes of the kind and the channel.
    static let headLength = 5
    /// The largest content: a whole UDP datagram with its address.
    package static let longest = (1 << 16) + 256
    /// The largest content before the other side is known.
    package static let longestOfStranger = 1024

    package var kind: Kind
    package var channel: UInt32
    package var content: [UInt8]

    package init(_ kind: Kind, channel: UInt32, content: [UInt8] = []) {
        self.kind = kind
        self.channel = channel
        self.content = content
    }

    package func encoded() -> [UInt8] {
        RelayBytes.of(UInt32(Self.headLength + content.count)) + [kind.rawValue] + RelayBytes.of(channel) + content
    }
}

/// Numbers as bytes, the most significant first.
enum RelayBytes {
    static func of(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The number that the bytes begin with, which are removed; `nil` if there are too few.
    static func take<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type,
        from bytes: inout ArraySlice<UInt8>
    ) -> Number? {
        let count = Number.bitWidth / 8
        guard bytes.count >= count else { return nil }
        let number = bytes.prefix(count).reduce(Number(0)) { $0 << 8 | Number($1) }
        bytes = bytes.dropFirst(count)
        return number
    }
}
