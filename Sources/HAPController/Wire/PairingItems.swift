package import HAPModel

/// What records tell of the TLV8 items of a pairing message, on every transport.
package struct PairingItems {
    private let tlv: TLV8

    package init(_ tlv: TLV8) {
        self.tlv = tlv
    }

    /// The State of a request; `nil` if it was altered, so that it asks for no certain answer.
    package static func state(of request: TLV8) -> UInt64? {
        let states = request.items(of: .state).map(\.value)
        let types = request.items.map(\.type)
        guard request.isWellFormed, Set(types).count == types.count, states.count == 1, states[0].count == 1,
            [1, 3, 5].contains(states[0][0])
        else {
            return nil
        }
        return UInt64(states[0][0])
    }

    /// The members of a request, and of an answer.
    package var members: [JSONObject.Member] {
        [
            .init(key: "tlv", value: .array(tlv.items.prefix(64).map(Self.item))),
            .init(key: "items", value: Excerpt.json(tlv.items.map { TLVType(rawValue: $0.type).name })),
            .init(key: "state", value: tlv.integer(.state).map { JSON($0) } ?? .null),
            .init(key: "error-code", value: tlv.integer(.error).map { JSON($0) } ?? .null),
            .init(key: "tlv-deviations", value: Excerpt.json(tlv.deviations.map(\.description), limit: 8)),
        ]
    }

    /// The members that an answer has beside them, for monitors of pairing procedures.
    ///
    /// - Parameters:
    ///   - procedure: the procedure of the request.
    ///   - state: the certain State of the request.
    package func answerMembers(procedure: String?, state: UInt64?) -> [JSONObject.Member] {
        let fragments = TLVFragments(tlv.encoded())
        let integers: [TLVType] = [.state, .error, .method, .permissions]
        let long = tlv.items.filter { integers.contains(TLVType(rawValue: $0.type)) && $0.value.count != 1 }
        return [
            .init(key: "procedure", value: procedure.map { .string($0) } ?? .null),
            .init(key: "state-right", value: state.map { .bool(tlv.integer(.state) == $0 + 1) } ?? .null),
            .init(key: "lengths", value: .object(lengths)),
            .init(key: "cut-items", value: JSON(fragments.cutItems)),
            .init(key: "short-fragments", value: JSON(fragments.shortFragments)),
            .init(key: "empty-fragments", value: JSON(fragments.emptyFragments)),
            .init(key: "long-integers", value: Excerpt.json(long.map { TLVType(rawValue: $0.type).name })),
        ]
    }

    private var lengths: JSONObject {
        tlv.items.prefix(64).reduce(into: JSONObject()) { $0[TLVType(rawValue: $1.type).name] = JSON($1.value.count) }
    }

    private static func item(_ item: TLV8.Item) -> JSON {
        let type = TLVType(rawValue: item.type)
        var object = JSONObject(["type": JSON(item.type), "name": .string(type.name), "length": JSON(item.value.count)])
        if item.value.count <= 16 { object["hex"] = .string(Hex.encode(item.value)) }
        return .object(object)
    }
}
