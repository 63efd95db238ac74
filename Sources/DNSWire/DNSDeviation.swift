/// A defect in a message that could still be decoded.
package struct DNSDeviation: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a deviation.
    package enum Kind: String, Sendable {
        /// The message ends before the items that its counts announce.
        case cutShort = "the message ends before the items that its counts announce"
        /// Bytes follow the items that the counts announce.
        case trailing = "bytes follow the items that the counts announce"
        /// A compression pointer that does not point to an earlier place.
        case pointer = "a compression pointer does not point to an earlier name"
        /// A label whose two top bits are neither 00 nor 11.
        case label = "a label is neither bytes nor a pointer"
        /// A name of more than 255 bytes.
        case nameLength = "a name is longer than 255 bytes"
        /// A record whose data is malformed for its type.
        case content = "a record's data is malformed for its type"
    }

    package var kind: Kind
    /// Counted from 0.
    package var offset: Int

    package init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    package var description: String { "byte \(offset): \(kind.rawValue)" }
}
