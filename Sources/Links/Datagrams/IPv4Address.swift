/// An IPv4 address.
package struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
    /// The four bytes from left to right.
    package let bytes: [UInt8]

    package init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        bytes = [first, second, third, fourth]
    }

    /// - Returns: `nil` unless there are four bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// Parses four decimal numbers separated by dots.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in part.allSatisfy(\.isNumber) ? UInt8(part) : nil }
        guard parts.count == 4, bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// Whether this is the address of one interface: not 0.0.0.0, a group or the broadcast address.
    package var isOneHost: Bool { bytes != [0, 0, 0, 0] && bytes[0] < 224 }

    /// Whether the address is reachable only from this machine.
    package var isLoopback: Bool { bytes[0] == 127 }

    package var description: String { bytes.map { "\($0)" }.joined(separator: ".") }
}
