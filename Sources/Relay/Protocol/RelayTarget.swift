package import Links

/// What a tester asks a relay to open: a word for the carrier, and an address. A radio will be another word.
package enum RelayTarget: Sendable, Hashable {
    /// A TCP connection.
    case stream(DatagramAddress)
    /// A UDP port for one peer.
    case datagrams(DatagramAddress)
    /// A private UDP port on an interface, for questions to the group of multicast DNS.
    case questions(interface: String)
    /// A member of the group of multicast DNS on an interface.
    case group(interface: String)

    /// `tcp 192.168.1.20:51826`
    package var text: String {
        switch self {
        case .stream(let address): "tcp \(address)"
        case .datagrams(let address): "udp \(address)"
        case .questions(let interface): "mdns \(interface)"
        case .group(let interface): "mdns-group \(interface)"
        }
    }

    /// - Returns: `nil` if the carrier is unknown or the address is malformed.
    package init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2 else { return nil }
        let address = DatagramAddress(written: words[1])
        switch (words[0], address) {
        case ("tcp", let address?): self = .stream(address)
        case ("udp", let address?): self = .datagrams(address)
        case ("mdns", _) where IPAddress(words[1]) != nil: self = .questions(interface: words[1])
        case ("mdns-group", _) where IPAddress(words[1]) != nil: self = .group(interface: words[1])
        default: return nil
        }
    }
}

extension DatagramAddress {
    /// Parses `192.168.1.20:51826`, `[fe80::1%eth0]:51826` or `lamp.local:51826`.
    package init?(written text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65535).contains(port)
        else { return nil }
        let host = String(text[..<colon])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard isBracketed || !host.contains(":"), host.count > (isBracketed ? 2 : 0), host.count < 256 else {
            return nil
        }
        self.init(host: isBracketed ? String(host.dropFirst().dropLast()) : host, port: port)
    }
}
