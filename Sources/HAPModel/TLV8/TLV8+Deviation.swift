extension TLV8 {
    /// One way in which bytes depart from the TLV8 format, and where.
    package struct Deviation: Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        package enum Kind: String, Sendable, Hashable {
            /// The bytes end after the type, before the length.
            case truncatedHeader = "truncated-header"
            /// The length goes beyond the end of the bytes; what is there is the item's value.
            case truncatedValue = "truncated-value"
            /// The fragment is shorter than 255 bytes though another of its type follows; both were joined.
            case shortFragment = "short-fragment"
            /// A fragment of length 0 follows one of 255 bytes.
            case emptyFragment = "empty-fragment"
        }

        /// Where the header of the item or fragment lies that is wrong.
        package let offset: Int
        /// What is wrong there.
        package let kind: Kind

        package init(offset: Int, kind: Kind) {
            self.offset = offset
            self.kind = kind
        }

        /// What is wrong, in one sentence without its place.
        package var message: String {
            switch kind {
            case .truncatedHeader: "the item ends after its type, without a length"
            case .truncatedValue: "the item's length goes beyond the end"
            case .shortFragment: "a fragment of the same type follows though this one is shorter than 255 bytes"
            case .emptyFragment: "a fragment of length 0 follows one of 255 bytes"
            }
        }

        package var description: String { "byte \(offset): \(message)" }
    }
}
