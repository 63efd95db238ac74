import HAPController
import HAPModel
package import HAPPairing

/// One response of a pairing procedure.
package struct PairingStage: Sendable {
    private let observed: ObservedAnswer
    /// The response as a controller interprets it.
    package let answer: PairingAnswer

    package init(_ observed: ObservedAnswer, _ answer: PairingAnswer) {
        self.observed = observed
        self.answer = answer
    }

    /// The names of its items; none if it holds JSON or text instead.
    var itemNames: [String] {
        Summary.foreign(observed.message, answer.tlv) == nil ? Self.names(answer.tlv) : []
    }

    /// The response under its own name, `stages.M2`.
    var json: JSON {
        let bytes = answer.tlv.encoded()
        return [
            observed.message.namespace: observed.form, "state": answer.state.map { JSON($0) } ?? .null,
            "error": answer.error.map { .string($0.name) } ?? .null, "items": Self.json(itemNames),
            "lengths": Self.lengths(answer.tlv),
            "plain-items": Self.json(answer.plain.map { Self.names($0) } ?? []),
            "plain-lengths": answer.plain.map(Self.lengths) ?? .null,
            "flaws": Excerpt.json(answer.flaws, limit: 8), "tlv-deviations": deviations,
            "hex": .string(bytes.count <= 64 ? Hex.encode(bytes) : ""),
        ]
    }

    private var deviations: JSON { Excerpt.json(answer.tlv.deviations.map(\.description), limit: 8) }

    /// The response as the last one of a procedure.
    ///
    /// - Parameters:
    ///   - number: the number of the message.
    /// - isSecured: whether it was received inside the session.
    func lastFields(number: Int, isSecured: Bool) -> JSONObject {
        var fields = JSONObject(["reached": .string("M\(number)")])
        if answer.isRight { fields["ends-at"] = .string("M\(number)") }
        fields["state"] = answer.state.map { JSON($0) } ?? .null
        fields["state-right"] = .bool(answer.state == UInt64(number))
        if let error = answer.error {
            fields["error"] = .string(error.name)
            fields["error-code"] = JSON(error.rawValue)
        }
        fields["items"] = Self.json(itemNames)
        fields["known-items"] = Self.json(Self.names(answer.tlv, where: TLVType.allCases.contains))
        fields["lengths"] = Self.lengths(answer.tlv)
        fields["fragments"] = TLVFragments(answer.tlv.encoded()).lengths
        fields["secured"] = .bool(isSecured)
        for (key, type) in [("public-key", TLVType.publicKey), ("salt", .salt)] {
            if let value = answer.tlv[type] { fields[key] = .string(Hex.encode(value)) }
        }
        fields["tlv-deviations"] = deviations
        return fields
    }

    /// The response in words.
    ///
    /// - Parameter number: the number of the message.
    func summary(number: Int) -> String {
        if let foreign = Summary.foreign(observed.message, answer.tlv) { return "M\(number): \(foreign)" }
        var text = "M\(number): \(observed.message.brief), \(Summary.pairing(answer.tlv))"
        if !answer.isRight, answer.error == nil { text += ". \(Excerpt.sentences(answer.flaws))" }
        return text
    }

    private static func json(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }

    private static func names(_ tlv: TLV8, where isWanted: (TLVType) -> Bool = { _ in true }) -> [String] {
        Excerpt.texts(tlv.items.map { TLVType(rawValue: $0.type) }.filter(isWanted).map(\.name))
    }

    private static func lengths(_ tlv: TLV8) -> JSON {
        var object = JSONObject()
        for item in tlv.items { object[TLVType(rawValue: item.type).name] = JSON(item.value.count) }
        return .object(object)
    }
}
