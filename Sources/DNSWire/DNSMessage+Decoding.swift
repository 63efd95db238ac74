extension DNSMessage {
    /// A decoded message and its deviations.
    package struct Decoded: Hashable, Sendable {
        package var message: DNSMessage
        package var deviations: [DNSDeviation]
    }

    /// Decodes as much of the message as possible, for any input, in time bounded by the input's length.
    ///
    /// - Returns: `nil` if the bytes are shorter than the twelve bytes of the header.
    package static func decoding(_ bytes: [UInt8]) -> Decoded? {
        var reader = DNSReader(bytes)
        guard bytes.count >= 12, let id = reader.uint16(), let flags = reader.uint16(),
            let counts = reader.counts()
        else { return nil }
        var message = DNSMessage(id: id, flags: flags)
        message.questions = reader.items(counts.questions) { $0.question() }
        message.answers = reader.items(counts.answers) { $0.record() }
        message.authorities = reader.items(counts.authorities) { $0.record() }
        message.additionals = reader.items(counts.additionals) { $0.record() }
        if reader.isWhole, reader.offset < bytes.count {
            reader.deviations.append(DNSDeviation(.trailing, at: reader.offset))
        }
        return Decoded(message: message, deviations: reader.deviations)
    }
}

/// Reads the parts of a message in order and never reads beyond its end.
private struct DNSReader {
    let bytes: [UInt8]
    var offset = 0
    var deviations: [DNSDeviation] = []
    /// Whether every item so far was readable; after an unreadable item, the start of the next one is unknown.
    var isWhole = true

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func uint16() -> UInt16? {
        guard offset + 2 <= bytes.count else { return nil }
        defer { offset += 2 }
        return UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
    }

    mutating func counts() -> (questions: UInt16, answers: UInt16, authorities: UInt16, additionals: UInt16)? {
        guard let questions = uint16(), let answers = uint16(), let authorities = uint16(), let additionals = uint16()
        else { return nil }
        return (questions, answers, authorities, additionals)
    }

    /// Reads `count` items, or those before the first unreadable one.
    mutating func items<Item>(_ count: UInt16, _ read: (inout DNSReader) -> Item?) -> [Item] {
        var items: [Item] = []
        for _ in 0..<count {
            guard isWhole else { break }
            let (start, known) = (offset, deviations.count)
            guard let item = read(&self) else {
                isWhole = false
                if deviations.count == known { deviations.append(DNSDeviation(.cutShort, at: start)) }
                break
            }
            items.append(item)
        }
        return items
    }

    mutating func question() -> DNSQuestion? {
        guard let name = name(), let type = uint16(), let kind = uint16() else { return nil }
        return DNSQuestion(
            name,
            DNSType(rawValue: type),
            class: kind & 0x7fff,
            wantsUnicast: kind & 0x8000 != 0
        )
    }

    mutating func record() -> DNSRecord? {
        guard let name = name(), let type = uint16(), let kind = uint16(), let high = uint16(), let low = uint16(),
            let length = uint16().map(Int.init), offset + length <= bytes.count
        else { return nil }
        let content = content(DNSType(rawValue: type), end: offset + length)
        return DNSRecord(
            name,
            content,
            ttl: UInt32(high) << 16 | UInt32(low),
            class: kind & 0x7fff,
            flushesCache: kind & 0x8000 != 0
        )
    }

    /// The record's content up to `end`, which is the reader's position afterwards.
    private mutating func content(_ type: DNSType, end: Int) -> DNSRecord.Content {
        let start = offset
        let known = deviations
        defer { offset = end }
        if let content = typedContent(type, end: end), offset == end { return content }
        deviations = known
        let isTyped = [.a, .aaaa, .ptr, .srv, .txt].contains(type)
        if isTyped { deviations.append(DNSDeviation(.content, at: start)) }
        return .other(type, Array(bytes[start..<end]))
    }

    private mutating func typedContent(_ type: DNSType, end: Int) -> DNSRecord.Content? {
        let length = end - offset
        switch type {
        case .a where length == 4:
            defer { offset = end }
            return .a(Array(bytes[offset..<end]))
        case .aaaa where length == 16:
            defer { offset = end }
            return .aaaa(Array(bytes[offset..<end]))
        case .ptr: return name().map { .ptr($0) }
        case .srv:
            guard length >= 7, let priority = uint16(), let weight = uint16(), let port = uint16(),
                let target = name()
            else { return nil }
            return .srv(DNSRecord.SRV(priority: priority, weight: weight, port: port, target: target))
        case .txt:
            var strings: [[UInt8]] = []
            while offset < end {
                let count = Int(bytes[offset])
                guard offset + 1 + count <= end else { return nil }
                strings.append(Array(bytes[(offset + 1)..<(offset + 1 + count)]))
                offset += 1 + count
            }
            return .txt(strings)
        default: return nil
        }
    }

    /// Reads a name. Each pointer must point further back than the previous one, so reading ends.
    private mutating func name() -> DNSName? {
        let start = offset
        var labels: [[UInt8]] = []
        var length = 1
        var place = offset
        var bound = offset
        var end: Int?
        while place < bytes.count {
            let first = Int(bytes[place])
            switch first >> 6 {
            case 0:
                if first == 0 {
                    offset = end ?? place + 1
                    return DNSName(labels: labels)
                }
                guard place + 1 + first <= bytes.count else { return nil }
                length += first + 1
                guard length <= 255 else { return refuse(.nameLength, at: start) }
                labels.append(Array(bytes[(place + 1)..<(place + 1 + first)]))
                place += 1 + first
            case 3:
                guard place + 1 < bytes.count else { return nil }
                let target = (first & 0x3f) << 8 | Int(bytes[place + 1])
                guard target < bound else { return refuse(.pointer, at: place) }
                end = end ?? place + 2
                (place, bound) = (target, target)
            default: return refuse(.label, at: place)
            }
        }
        return nil
    }

    private mutating func refuse(_ kind: DNSDeviation.Kind, at offset: Int) -> DNSName? {
        deviations.append(DNSDeviation(kind, at: offset))
        return nil
    }
}
