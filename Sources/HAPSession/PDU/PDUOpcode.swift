/// The operation of a request PDU (HAP R1 table 6-7; 0x09, 0x0B and 0x0C belong to HAP over CoAP).
package struct PDUOpcode: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The byte on the wire.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let characteristicSignature = PDUOpcode(rawValue: 0x01)
    package static let write = PDUOpcode(rawValue: 0x02)
    package static let read = PDUOpcode(rawValue: 0x03)
    package static let timedWrite = PDUOpcode(rawValue: 0x04)
    package static let executeWrite = PDUOpcode(rawValue: 0x05)
    package static let serviceSignature = PDUOpcode(rawValue: 0x06)
    package static let characteristicConfiguration = PDUOpcode(rawValue: 0x07)
    package static let protocolConfiguration = PDUOpcode(rawValue: 0x08)
    package static let database = PDUOpcode(rawValue: 0x09)
    package static let subscribe = PDUOpcode(rawValue: 0x0b)
    package static let unsubscribe = PDUOpcode(rawValue: 0x0c)

    private static let names: [(PDUOpcode, String)] = [
        (.characteristicSignature, "characteristic-signature-read"), (.write, "characteristic-write"),
        (.read, "characteristic-read"), (.timedWrite, "characteristic-timed-write"),
        (.executeWrite, "characteristic-execute-write"), (.serviceSignature, "service-signature-read"),
        (.characteristicConfiguration, "characteristic-configuration"),
        (.protocolConfiguration, "protocol-configuration"), (.database, "database-read"), (.subscribe, "subscribe"),
        (.unsubscribe, "unsubscribe"),
    ]

    /// The opcodes that this codec defines.
    package static var allCases: [PDUOpcode] { names.map(\.0) }

    /// The name in reports (`characteristic-read`); `opcode 0x2a` for an unknown one.
    package var name: String {
        Self.names.first { $0.0 == self }?.1 ?? "opcode 0x" + (rawValue < 16 ? "0" : "") + String(rawValue, radix: 16)
    }

    package var description: String { name }
}
