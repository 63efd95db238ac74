import DNSWire
import Links

/// The records that advertise an accessory over IP, and the responses to questions (RFC 6762, RFC 6763).
///
/// A pure value; it neither probes for its names nor resolves conflicts with other responders.
struct ServiceRecords: Sendable {
    private static let service = DNSName("_hap._tcp.local")
    private static let services = DNSName("_services._dns-sd._udp.local")
    /// The times to live in seconds: of records with the host's name, and of others (RFC 6762 10).
    private static let hostTTL: UInt32 = 120
    private static let otherTTL: UInt32 = 4500
    /// The time to live for resolvers without multicast support (RFC 6762 6.7).
    private static let legacyTTL: UInt32 = 10

    private let pointer: DNSRecord
    private let enumeration: DNSRecord
    private let place: DNSRecord
    private let text: DNSRecord
    private let address: DNSRecord

    /// - Parameters:
    ///   - name: the instance's name; it is truncated to the 63 bytes of a label.
    ///   - deviceID: makes the host name unique.
    ///   - strings: the strings of the TXT record.
    init(name: String, deviceID: String, address: IPv4Address, port: Int, strings: [[UInt8]]) {
        let instance = Self.service.prefixed(by: Self.label(name))
        let host = DNSName("Assay-\(deviceID.filter { $0 != ":" }).local")
        let place = DNSRecord.SRV(port: UInt16(clamping: port), target: host)
        pointer = DNSRecord(Self.service, .ptr(instance), ttl: Self.otherTTL)
        enumeration = DNSRecord(Self.services, .ptr(Self.service), ttl: Self.otherTTL)
        self.place = DNSRecord(instance, .srv(place), ttl: Self.hostTTL, flushesCache: true)
        text = DNSRecord(instance, .txt(strings), ttl: Self.otherTTL, flushesCache: true)
        self.address = DNSRecord(host, .a(address.bytes), ttl: Self.hostTTL, flushesCache: true)
    }

    /// As many whole characters as fit a label.
    private static func label(_ name: String) -> [UInt8] {
        name.reduce(into: []) { bytes, character in
            if bytes.count + character.utf8.count <= 63 { bytes += Array(character.utf8) }
        }
    }

    private var records: [DNSRecord] { [pointer, place, text, address, enumeration] }

    /// The unsolicited messages: an announcement, or, as a goodbye, the removal of the records.
    func announcement(isGoodbye: Bool = false) -> DNSMessage {
        var message = DNSMessage(flags: DNSMessage.answerFlags, answers: [pointer, place, text, address])
        if isGoodbye { for index in message.answers.indices { message.answers[index].ttl = 0 } }
        return message
    }

    /// The response to a query, and whether all questions request unicast; `nil` if no question matches.
    ///
    /// - Parameter isLegacy: whether the query comes from a port other than the mDNS port: its sender supports
    ///   neither shared answers nor the top bit of a class.
    func answer(to query: DNSMessage, isLegacy: Bool) -> (message: DNSMessage, isUnicast: Bool)? {
        guard !query.isResponse else { return nil }
        let asked = query.questions.filter { question in records.contains { Self.fits($0, question) } }
        var answers = records.filter { record in asked.contains { Self.fits(record, $0) } }
        if !isLegacy { answers.removeAll { record in query.answers.contains { Self.isKnown(record, as: $0) } } }
        guard !answers.isEmpty else { return nil }
        let rest = answers.contains(pointer) || answers.contains(place) ? [place, text, address] : []
        var message = DNSMessage(
            flags: DNSMessage.answerFlags,
            answers: answers,
            additionals: rest.filter { !answers.contains($0) }
        )
        if isLegacy {
            message.id = query.id
            message.questions = query.questions
            message.answers = message.answers.map(Self.legacy)
            message.additionals = message.additionals.map(Self.legacy)
        }
        return (message, isLegacy || asked.allSatisfy(\.wantsUnicast))
    }

    private static func fits(_ record: DNSRecord, _ question: DNSQuestion) -> Bool {
        record.name == question.name && [1, 255].contains(question.class)
            && [record.type, .any].contains(question.type)
    }

    /// Whether the sender knows the record for at least half of its time to live (RFC 6762 7.1).
    private static func isKnown(_ record: DNSRecord, as known: DNSRecord) -> Bool {
        known.name == record.name && known.content == record.content && known.ttl >= record.ttl / 2
    }

    private static func legacy(_ record: DNSRecord) -> DNSRecord {
        var record = record
        record.ttl = min(record.ttl, legacyTTL)
        record.flushesCache = false
        return record
    }
}
