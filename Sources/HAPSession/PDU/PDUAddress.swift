package import HAPModel

/// How PDUs over CoAP name a characteristic or service: by the 16 bits of an instance id, which belongs to aid 1.
///
/// No accessory with several aids is known over Thread. Assay names another aid with item 0x1A in the body of a request
/// or an event, so that its simulated bridges can be reached; an accessory with one aid never sees this item.
package enum PDUAddress {
    /// Addresses a characteristic, or a service.
    ///
    /// - Returns: `nil` if the instance id does not fit into 16 bits.
    package static func request(
        _ opcode: PDUOpcode,
        _ id: CharacteristicID,
        transaction: UInt8 = 0,
        items: [TLV8.Item] = []
    ) -> PDURequest? {
        guard let instance = UInt16(exactly: id.iid) else { return nil }
        let all = items + aid(of: id)
        // A request without items has a body of length 0, as aiohomekit sends it.
        let body = TLV8(items: all).encoded()
        return PDURequest(opcode, transaction: transaction, instance: instance, body: body)
    }

    /// An event of a characteristic.
    ///
    /// - Parameter value: `nil` leaves the value out, which only a defect does.
    /// - Returns: `nil` if the instance id does not fit into 16 bits.
    package static func event(_ id: CharacteristicID, _ value: [UInt8]?) -> PDUEvent? {
        guard let instance = UInt16(exactly: id.iid) else { return nil }
        let items = value.map { [TLV8.Item(.value, $0)] } ?? []
        return PDUEvent(instance: instance, body: TLV8(items: items + aid(of: id)).encoded())
    }

    /// What a request addresses.
    package static func id(of request: PDURequest) -> CharacteristicID { id(request.instance, request.items) }

    /// Whose value changed.
    package static func id(of event: PDUEvent) -> CharacteristicID { id(event.instance, event.items) }

    private static func aid(of id: CharacteristicID) -> [TLV8.Item] {
        id.aid == 1 ? [] : [TLV8.Item(.accessoryInstance, PDUNumber.bytes(id.aid, atLeast: 2))]
    }

    private static func id(_ instance: UInt16, _ items: TLV8) -> CharacteristicID {
        CharacteristicID(aid: items.integer(.accessoryInstance) ?? 1, iid: UInt64(instance))
    }
}
