import DNSWire
import HAPModel
import Links

extension WireEvent {
    /// A datagram of the search for the accessory.
    ///
    /// - Parameter transport: the transport over which the accessory is sought.
    init(_ exchanged: ServiceFinder.Exchanged, over transport: TransportKind = .ip) {
        let message = (exchanged.decoded ?? DNSMessage.decoding(exchanged.bytes))?.message
        var fields: JSONObject = ["peer": .string(exchanged.peer.description)]
        let deviations = exchanged.decoded?.deviations ?? []
        if !deviations.isEmpty { fields["deviations"] = .array(deviations.map { .string($0.description) }) }
        self.init(
            transport: transport,
            connection: "mdns",
            direction: exchanged.isSent ? .out : .in,
            kind: .datagram,
            fields: fields,
            raw: exchanged.bytes,
            summary: message.map(Self.summary) ?? "a datagram that is not a DNS message",
            at: exchanged.at
        )
    }

    /// The questions or records of a message, in short form.
    private static func summary(_ message: DNSMessage) -> String {
        let questions = message.questions.map { "\($0.name)?" }
        let records = message.records.map { record in
            switch record.content {
            case .ptr(let name): "\(record.name) is \(name)"
            case .srv(let place): "\(record.name) at \(place.target) port \(place.port)"
            case .txt(let strings):
                "TXT " + strings.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
            case .a(let address), .aaaa(let address):
                "\(record.name) has \(IPAddress(bytes: address)?.description ?? Hex.encode(address))"
            case .other: "\(record.name) type \(record.type.rawValue)"
            }
        }
        let parts = message.isResponse ? records : questions
        return parts.isEmpty ? "an empty DNS message" : Excerpt.texts(parts, limit: 8).joined(separator: "; ")
    }
}
