extension TLV8 {
    /// One deviation of bytes from the TLV8 format, and its place.
    package struct Deviation: Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        package enum Kind: String, Sendable, Hashable {
            /// The bytes end after the type, before the length.
            case truncatedHeader = "truncated-header"
            /// The length exceeds the remaining bytes, which become the item's value.
            case truncatedValue = "truncated-value"
            /// The fragment is shorter than 255 bytes but another of its type follows; both were joined.
            case shortFragment = "short-fragment"
            /// A fragment of length 0 follows one of 255 bytes.
            case emptyFragment = "empty-fragment"

            /// Whether bytes of a value are missing. A value in unusual fragments is whole.
            package var losesBytes: Bool { self == .truncatedHeader || self == .truncatedValue }
        }

        /// The offset of the wrong item's or fragment's header.
        package let offset: Int
        /// What is wrong at the offset.
        package let kind: Kind

        package init(offset: Int, kind: Kind) {
            self.offset = offset
            self.kind = kind
        }

        /// What is wrong, in one sentence without the place.
        package var message: String {
            switch kind {
            case .truncatedHeader: "the item ends after its type, without a length"
            case .truncatedValue: "the item's length exceeds the remaining bytes"
            case .shortFragment: "a fragment of the same type follows but this one is shorter than 255 bytes"
            case .emptyFragment: "a fragment of length 0 follows one of 255 bytes"
            }
        }

        package var description: String { "byte \(offset): \(message)" }
    }
}
