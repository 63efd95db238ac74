package import Links

/// The addresses to which a relay connects.
package struct RelayAllowList: Sendable, Hashable {
    /// One address with any port or one port, or a network.
    package struct Entry: Sendable, Hashable {
        let network: [UInt8]
        /// How many bits of an address have to be those of the network.
        let bits: Int
        let zone: String?
        /// `nil` allows all ports.
        let port: Int?

        /// Parses `192.168.1.20`, `192.168.1.20:51826`, `192.168.1.0/24`, `fd00::1`, `[fd00::1]`, `[fd00::1]:5683` or
        /// `fd00::/64`.
        package init?(_ text: String) {
            let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.contains(":")
            if let address = IPAddress(isBracketed ? String(text.dropFirst().dropLast()) : text) {
                self.init(address, bits: address.bytes.count * 8, port: nil)
                return
            }
            if let place = DatagramAddress(written: text) {
                guard let address = IPAddress(place.host) else { return nil }
                self.init(address, bits: address.bytes.count * 8, port: place.port)
                return
            }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let address = IPAddress(parts[0]), let bits = Int(parts[1]),
                (0...address.bytes.count * 8).contains(bits)
            else { return nil }
            self.init(address, bits: bits, port: nil)
        }

        private init(_ address: IPAddress, bits: Int, port: Int?) {
            network = address.bytes
            zone = address.zone
            self.bits = bits
            self.port = port
        }

        func allows(_ address: IPAddress, _ port: Int?) -> Bool {
            guard address.bytes.count == network.count, zone == nil || zone == address.zone,
                self.port == nil || port == nil || self.port == port
            else { return false }
            return (0..<bits).allSatisfy { bit in
                (address.bytes[bit / 8] ^ network[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
            }
        }
    }

    private let entries: [Entry]

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// - Parameter port: `nil` asks whether any port is allowed.
    package func allows(_ address: IPAddress, port: Int?) -> Bool { entries.contains { $0.allows(address, port) } }
}
