package import HAPModel

/// The permissions of a characteristic as PDUs encode them (HAP R1 table 6-35).
///
/// The permission `wr` has no bit: over PDUs every write may request a response.
package struct PDUProperties: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let openRead = PDUProperties(rawValue: 0x0001)
    package static let openWrite = PDUProperties(rawValue: 0x0002)
    package static let additionalAuthorization = PDUProperties(rawValue: 0x0004)
    package static let timedWrite = PDUProperties(rawValue: 0x0008)
    package static let securedRead = PDUProperties(rawValue: 0x0010)
    package static let securedWrite = PDUProperties(rawValue: 0x0020)
    package static let hidden = PDUProperties(rawValue: 0x0040)
    package static let connectedEvents = PDUProperties(rawValue: 0x0080)
    package static let disconnectedEvents = PDUProperties(rawValue: 0x0100)
    package static let broadcastEvents = PDUProperties(rawValue: 0x0200)

    private static let table: [(PDUProperties, Permission)] = [
        (.securedRead, .pairedRead), (.securedWrite, .pairedWrite), (.connectedEvents, .events),
        (.additionalAuthorization, .additionalAuthorization), (.timedWrite, .timedWrite), (.hidden, .hidden),
    ]

    /// Only the Pairing service has these; other layers do not know them.
    private static let open: [(PDUProperties, Permission)] = [(.openRead, .openRead), (.openWrite, .openWrite)]

    /// The bits of these permissions.
    package init(_ permissions: [Permission]) {
        self = (Self.table + Self.open).reduce(into: []) { bits, entry in
            if permissions.contains(entry.1) { bits.insert(entry.0) }
        }
    }

    /// The permissions of the bits that JSON has, in the order of HAP R1 table 5-4.
    package var permissions: [Permission] { Self.table.filter { contains($0.0) }.map(\.1) }
}

extension Permission {
    /// Readable without a session, which only PDUs can say.
    static let openRead = Permission(rawValue: "or")
    /// Writable without a session, which only PDUs can say.
    static let openWrite = Permission(rawValue: "ow")
}

/// The properties of a service as PDUs encode them (HAP R1 table 6-11).
package struct PDUServiceProperties: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let primary = PDUServiceProperties(rawValue: 0x0001)
    package static let hidden = PDUServiceProperties(rawValue: 0x0002)
    package static let supportsConfiguration = PDUServiceProperties(rawValue: 0x0004)
}
