import DNSWire
import Links
import Measurement

/// The services that the messages of one network advertise, until their records expire; it neither waits nor sends.
struct ServiceCache {
    private struct Held: Hashable {
        var record: DNSRecord
        var deviations: [DNSDeviation]
        var expires: Moment
    }

    private struct Entry {
        var found: DiscoveredService
        var expires: Moment
    }

    /// The limits for kept records and responders: a network may be large or hostile.
    private static let recordsOfOne = 256
    private static let responders = 256

    private let interface: IPAddress
    /// The service types that it looks for.
    private let types: [DNSName]
    private var held: [String: [Held]] = [:]
    private var entries: [Entry] = []
    /// The names of all services that were complete once: some of their records may have expired since.
    private var complete: Set<DNSName> = []
    private var asked: Set<DNSQuestion> = []

    init(interface: IPAddress, types: [DNSName] = AdvertisedService.types) {
        self.interface = interface
        self.types = types
    }

    /// The services whose records are complete and have not expired.
    func services(at now: Moment) -> [DiscoveredService] {
        entries.filter { $0.expires > now }.map(\.found)
    }

    /// The services of which only a part of the records has ever arrived.
    func incomplete(at now: Moment) -> [IncompleteService] {
        held.sorted { $0.key < $1.key }.flatMap { source, held in
            let records = held.filter { $0.expires > now }.map(\.record)
            let sender = IPAddress(source).map { $0.inZone($0.isLinkLocal ? interface.zone : nil) }
            return types.flatMap { type in
                let incomplete = AdvertisedService.incomplete(in: records, type: type)
                return incomplete.filter { !complete.contains($0.name) }.compactMap { name, missing in
                    name.labels.first.map {
                        IncompleteService(type: type, instance: $0, missing: missing, source: sender)
                    }
                }
            }
        }
    }

    /// The moment at which the next service expires, if no message renews it.
    var nextExpiry: Moment? { entries.map(\.expires).min() }

    /// The questions for missing records that were not asked before.
    mutating func furtherQuestions() -> [DNSQuestion] {
        let missing = held.values.flatMap { held in
            types.flatMap { AdvertisedService.missing(in: held.map(\.record), type: $0) }
        }
        let further = missing.filter { !asked.contains($0) }.prefix(64)
        asked.formUnion(further)
        return Array(further)
    }

    /// Lets questions for missing records be asked again.
    mutating func forgetQuestions() { asked = [] }

    /// Removes the services whose records have expired.
    mutating func expire(at now: Moment) { entries.removeAll { $0.expires <= now } }

    /// Adds, renews and removes what the message says.
    mutating func take(_ decoded: DNSMessage.Decoded, from source: String, at now: Moment) {
        guard decoded.message.isResponse, held[source] != nil || held.count < Self.responders else { return }
        var known = (held[source] ?? []).filter { $0.expires > now }
        let told = decoded.message.records.prefix(Self.recordsOfOne)
        for record in told where record.type != .ptr {
            known.removeAll { $0.record.name == record.name && $0.record.type == record.type }
        }
        for record in told {
            known.removeAll { $0.record.name == record.name && $0.record.content == record.content }
            guard record.ttl > 0 else {
                sayGoodbye(record)
                continue
            }
            let expires = now.advanced(by: .seconds(Int64(record.ttl)))
            known.append(Held(record: record, deviations: decoded.deviations, expires: expires))
        }
        held[source] = Array(known.suffix(Self.recordsOfOne))
        // Several responders may share a host or even a name: records of one message belong together.
        let own = told.filter { $0.ttl > 0 }
        let places = known.map(\.record).filter { [.a, .aaaa].contains($0.type) }
        let whole = AdvertisedService.found(in: Array(own), types: types).map { service in
            // The address of its host may have come in an earlier message.
            service.addresses.isEmpty ? service.with(addressesIn: places) : service
        }
        let joined = AdvertisedService.found(in: known.map(\.record), types: types).filter { service in
            !whole.contains { $0.name == service.name }
        }
        for service in whole + joined where isNamed(service, in: own, known: known) {
            enter(service, known, from: source, at: now)
        }
    }

    /// Whether the message says something about the service: one that it does not mention is not renewed.
    private func isNamed(_ service: AdvertisedService, in told: [DNSRecord], known: [Held]) -> Bool {
        let name = service.name
        return told.contains { $0.name == name || $0.name == service.target || $0.content == .ptr(name) }
    }

    private mutating func enter(_ service: AdvertisedService, _ known: [Held], from source: String, at now: Moment) {
        let name = service.name
        if complete.count < Self.recordsOfOne * Self.responders { complete.insert(name) }
        let parts = known.filter { $0.record.name == name || $0.record.content == .ptr(name) }
        let found = DiscoveredService(
            service,
            deviations: parts.flatMap(\.deviations).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            source: source,
            interface: interface
        )
        let index = entries.firstIndex { entry in
            entry.found.service.name == service.name
                && (entry.found.service.port == service.port || entry.found.service.text["id"] == service.text["id"])
        }
        let entry = Entry(found: found, expires: parts.map(\.expires).min() ?? now.advanced(by: .seconds(120)))
        if let index { entries[index] = entry } else if entries.count < Self.responders { entries.append(entry) }
    }

    /// Removes the service whose pointer or location is withdrawn (RFC 6762 10.1).
    private mutating func sayGoodbye(_ record: DNSRecord) {
        entries.removeAll { entry in
            let service = entry.found.service
            let name = service.name
            switch record.content {
            case .ptr(name): return record.name == service.type
            case .srv(let place): return record.name == name && Int(place.port) == service.port
            default: return false
            }
        }
    }
}
