/// An option of a message: a number and its value (RFC 7252 5.4).
package struct CoAPOption: Hashable, Sendable {
    /// The number of an option.
    package struct Number: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        package static let uriHost = Number(rawValue: 3)
        package static let observe = Number(rawValue: 6)
        package static let uriPort = Number(rawValue: 7)
        package static let uriPath = Number(rawValue: 11)
        package static let contentFormat = Number(rawValue: 12)
        package static let maxAge = Number(rawValue: 14)
        package static let uriQuery = Number(rawValue: 15)
        package static let accept = Number(rawValue: 17)
        /// The block of a response (RFC 7959).
        package static let block2 = Number(rawValue: 23)
        /// The block of a request (RFC 7959).
        package static let block1 = Number(rawValue: 27)
        package static let size2 = Number(rawValue: 28)
        package static let size1 = Number(rawValue: 60)

        /// Whether a receiver that does not know the option must refuse the message (RFC 7252 5.4.6).
        package var isCritical: Bool { !rawValue.isMultiple(of: 2) }

        package static func < (left: Number, right: Number) -> Bool { left.rawValue < right.rawValue }

        package var description: String { Self.names[self] ?? "option \(rawValue)" }

        private static let names: [Number: String] = [
            .uriHost: "Uri-Host", .observe: "Observe", .uriPort: "Uri-Port", .uriPath: "Uri-Path",
            .contentFormat: "Content-Format", .maxAge: "Max-Age", .uriQuery: "Uri-Query", .accept: "Accept",
            .block2: "Block2", .block1: "Block1", .size2: "Size2", .size1: "Size1",
        ]
    }

    package let number: Number
    /// At most 65,804 bytes.
    package let value: [UInt8]

    package init(_ number: Number, _ value: [UInt8] = []) {
        self.number = number
        self.value = value
    }

    package init(_ number: Number, _ text: String) {
        self.init(number, Array(text.utf8))
    }

    /// - Parameter integer: encoded without leading zero bytes; 0 has no bytes (RFC 7252 3.2).
    package init(_ number: Number, integer: UInt32) {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: integer >> (24 - 8 * $0)) }
        self.init(number, Array(bytes.drop { $0 == 0 }))
    }

    /// The value as an integer; `nil` if it has more than four bytes.
    package var integer: UInt32? {
        value.count <= 4 ? value.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }
}
