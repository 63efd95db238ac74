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
        if message?.isSpelledOut == true { fields["spelled-out"] = true }
        let deviations = exchanged.decoded?.deviations ?? []
        if !deviations.isEmpty { fields["deviations"] = .array(deviations.map { .string($0.description) }) }
        self.init(
            transport: transport,
            connection: "mdns",
            direction: exchanged.isSent ? .out : .in,
            kind: .datagram,
            fields: fields,
            raw: exchanged.bytes,
            summary: message?.summary ?? "a datagram that is not a DNS message",
            at: exchanged.at
        )
    }
}

extension DNSMessage {
    /// The questions or records, in short form: `9545: _hap._tcp.local PTR?`.
    fileprivate var summary: String {
        let further = authorities.map { "authority \($0.summary)" } + additionals.map { "additional \($0.summary)" }
        let parts = isResponse ? answers.map(\.summary) + further : questions.map(\.summary)
        let text =
            parts.isEmpty ? "an empty DNS message" : Excerpt.texts(parts, limit: Self.most).joined(separator: "; ")
        return id == 0 ? text : "\(Hex.encode([UInt8(id >> 8), UInt8(id & 0xff)])): \(text)"
    }

    /// How many questions or records the summary names.
    private static let most = 8

    /// Whether the summary says all that the message does.
    fileprivate var isSpelledOut: Bool {
        let count = isResponse ? records.count : questions.count
        return (1...Self.most).contains(count) && (isResponse ? questions : []).isEmpty
            && flags == (isResponse ? Self.answerFlags : 0) && records.allSatisfy(\.isSpelledOut)
            && questions.allSatisfy { $0.class == 1 } && (isResponse || records.isEmpty)
    }
}

extension DNSQuestion {
    fileprivate var summary: String { "\(name) \(type.name)?\(wantsUnicast ? " (unicast)" : "")" }
}

extension DNSRecord {
    fileprivate var summary: String { "\(text) (\(ttl) s\(flushesCache ? ", unique" : ""))" }

    private var text: String {
        switch content {
        case .ptr(let target): "\(name) is \(target)"
        case .srv(let place): "\(name) at \(place.target) port \(place.port)"
        case .txt(let strings):
            "\(name) TXT \(strings.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", "))"
        case .a(let address), .aaaa(let address):
            "\(name) has \(IPAddress(bytes: address)?.description ?? Hex.encode(address))"
        case .other: "\(name) \(type.name)"
        }
    }

    fileprivate var isSpelledOut: Bool {
        switch content {
        case .srv(let place): self.class == 1 && place.priority == 0 && place.weight == 0
        case .ptr, .a, .aaaa: self.class == 1
        // Of texts with control characters, or with what separates them here, the bytes say more.
        case .txt(let strings):
            self.class == 1 && strings.allSatisfy { $0.allSatisfy { (0x20...0x7e).contains($0) && $0 != 0x2c } }
        case .other: false
        }
    }
}

extension DNSType {
    /// `PTR`; for a type that HAP does not use, its number.
    fileprivate var name: String {
        switch self {
        case .a: "A"
        case .ptr: "PTR"
        case .txt: "TXT"
        case .aaaa: "AAAA"
        case .srv: "SRV"
        case .any: "ANY"
        default: "type \(rawValue)"
        }
    }
}
