import DNSWire

extension ServiceRecords {
    /// The query that asks whether the names are free, with the proposed records (RFC 6762 8.1).
    func probe() -> DNSMessage {
        let names = [place.name, address.name]
        return DNSMessage(
            questions: names.map { DNSQuestion($0, .any, wantsUnicast: false) },
            authorities: [place, text, address].map { record in
                var record = record
                record.flushesCache = false
                return record
            }
        )
    }

    /// The name for which a response has another location or address; `nil` if there is none.
    ///
    /// TXT records do not count: the accessory's own change, and its own messages come back to it.
    func conflict(in response: DNSMessage) -> AdvertisedNames.Conflict? {
        for record in response.answers + response.additionals where record.ttl > 0 {
            if conduct.yieldsInstance, record.name == place.name, record.type == .srv, record.content != place.content {
                return .instance
            }
            if conduct.yieldsHost, record.name == address.name, record.type == address.type,
                record.content != address.content
            {
                return .host
            }
        }
        return nil
    }

    /// Whether another responder's probe for one of the names wins against the accessory's own: its records come later in
    /// the order of their class, type and content (RFC 6762 8.2).
    func loses(to probe: DNSMessage) -> Bool {
        [place.name, address.name].contains { name in
            let theirs = probe.authorities.filter { $0.name == name && $0.type != .txt }
            let ours = [place, address].filter { $0.name == name }
            guard !theirs.isEmpty else { return false }
            return Self.order(ours).lexicographicallyPrecedes(Self.order(theirs))
        }
    }

    /// The bytes that decide a tie.
    private static func order(_ records: [DNSRecord]) -> [UInt8] {
        records.sorted { $0.type.rawValue < $1.type.rawValue }.flatMap { record in
            let type = record.type.rawValue
            return [UInt8(type >> 8), UInt8(type & 0xff)] + content(record.content)
        }
    }

    private static func content(_ content: DNSRecord.Content) -> [UInt8] {
        switch content {
        case .a(let bytes), .aaaa(let bytes), .other(_, let bytes): bytes
        case .ptr(let name): bytes(name)
        case .srv(let place):
            [place.priority, place.weight, place.port].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
                + bytes(place.target)
        case .txt(let strings): strings.flatMap { [UInt8(clamping: $0.count)] + $0 }
        }
    }

    private static func bytes(_ name: DNSName) -> [UInt8] {
        name.labels.flatMap { [UInt8(clamping: $0.count)] + $0 } + [0]
    }
}
