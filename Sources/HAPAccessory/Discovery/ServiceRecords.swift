import DNSWire
import Links

/// The records that advertise an accessory over IP, and what they answer to questions (RFC 6762, RFC 6763).
///
/// A pure value; it neither probes for its names nor gives them up to another responder.
struct ServiceRecords: Sendable {
    private static let service = DNSName("_hap._tcp.local")
    private static let services = DNSName("_services._dns-sd._udp.local")
    /// Seconds that records may be kept: of those that hold the name of the host, and of others (RFC 6762 10).
    private static let hostTTL: UInt32 = 120
    private static let otherTTL: UInt32 = 4500
    /// What a responder that knows nothing of multicast may keep (RFC 6762 6.7).
    private static let legacyTTL: UInt32 = 10

    private let pointer: DNSRecord
    private let enumeration: DNSRecord
    private let place: DNSRecord
    private let text: DNSRecord
    private let address: DNSRecord

    /// - Parameters:
    ///   - name: the instance's name, of which one label holds at most 63 bytes.
    ///   - deviceID: makes the name of the host one of its own.
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

    /// As many whole characters as a label has room for.
    private static func label(_ name: String) -> [UInt8] {
        name.reduce(into: []) { bytes, character in
            if bytes.count + character.utf8.count <= 63 { bytes += Array(character.utf8) }
        }
    }

    private var records: [DNSRecord] { [pointer, place, text, address, enumeration] }

    /// What is said unasked: that the records are there, or, as a goodbye, that they no longer are.
    func announcement(isGoodbye: Bool = false) -> DNSMessage {
        var message = DNSMessage(flags: DNSMessage.answerFlags, answers: [pointer, place, text, address])
        if isGoodbye { for index in message.answers.indices { message.answers[index].ttl = 0 } }
        return message
    }

    /// The answer to a query, and whether all of it was asked by unicast; `nil` if it asks for nothing that is here.
    ///
    /// - Parameter isLegacy: whether the query comes from a port that is not multicast DNS's own: its sender knows
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

    /// Whether the asker knows the record for at least half of its time yet (RFC 6762 7.1).
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
