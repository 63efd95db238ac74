extension DNSMessage {
    /// Encodes the message. Names that appeared earlier are compressed, except inside SRV (RFC 2782).
    ///
    /// - Returns: `nil` if a label is empty or longer than 63 bytes, a name longer than 255, a TXT string longer than
    ///   255, or a section longer than the 65535 entries that its count can express.
    package func encoded() -> [UInt8]? {
        var writer = DNSWriter()
        writer.append(id)
        writer.append(flags)
        for count in [questions.count, answers.count, authorities.count, additionals.count] { writer.append(count) }
        for question in questions {
            writer.append(question.name)
            writer.append(question.type.rawValue)
            writer.append(question.class & 0x7fff | (question.wantsUnicast ? 0x8000 : 0))
        }
        for record in records { writer.append(record) }
        return writer.isValid ? writer.bytes : nil
    }
}

/// Assembles a message; an item that cannot be encoded makes the whole message invalid.
private struct DNSWriter {
    var bytes: [UInt8] = []
    var isValid = true
    /// The offsets of names and name suffixes.
    private var places: [[[UInt8]]: Int] = [:]

    mutating func append(_ value: UInt16) {
        bytes += [UInt8(value >> 8), UInt8(value & 0xff)]
    }

    mutating func append(_ count: Int) {
        isValid = isValid && count <= 0xffff
        append(UInt16(truncatingIfNeeded: count))
    }

    mutating func append(_ name: DNSName, isCompressed: Bool = true) {
        isValid = isValid && name.length <= 255
        var rest = name.labels[...]
        while let label = rest.first {
            if isCompressed, let place = places[Array(rest)] {
                return append(UInt16(0xc000 | place))
            }
            if bytes.count < 0x4000, places[Array(rest)] == nil { places[Array(rest)] = bytes.count }
            isValid = isValid && (1...63).contains(label.count)
            bytes.append(UInt8(truncatingIfNeeded: label.count & 0x3f))
            bytes += label
            rest = rest.dropFirst()
        }
        bytes.append(0)
    }

    mutating func append(_ record: DNSRecord) {
        append(record.name)
        append(record.type.rawValue)
        append(record.class & 0x7fff | (record.flushesCache ? 0x8000 : 0))
        append(UInt16(record.ttl >> 16))
        append(UInt16(record.ttl & 0xffff))
        let place = bytes.count
        append(0)
        switch record.content {
        case .a(let address): append(address, ofLength: 4)
        case .aaaa(let address): append(address, ofLength: 16)
        case .ptr(let name): append(name)
        case .srv(let service):
            append(service.priority)
            append(service.weight)
            append(service.port)
            append(service.target, isCompressed: false)
        case .txt(let strings):
            for string in strings {
                isValid = isValid && string.count <= 255
                bytes.append(UInt8(truncatingIfNeeded: string.count))
                bytes += string
            }
        case .other(_, let content): bytes += content
        }
        let length = bytes.count - place - 2
        isValid = isValid && length <= 0xffff
        bytes[place] = UInt8(truncatingIfNeeded: length >> 8)
        bytes[place + 1] = UInt8(truncatingIfNeeded: length)
    }

    private mutating func append(_ address: [UInt8], ofLength length: Int) {
        isValid = isValid && address.count == length
        bytes += address
    }
}
