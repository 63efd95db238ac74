/// The type of a record or of a question.
package struct DNSType: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let a = DNSType(rawValue: 1)
    package static let ptr = DNSType(rawValue: 12)
    package static let txt = DNSType(rawValue: 16)
    package static let aaaa = DNSType(rawValue: 28)
    package static let srv = DNSType(rawValue: 33)
    /// Only in questions: any type.
    package static let any = DNSType(rawValue: 255)
}

/// One question of a message.
package struct DNSQuestion: Hashable, Sendable {
    package var name: DNSName
    package var type: DNSType
    /// The class without its top bit; 1 is the Internet.
    package var `class`: UInt16
    /// The class's top bit, which requests a unicast response (RFC 6762 5.4).
    package var wantsUnicast: Bool

    package init(_ name: DNSName, _ type: DNSType, class: UInt16 = 1, wantsUnicast: Bool = false) {
        self.name = name
        self.type = type
        self.class = `class`
        self.wantsUnicast = wantsUnicast
    }
}

/// One resource record.
package struct DNSRecord: Hashable, Sendable {
    /// The content of a record.
    package enum Content: Hashable, Sendable {
        /// The four bytes of an IPv4 address.
        case a([UInt8])
        /// The sixteen bytes of an IPv6 address.
        case aaaa([UInt8])
        case ptr(DNSName)
        case srv(SRV)
        /// Character strings of at most 255 bytes each.
        case txt([[UInt8]])
        /// Any other type, or one of the types above with malformed data.
        case other(DNSType, [UInt8])
    }

    /// The location of a service (RFC 2782).
    package struct SRV: Hashable, Sendable {
        package var priority: UInt16
        package var weight: UInt16
        package var port: UInt16
        package var target: DNSName

        package init(priority: UInt16 = 0, weight: UInt16 = 0, port: UInt16, target: DNSName) {
            self.priority = priority
            self.weight = weight
            self.port = port
            self.target = target
        }
    }

    package var name: DNSName
    /// The class without its top bit; 1 is the Internet.
    package var `class`: UInt16
    /// The class's top bit: these are all records of this name and type (RFC 6762 10.2).
    package var flushesCache: Bool
    /// Seconds.
    package var ttl: UInt32
    package var content: Content

    package init(_ name: DNSName, _ content: Content, ttl: UInt32, class: UInt16 = 1, flushesCache: Bool = false) {
        self.name = name
        self.class = `class`
        self.flushesCache = flushesCache
        self.ttl = ttl
        self.content = content
    }

    package var type: DNSType {
        switch content {
        case .a: .a
        case .aaaa: .aaaa
        case .ptr: .ptr
        case .srv: .srv
        case .txt: .txt
        case .other(let type, _): type
        }
    }
}
