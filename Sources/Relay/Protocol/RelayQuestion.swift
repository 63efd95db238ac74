package import Links

/// What a tester asks a relay about its bench.
package enum RelayQuestion: Sendable, Hashable {
    /// Which interface leads to an address, and which numeric address that is: `INTERFACE ADDRESS`.
    case route(DatagramAddress)
    /// The hardware address of a host: twelve hexadecimal digits, or nothing.
    case neighbour(IPAddress)
    /// The addresses of the interfaces, one on each line.
    case interfaces

    package var text: String {
        switch self {
        case .route(let address): "route \(address)"
        case .neighbour(let host): "neighbour \(host)"
        case .interfaces: "interfaces"
        }
    }

    /// - Returns: `nil` if the question is unknown or malformed.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch words.first {
        case "interfaces" where words.count == 1: self = .interfaces
        case "route" where words.count == 2:
            guard let address = DatagramAddress(written: words[1]) else { return nil }
            self = .route(address)
        case "neighbour" where words.count == 2:
            guard let host = IPAddress(words[1]) else { return nil }
            self = .neighbour(host)
        default: return nil
        }
    }
}
