package import DNSWire
package import HAPModel
package import Links

/// A service that a search has found, and where it was found.
package struct DiscoveredService: Sendable, Hashable {
    package var service: AdvertisedService
    /// The deviations of the messages that advertised it.
    package var deviations: [DNSDeviation]
    /// The addresses of its host, the one that its message came from first. Link-local ones have their zone.
    package var addresses: [IPAddress]
    /// Whether an address record names its host; otherwise the address is that of the sender alone.
    package var hasAddressRecord: Bool { !service.addresses.isEmpty }

    /// What the service advertises, in the form that suites judge.
    package var advertisement: Advertisement { Advertisement(service, deviations: deviations) }

    /// The name of its host: `lamp.local`.
    package var host: String { service.target.description }

    /// The transport over which it is reached.
    package var transport: TransportKind { service.transport }

    /// The port that it advertises.
    package var port: Int { service.port }

    /// The keys of its TXT record in order, each with its first value; `nil` for a key without a value.
    package var values: [(key: String, value: String?)] {
        var seen: Set<String> = []
        return service.text.entries.filter { seen.insert($0.key.lowercased()).inserted }.map { entry in
            (entry.key, entry.value.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    /// - Parameters:
    ///   - source: the address that its message came from.
    ///   - interface: the interface on which it arrived.
    init(_ service: AdvertisedService, deviations: [DNSDeviation], source: String, interface: IPAddress) {
        self.service = service
        self.deviations = deviations
        let stated = service.addresses.compactMap { IPAddress(bytes: $0) }
        let known = stated.map { $0.isLinkLocal ? $0.inZone(interface.zone) : $0 }
        let sender = IPAddress(source).map { $0.inZone($0.isLinkLocal ? interface.zone : nil) }
        // The sender's address can be reached from here; others may belong to other networks.
        let isSenderStated = known.isEmpty || known.contains { $0.bytes == sender?.bytes }
        addresses = isSenderStated ? [sender].compactMap { $0 } : []
        addresses += known.filter { $0.bytes != addresses.first?.bytes }
    }

    /// Whether the other one is the same accessory, perhaps found on another interface.
    func isSame(_ other: DiscoveredService) -> Bool {
        service.name == other.service.name && service.port == other.service.port
            && service.text["id"] == other.service.text["id"]
    }
}
