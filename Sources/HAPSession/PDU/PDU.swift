package import HAPModel

/// A HAP PDU: a header, and a body with a length prefix (HAP R1 6.3.3).
///
/// Numbers are little endian. A PDU without a body may omit the length.
package protocol PDU: Sendable, Hashable {
    /// Bits 3 to 1 of the control byte: the kind of PDU.
    static var kind: UInt8 { get }
    /// The number of bytes between the control byte and the body's length.
    static var headerLength: Int { get }

    /// The parts between the control byte and the body's length.
    var parts: [(point: PDUPoint, bytes: [UInt8])] { get }
    /// The body; `nil` if its length is missing.
    var body: [UInt8]? { get }

    /// - Parameter header: exactly ``headerLength`` bytes.
    init(header: [UInt8], body: [UInt8]?)
}

/// The bits of a PDU's control byte.
enum PDUControl {
    static let continuation: UInt8 = 0x80
    static let kind: UInt8 = 0x0e
    /// The bits that must be 0.
    static let reserved: UInt8 = 0x71
}

extension PDU {
    /// The PDU in one piece.
    package func encoded() -> [UInt8] {
        var bytes = [Self.kind] + parts.flatMap(\.bytes)
        if let body { bytes += PDUNumber.bytes(UInt16(clamping: body.count)) + body }
        return bytes
    }

    /// The PDU of a peer that departs from the protocol at points.
    package func encoded(_ change: PDUChange) -> [UInt8] {
        var bytes = change(.control, [Self.kind])
        for part in parts { bytes += change(part.point, part.bytes) }
        if let body {
            let content = change(.body, body)
            bytes += change(.length, PDUNumber.bytes(UInt16(clamping: content.count))) + content
        }
        return change(.whole, bytes)
    }

    /// The body's items.
    package var items: TLV8 { TLV8(decoding: body ?? []) }
}

/// A request of a controller.
package struct PDURequest: PDU {
    package static let kind: UInt8 = 0x00
    package static let headerLength = 4

    package var opcode: PDUOpcode
    /// The id that the response repeats.
    package var transaction: UInt8
    /// The addressed characteristic or service.
    package var instance: UInt16
    package var body: [UInt8]?

    package init(_ opcode: PDUOpcode, transaction: UInt8, instance: UInt16, body: [UInt8]? = nil) {
        self.opcode = opcode
        self.transaction = transaction
        self.instance = instance
        self.body = body
    }

    package init(header: [UInt8], body: [UInt8]?) {
        self.init(
            PDUOpcode(rawValue: header[0]),
            transaction: header[1],
            instance: UInt16(truncatingIfNeeded: PDUNumber.value(header[2...])),
            body: body
        )
    }

    package var parts: [(point: PDUPoint, bytes: [UInt8])] {
        [(.opcode, [opcode.rawValue]), (.transaction, [transaction]), (.instance, PDUNumber.bytes(instance))]
    }
}

/// An accessory's response to a request.
package struct PDUResponse: PDU {
    package static let kind: UInt8 = 0x02
    package static let headerLength = 2

    package var transaction: UInt8
    /// The status byte.
    package var code: UInt8
    package var body: [UInt8]?

    /// The meaning of the status byte.
    package var status: HAPStatus { HAPStatus(pdu: code) }

    package init(transaction: UInt8, code: UInt8, body: [UInt8]? = nil) {
        self.transaction = transaction
        self.code = code
        self.body = body
    }

    package init(header: [UInt8], body: [UInt8]?) {
        self.init(transaction: header[0], code: header[1], body: body)
    }

    package var parts: [(point: PDUPoint, bytes: [UInt8])] { [(.transaction, [transaction]), (.status, [code])] }
}

/// One changed value in an event message, in the form of HAP over CoAP.
package struct PDUEvent: PDU {
    package static let kind: UInt8 = 0x00
    package static let headerLength = 2

    /// The characteristic whose value changed.
    package var instance: UInt16
    package var body: [UInt8]?

    package init(instance: UInt16, body: [UInt8]?) {
        self.instance = instance
        self.body = body
    }

    package init(header: [UInt8], body: [UInt8]?) {
        self.init(instance: UInt16(truncatingIfNeeded: PDUNumber.value(header[...])), body: body)
    }

    package var parts: [(point: PDUPoint, bytes: [UInt8])] { [(.instance, PDUNumber.bytes(instance))] }
}
