import DNSWire
import Links

/// The records that advertise an accessory over one transport, and the responses to questions (RFC 6762, RFC 6763).
///
/// A pure value; ``AdvertisedNames`` decides which names it has.
struct ServiceRecords: Sendable {
    private static let services = DNSName("_services._dns-sd._udp.local")

    private let pointer: DNSRecord
    private let enumeration: DNSRecord
    /// The record with the location, which has the instance's name.
    let place: DNSRecord
    let text: DNSRecord
    /// The record with the address, which has the host's name.
    let address: DNSRecord
    /// The records of further services with the same location.
    private let namesakes: [DNSRecord]
    let conduct: AdvertisingConduct

    /// - Parameters:
    ///   - name: the instance's name in UTF-8; it is truncated to the 63 bytes of a label.
    ///   - service: the service type of the transport.
    ///   - deviceID: makes the host name unique.
    ///   - strings: the strings of the TXT record.
    ///   - numbers: make the names unique.
    ///   - conduct: how the accessory advertises itself.
    init(
        name: [UInt8],
        service own: Advertising.Service,
        deviceID: String,
        address: IPAddress,
        port: Int,
        strings: [[UInt8]],
        numbers: AdvertisedNames.Numbers,
        conduct: AdvertisingConduct
    ) {
        self.conduct = conduct
        let (hostTTL, otherTTL, flushes) = (conduct.hostTTL, conduct.otherTTL, conduct.flushesCaches)
        let suffix = numbers.instance > 1 ? " (\(numbers.instance))" : ""
        let service = DNSName((conduct.hasOwnType ? own : own.other).rawValue)
        let instance = service.prefixed(by: Self.label(name, room: 63 - suffix.utf8.count) + Array(suffix.utf8))
        let hostSuffix = numbers.host > 1 ? "-\(numbers.host)" : ""
        let host = DNSName("Assay-\(deviceID.filter { $0 != ":" })\(hostSuffix).local")
        let place = DNSRecord.SRV(port: UInt16(clamping: conduct.hasOwnPort ? port : port + 1), target: host)
        pointer = DNSRecord(service, .ptr(instance), ttl: otherTTL)
        enumeration = DNSRecord(Self.services, .ptr(service), ttl: otherTTL)
        self.place = DNSRecord(instance, .srv(place), ttl: hostTTL, flushesCache: flushes)
        text = DNSRecord(instance, .txt(strings), ttl: otherTTL, flushesCache: flushes)
        let address = conduct.address.flatMap(IPAddress.init) ?? address
        let content: DNSRecord.Content = address.isVersion6 ? .aaaa(address.bytes) : .a(address.bytes)
        self.address = DNSRecord(host, content, ttl: hostTTL, flushesCache: flushes)
        namesakes = conduct.namesakes.flatMap { name in
            let instance = service.prefixed(by: Self.label(name, room: 63))
            return [
                DNSRecord(service, .ptr(instance), ttl: otherTTL),
                DNSRecord(instance, .srv(place), ttl: hostTTL, flushesCache: flushes),
                DNSRecord(instance, .txt(strings), ttl: otherTTL, flushesCache: flushes),
            ]
        }
    }

    /// As many whole characters as there is room for.
    private static func label(_ name: [UInt8], room: Int) -> [UInt8] {
        guard name.count > room else { return name }
        return String(decoding: name, as: UTF8.self).reduce(into: []) { bytes, character in
            if bytes.count + character.utf8.count <= room { bytes += Array(character.utf8) }
        }
    }

    /// The records for which questions are answered.
    private var records: [DNSRecord] {
        [pointer, place, text] + namesakes + (conduct.resolvesHost ? [address] : [])
            + (conduct.isEnumerated ? [enumeration] : [])
    }

    /// Whether the responder survives malformed messages.
    var ignoresMalformed: Bool { conduct.ignoresMalformed }

    /// The unsolicited messages: an announcement, or, as a goodbye, the removal of the records.
    func announcement(isGoodbye: Bool = false) -> DNSMessage {
        var message = DNSMessage(flags: DNSMessage.answerFlags, answers: [pointer, place, text, address])
        if isGoodbye { for index in message.answers.indices { message.answers[index].ttl = 0 } }
        return message
    }

    /// What a responder that does not understand all forms of questions takes from a message; all of it without a defect.
    ///
    /// - Parameter size: the bytes of the message.
    func heard(_ query: DNSMessage, size: Int, isLegacy: Bool) -> DNSMessage {
        let deafTo = conduct.deafTo
        guard !deafTo.isEmpty, !query.isResponse else { return query }
        var query = query
        let isUnheard = isLegacy && deafTo.contains(.advertisementPrivateQuestion)
        let isTooLong = size > Self.plainSize && deafTo.contains(.advertisementLongQuestion)
        if isUnheard || isTooLong { query.questions = [] }
        if deafTo.contains(.advertisementSecondQuestion) { query.questions = Array(query.questions.prefix(1)) }
        query.questions.removeAll { question in
            deafTo.contains(.advertisementUnicastQuestion) && question.wantsUnicast
                || deafTo.contains(.advertisementCapitals)
                    && !records.contains { $0.name.labels == question.name.labels }
        }
        return query
    }

    /// The bytes of the longest message of plain DNS (RFC 1035 2.3.4).
    private static let plainSize = 512

    /// The response to a query, and whether all questions request unicast; `nil` if no question matches.
    ///
    /// - Parameter isLegacy: whether the query comes from a port other than the mDNS port: its sender supports
    ///   neither shared answers nor the top bit of a class.
    func answer(to query: DNSMessage, isLegacy: Bool) -> (message: DNSMessage, isUnicast: Bool)? {
        guard !query.isResponse else { return nil }
        let asked = query.questions.filter { question in records.contains { Self.fits($0, question) } }
        var answers = records.filter { record in asked.contains { Self.fits(record, $0) } }
        if !isLegacy, conduct.heedsKnownAnswers {
            answers.removeAll { record in query.answers.contains { Self.isKnown(record, as: $0) } }
        }
        guard !answers.isEmpty else { return nil }
        let all = conduct.resolvesHost ? [place, text, address] : [place, text]
        let rest = answers.contains(pointer) || answers.contains(place) ? all : []
        var message = DNSMessage(
            flags: DNSMessage.answerFlags,
            answers: answers,
            additionals: rest.filter { !answers.contains($0) }
        )
        if isLegacy {
            if conduct.repeatsID { message.id = query.id }
            message.questions = query.questions
            message.answers = message.answers.map(legacy)
            message.additionals = message.additionals.map(legacy)
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

    private func legacy(_ record: DNSRecord) -> DNSRecord {
        var record = record
        record.ttl = min(record.ttl, conduct.legacyTTL)
        record.flushesCache = false
        return record
    }
}
