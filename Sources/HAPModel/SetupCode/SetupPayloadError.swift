/// Why a text is not a valid setup payload; it never quotes the text, which may contain a setup code.
package struct SetupPayloadError: Error, Hashable, CustomStringConvertible {
    /// What is wrong with the payload.
    package struct Code: Hashable, Sendable {
        private enum Value { case prefix, length, character, number, version, setupCode }
        private let value: Value

        /// It does not begin with `X-HM://`.
        package static let prefix = Code(value: .prefix)
        /// It is not 20 characters long.
        package static let length = Code(value: .length)
        /// A character is not one of 0-9 and A-Z.
        package static let character = Code(value: .character)
        /// The nine digits have a value above 46 bits.
        package static let number = Code(value: .number)
        /// The version is not 0.
        package static let version = Code(value: .version)
        /// The setup code is above 99999999.
        package static let setupCode = Code(value: .setupCode)
    }

    /// What is wrong.
    package let code: Code
    /// The position of the wrong character, counted from 0, if there is one.
    package let offset: Int?

    package init(_ code: Code, offset: Int? = nil) {
        self.code = code
        self.offset = offset
    }

    package var description: String {
        switch code {
        case .prefix: "a setup payload begins with X-HM://"
        case .length: "a setup payload is 20 characters long: X-HM://, nine digits and the setup ID"
        case .character: "character \((offset ?? 0) + 1) of the setup payload is not one of 0-9 and A-Z"
        case .number: "the nine digits of the setup payload have a value above 46 bits"
        case .version: "the setup payload has a version other than 0"
        default: "the setup payload contains a setup code above 99999999"
        }
    }
}
