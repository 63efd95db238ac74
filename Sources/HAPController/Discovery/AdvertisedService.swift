package import DNSWire
package import HAPModel

/// An accessory as advertised over multicast DNS: one instance of `_hap._tcp.local`, or of `_hap._udp.local` over
/// Thread.
package struct AdvertisedService: Sendable, Hashable {
    /// The service type of accessories over IP.
    package static let type = DNSName("_hap._tcp.local")
    /// The service type of accessories over Thread (HAP-COAP-001).
    package static let threadType = DNSName("_hap._udp.local")

    /// The service type: that of accessories over IP, or over Thread.
    package var type: DNSName
    /// The instance's own label, which users see.
    package var instance: [UInt8]
    /// The name of its host.
    package var target: DNSName
    package var port: Int
    /// The host's advertised addresses: four bytes of IPv4, or sixteen of IPv6.
    package var addresses: [[UInt8]]
    package var text: ServiceText
}

extension AdvertisedService {
    /// The service types of all transports.
    static let types = [type, threadType]

    /// The name of the instance.
    var name: DNSName { type.prefixed(by: instance) }

    /// The transport of its type.
    package var transport: TransportKind { type == Self.threadType ? .thread : .ip }

    /// The services of these types with complete records.
    static func found(in records: [DNSRecord], types: [DNSName]) -> [AdvertisedService] {
        types.flatMap { found(in: records, type: $0) }
    }

    /// The services with complete records: pointer, location and text.
    static func found(in records: [DNSRecord], type: DNSName) -> [AdvertisedService] {
        let records = Dictionary(grouping: records, by: \.name)
        return instances(of: type, in: records).compactMap { name in
            let own = records[name] ?? []
            let place = own.lazy.compactMap { if case .srv(let place) = $0.content { place } else { nil } }.first
            let strings = own.lazy.compactMap { if case .txt(let strings) = $0.content { strings } else { nil } }.first
            guard let place, let strings, let label = name.labels.first else { return nil }
            return AdvertisedService(
                type: type,
                instance: label,
                target: place.target,
                port: Int(place.port),
                addresses: addresses(in: records[place.target] ?? []),
                text: ServiceText(strings: strings)
            )
        }
    }

    private static func addresses(in records: [DNSRecord]) -> [[UInt8]] {
        records.compactMap { record in
            switch record.content {
            case .a(let address), .aaaa(let address): address
            default: nil
            }
        }
    }

    /// The service with the addresses that these records have for its host.
    func with(addressesIn records: [DNSRecord]) -> AdvertisedService {
        var service = self
        service.addresses = Self.addresses(in: records.filter { $0.name == target })
        return service
    }

    /// The questions for the missing records of incomplete services.
    static func missing(in records: [DNSRecord], type: DNSName) -> [DNSQuestion] {
        let records = Dictionary(grouping: records, by: \.name)
        var questions: [DNSQuestion] = []
        for name in instances(of: type, in: records) {
            let own = records[name] ?? []
            for type in [DNSType.srv, .txt] where !own.contains(where: { $0.type == type }) {
                questions.append(DNSQuestion(name, type))
            }
            for case .srv(let place) in own.map(\.content)
            where records[place.target]?.contains(where: { [.a, .aaaa].contains($0.type) }) != true {
                questions += [DNSQuestion(place.target, .a), DNSQuestion(place.target, .aaaa)]
            }
        }
        return questions
    }

    /// The services of which a pointer record says that they exist, and the kinds of records that they lack.
    static func incomplete(in records: [DNSRecord], type: DNSName) -> [(name: DNSName, missing: [String])] {
        let records = Dictionary(grouping: records, by: \.name)
        return instances(of: type, in: records).compactMap { name in
            let own = records[name] ?? []
            let needed: [(type: DNSType, name: String)] = [(.srv, "SRV"), (.txt, "TXT")]
            let missing = needed.filter { needed in !own.contains { $0.type == needed.type } }.map(\.name)
            return missing.isEmpty ? nil : (name, missing)
        }
    }

    /// The services with a pointer record, without duplicates.
    private static func instances(of type: DNSName, in records: [DNSName: [DNSRecord]]) -> [DNSName] {
        var seen: Set<DNSName> = []
        return (records[type] ?? []).compactMap { record in
            guard case .ptr(let name) = record.content, seen.insert(name).inserted else { return nil }
            return name
        }
    }
}
