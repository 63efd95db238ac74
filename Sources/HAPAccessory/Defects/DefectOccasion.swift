package import HAPModel

/// A place, a time or a controller to which a defect is limited, in addition to its other conditions.
package enum DefectOccasion: Sendable, Equatable {
    /// One accessory object of a bridge.
    case accessory(UInt64)
    case session(SessionPlace)
    case entry(EntryPlace)
    /// All requests after this number.
    case afterRequests(Int)
    /// All requests that arrive this many seconds after the first one, or later.
    case afterSeconds(Int)
    /// The request after one that was refused.
    case afterRefusal
    /// Everything after the accessory was turned off and on.
    case afterRestart
    /// Only at characteristics of these formats.
    case formats([CharacteristicFormat])
    case value(ValueTrait)
    /// Only over this transport.
    case over(String)

    /// The names of the transports.
    static let transports = ["ip", "ble", "thread"]

    /// The sessions in which a defect acts.
    package enum SessionPlace: String, Sendable, CaseIterable {
        /// Sessions that began while another one was open.
        case second
        /// The session that began last, while others are open.
        case newest
        /// Sessions of a controller that had one before.
        case again
        /// Sessions of every controller except the first.
        case another
    }

    /// The entries of a request on which a defect acts.
    package enum EntryPlace: String, Sendable, CaseIterable {
        /// The first of several entries.
        case first
        /// Every entry after the fourth.
        case beyondFourth = "beyond-fourth"
    }

    /// The written values on which a defect acts.
    package enum ValueTrait: String, Sendable, CaseIterable {
        /// A text with other characters than ASCII.
        case nonASCII = "non-ascii"
        /// A text that begins or ends with a space.
        case spaced
        /// A text of more than 32 bytes.
        case long
        /// A text without characters.
        case empty
        /// An integer that uses the highest bit of its format.
        case highBits = "high-bits"
        /// An integer that just needs another byte, or the highest bit of one.
        case byteEdge = "byte-edge"
        /// A text with a combining character, which a library for text may compose.
        case decomposed
        /// A text with the character U+0000, which ends a string in C.
        case nul
        /// Base64 that ends in two padding characters.
        case twicePadded = "twice-padded"
        /// Base64 of more than 64 characters, where some encoders begin a new line.
        case longBase64 = "long-base64"
        /// The least or greatest number, or a text or data of the greatest length, that the characteristic declares.
        case boundary
    }

    /// Whether it is a transport.
    var isTransport: Bool {
        if case .over = self { true } else { false }
    }

    /// Whether it is about the form of a written value.
    package var isOfValue: Bool {
        if case .value = self { true } else { false }
    }

    /// Whether it is about sessions.
    var isOfSession: Bool {
        if case .session = self { true } else { false }
    }

    /// Whether it can be met at the characteristic.
    package func occurs(at characteristic: CharacteristicDefinition) -> Bool {
        switch self {
        case .accessory(let aid): characteristic.id.aid == aid
        case .formats(let formats): formats.contains(characteristic.format)
        // Few accessories allow a negative number of the format int, so that no variant is made of it, but it has the highest bit.
        case .value(.highBits): characteristic.format.lowestWithHighBit != nil
        case .value(let trait): trait.occurs(in: characteristic.format)
        default: true
        }
    }

    /// Whether a point that is passed in this context is such an occasion.
    func includes(_ context: PointContext) -> Bool {
        // Some points are passed without a request.
        switch self {
        case .over(let transport): return context.transport == transport
        case .afterRestart: return context.hasRestarted
        default: break
        }
        guard let circumstances = context.circumstances else { return false }
        switch self {
        case .accessory(let aid): return context.characteristic?.id.aid == aid
        case .formats(let formats): return context.characteristic.map { formats.contains($0.format) } ?? false
        case .session(let place): return context.standing.map(place.includes) ?? false
        case .entry(.first): return circumstances.entry == 0 && circumstances.entries > 1
        case .entry(.beyondFourth): return circumstances.entry.map { $0 > 3 } ?? false
        case .afterRequests(let count): return circumstances.requests > count
        case .afterSeconds(let count): return circumstances.elapsed >= .seconds(count)
        case .afterRefusal: return circumstances.followsRefusal
        case .over, .afterRestart: return false
        case .value(.boundary):
            return circumstances.value.map { context.characteristic?.isBoundary($0) == true } ?? false
        case .value(let trait):
            return circumstances.value.map { trait.fits($0, context.characteristic?.format) } ?? false
        }
    }
}

