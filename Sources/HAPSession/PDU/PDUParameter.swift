package import HAPModel

/// The type of an item in a PDU's body (HAP R1 table 6-8; from 0x13 on HAP over CoAP).
package enum PDUParameter: UInt8, Sendable, CaseIterable {
    /// Separates the entries of a list, with length 0.
    case listSeparator = 0x00
    case value = 0x01
    case authorization = 0x02
    case origin = 0x03
    case characteristicType = 0x04
    case characteristicInstance = 0x05
    case serviceType = 0x06
    case serviceInstance = 0x07
    /// The time to live of a timed write, in units of 100 ms.
    case timeToLive = 0x08
    case returnResponse = 0x09
    case properties = 0x0a
    case description = 0x0b
    case presentation = 0x0c
    case range = 0x0d
    case step = 0x0e
    case serviceProperties = 0x0f
    case linkedServices = 0x10
    case validValues = 0x11
    case validRanges = 0x12
    case characteristic = 0x13
    case characteristics = 0x14
    case service = 0x15
    case services = 0x16
    case accessories = 0x18
    case accessory = 0x19
    case accessoryInstance = 0x1a
}

extension TLV8.Item {
    package init(_ parameter: PDUParameter, _ value: [UInt8]) {
        self.init(type: parameter.rawValue, value: value)
    }
}

extension TLV8 {
    /// The value of the first item of this type.
    package subscript(parameter: PDUParameter) -> [UInt8]? { self[parameter.rawValue] }

    /// The first item of this type as a little-endian integer; `nil` if it is absent, empty or wider than 8 bytes.
    package func integer(_ parameter: PDUParameter) -> UInt64? { integer(parameter.rawValue) }

    /// Encoded entries, separated like a list.
    static func list(_ parameter: PDUParameter, _ entries: [[UInt8]]) -> [UInt8] {
        TLV8(items: entries.flatMap { [Item(.listSeparator, []), Item(parameter, $0)] }.dropFirst().map(\.self))
            .encoded()
    }

    /// The entries of a list.
    func list(_ parameter: PDUParameter) -> [[UInt8]] {
        items.filter { $0.type == parameter.rawValue }.map(\.value)
    }
}
