/// One deviation of bytes from the format of HAP PDUs, and its place.
package struct PDUDeviation: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The bytes end inside the header.
        case truncatedHeader = "truncated-header"
        /// The bytes end before the end of the body.
        case truncatedBody = "truncated-body"
        /// A PDU over CoAP ends before the length of its body.
        case missingLength = "missing-length"
        /// Bytes follow the end of the body.
        case excess
        /// Reserved bits of the control byte are set.
        case reservedBits = "reserved-bits"
        /// The control byte is that of another kind of PDU.
        case otherKind = "other-kind"
        /// A continuation without an open PDU.
        case strayContinuation = "stray-continuation"
        /// A new PDU begins while another one is open.
        case interrupted
        /// A continuation has another transaction id than its PDU.
        case otherTransaction = "other-transaction"
        /// The body's TLV8 is malformed.
        case malformedItems = "malformed-items"
        /// A required item is missing.
        case missingItem = "missing-item"
        /// A number's width differs from its format.
        case width
        /// A bool is neither 0 nor 1, a string is not UTF-8, or a code is unknown.
        case content
        /// One of Apple's types with its most significant byte first.
        case byteOrder = "byte-order"
    }

    /// The offset of the wrong byte or item.
    package let offset: Int
    package let kind: Kind

    package init(_ kind: Kind, at offset: Int) {
        self.offset = offset
        self.kind = kind
    }

    package var description: String { "byte \(offset): \(kind.rawValue)" }
}
