package import HAPModel
package import HAPSession

/// A small second transport, for tests only: HAP PDUs over a stream link.
///
/// # Messages
/// Each direction is a series of messages. A message is a length of two bytes, little endian, and as many bytes. It is
/// plain text until Pair Verify has succeeded; the answer to M3 is the last plain message. From then on the bytes are
/// ChaCha20-Poly1305 without associated data: ciphertext and a tag of 16 bytes. The keys are the control keys of IP
/// sessions, one for each direction; the nonce is four zero bytes and a counter of eight, from 0, one for each message.
/// A message that does not open ends the connection.
///
/// # Requests and responses
/// A message of the controller holds one or more request PDUs, one after the other, each with the length of its body.
/// The accessory answers with one message that holds a response PDU for each, in the same order. So several
/// characteristics are read or written in one exchange. See ``HAPSession/PDURequest`` and ``HAPSession/PDUResponse``.
///
/// | Opcode | Instance id | Body of the request | Body of the response |
/// |---|---|---|---|
/// | 0x01 signature | characteristic | | 04, 05, 06, 07, 0A, [0B], 0C, [0D], [0E], [11], [12] |
/// | 0x02 write | characteristic | 01, [02], [03], [09] | 01 if 09 is 1 |
/// | 0x03 read | characteristic | | 01 |
/// | 0x04 timed write | characteristic | 08, 01, [02], [03], [09] | |
/// | 0x05 execute write | characteristic | | 01 if 09 of the timed write is 1 |
/// | 0x06 service signature | service | | 0F, 10 |
/// | 0x09 database | 0 | | see ``HAPSession/PDUDatabase`` |
/// | 0x0B, 0x0C subscribe, unsubscribe | characteristic | | |
///
/// The instance id in a header has 16 bits and belongs to aid 1. This transport has two items of its own for the rest:
/// 0x1A in a request's body or an event names another aid; 0x1B names an instance id that does not fit into 16 bits, and
/// the header then has 0. Both are little endian.
///
/// # Pairing
/// Four instance ids, which no database of a test uses, are written with opcode 0x02. The value (01) of request and
/// response is the bare TLV8 of the procedure; Return-Response (09) is 1.
///
/// | Instance id | Operation |
/// |---|---|
/// | 0xFF01 | Pair Setup |
/// | 0xFF02 | Pair Verify |
/// | 0xFF03 | add, remove or list pairings, in a session |
/// | 0xFF04 | identify before any pairing; no value, no response value |
///
/// # Statuses
/// Those of HAP PDUs. 0x05 answers a request that needs a session, or an admin's; 0x03 one without authorization data and
/// one of a removed pairing; 0x01 an operation that the characteristic does not permit; 0x04 an id that does not exist;
/// 0x06 whatever is malformed or breaks a constraint, timed writes that have expired among it; 0xFF a status that PDUs do
/// not know.
///
/// # Events
/// A message whose first byte is 0x00 holds events; one whose first byte is 0x02 holds responses. An event is
/// a ``HAPSession/PDUEvent``: control 0x00, instance id, length, and a body with the value (01).
package enum PDUWire {
    /// The most bytes that a message can have.
    package static let maximum = Int(UInt16.max)

    /// Addresses a characteristic, or a service, of any aid.
    package static func request(
        _ opcode: PDUOpcode,
        _ id: CharacteristicID,
        transaction: UInt8 = 0,
        _ items: [TLV8.Item] = []
    ) -> PDURequest {
        let (instance, address) = header(of: id)
        return PDURequest(
            opcode,
            transaction: transaction,
            instance: instance,
            body: TLV8(items: items + address).encoded()
        )
    }

    /// An event of a characteristic of any aid.
    package static func event(_ id: CharacteristicID, _ value: [UInt8]) -> PDUEvent {
        let (instance, address) = header(of: id)
        return PDUEvent(instance: instance, body: TLV8(items: [TLV8.Item(.value, value)] + address).encoded())
    }

    /// What a request addresses.
    package static func id(of request: PDURequest) -> CharacteristicID { id(request.instance, request.items) }

    /// Whose value changed.
    package static func id(of event: PDUEvent) -> CharacteristicID { id(event.instance, event.items) }

    /// Whether a message of the accessory holds events.
    package static func isEvent(_ message: [UInt8]) -> Bool { message.first == PDUEvent.kind }

    /// A message as it goes over the link.
    package static func framed(_ message: [UInt8]) -> [UInt8] {
        let length = UInt16(clamping: message.count)
        return [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)] + message.prefix(maximum)
    }

    private static let wideInstance: UInt8 = 0x1b

    private static func header(of id: CharacteristicID) -> (instance: UInt16, address: [TLV8.Item]) {
        var address: [TLV8.Item] = []
        if id.aid != 1 { address.append(TLV8.Item(.accessoryInstance, littleEndian(id.aid))) }
        guard let instance = UInt16(exactly: id.iid) else {
            return (0, address + [TLV8.Item(type: wideInstance, value: littleEndian(id.iid))])
        }
        return (instance, address)
    }

    private static func id(_ instance: UInt16, _ items: TLV8) -> CharacteristicID {
        CharacteristicID(
            aid: items.integer(.accessoryInstance) ?? 1,
            iid: items.integer(wideInstance) ?? UInt64(instance)
        )
    }

    private static func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

/// The instance ids of what is not in the database.
package enum PDUPairingInstance: UInt16, Sendable, CaseIterable {
    case pairSetup = 0xff01
    case pairVerify = 0xff02
    case pairings = 0xff03
    case identify = 0xff04
}
