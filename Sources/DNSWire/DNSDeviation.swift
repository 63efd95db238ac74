/// Something that is off in a message that could be read all the same.
package struct DNSDeviation: Hashable, Sendable, CustomStringConvertible {
    /// What is off.
    package enum Kind: String, Sendable {
        /// The message ends before what its counts announce.
        case cutShort = "the message ends before all that its counts announce"
        /// Bytes follow what the counts announce.
        case trailing = "bytes follow what the counts announce"
        /// A compression pointer that does not point to an earlier place.
        case pointer = "a compression pointer does not point to an earlier name"
        /// A label whose two top bits are neither 00 nor 11.
        case label = "a label is neither bytes nor a pointer"
        /// A name of more than 255 bytes.
        case nameLength = "a name is longer than 255 bytes"
        /// A record whose bytes are not what its type demands.
        case content = "a record's bytes are not what its type demands"
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