extension DefectOccasion.SessionPlace {
    func includes(_ standing: SessionStanding) -> Bool {
        switch self {
        case .second: standing.hadCompany
        case .newest: standing.isNewest
        case .again: standing.isReturn
        case .another: standing.isOfAnother
        }
    }
}

extension DefectOccasion.ValueTrait {
    /// Whether values of the format can have this form.
    package func occurs(in format: CharacteristicFormat) -> Bool {
        // A written number of the format int has the highest bit if it is negative, which few accessories allow.
        switch self {
        case .highBits: format.lowestWithHighBit != nil && format != .int
        case .byteEdge: NumericFormat(format).isWhole
        case .twicePadded, .longBase64: format == .data || format == .tlv8
        case .boundary: format.isNumeric || format == .string || format == .data
        default: format == .string
        }
    }

    func fits(_ value: JSON, _ format: CharacteristicFormat?) -> Bool {
        if self == .highBits {
            guard let number = value.numberValue, let low = format?.lowestWithHighBit else { return false }
            return number.double >= low || number.double < 0
        }
        if self == .byteEdge {
            guard let format, NumericFormat(format).isWhole, let number = value.int64Value else { return false }
            return Self.byteEdges.contains { ($0..<$0 + 2).contains(number) }
        }
        guard let format, occurs(in: format), let text = value.stringValue else { return false }
        switch self {
        case .nonASCII: return text.utf8.contains { $0 > 0x7f }
        case .spaced: return text.hasPrefix(" ") || text.hasSuffix(" ")
        case .long: return text.utf8.count > 32
        case .empty: return text.isEmpty
        case .decomposed: return text.unicodeScalars.contains { (0x300...0x36f).contains($0.value) }
        case .nul: return text.unicodeScalars.contains("\0")
        case .twicePadded: return text.hasSuffix("==")
        case .longBase64: return text.utf8.count > 64
        case .highBits, .byteEdge, .boundary: return false
        }
    }

    /// The lower of two numbers each: one of them needs a bit more than what is nearer to 0.
    fileprivate static let byteEdges: [Int64] = [-32_769, -129, 127, 255, 32_767, 65_535, 0x7fff_ffff, 0xffff_ffff]
}

extension CharacteristicDefinition {
    /// Whether the value lies on a limit that the database declares.
    fileprivate func isBoundary(_ value: JSON) -> Bool {
        if let number = value.numberValue { return [minValue, maxValue].contains { $0?.double == number.double } }
        guard let text = value.stringValue else { return false }
        return format == .data
            ? maxDataLen.map { Base64.decode(text)?.count == Int($0) } == true
            : maxLen.map { text.utf8.count == Int($0) } == true
    }

    /// Whether it takes an integer at the edge of a byte between its limits.
    package var takesByteEdge: Bool {
        guard NumericFormat(format).isWhole, validValues == nil else { return false }
        let (low, high) = (minValue?.double ?? -.infinity, maxValue?.double ?? .infinity)
        return DefectOccasion.ValueTrait.byteEdges.contains { low < Double($0) && Double($0) < high }
    }
}

extension CharacteristicFormat {
    /// The lowest positive value that uses the highest bit; `nil` for other formats than integers.
    fileprivate var lowestWithHighBit: Double? {
        switch self {
        case .uint8: 0x1p7
        case .uint16: 0x1p15
        case .uint32, .int: 0x1p31
        case .uint64: 0x1p63
        default: nil
        }
    }
}
