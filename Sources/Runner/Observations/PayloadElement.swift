import HAPModel

/// What is right and wrong with the setup payload of a label, without anything of the payload itself: it holds the code.
struct PayloadElement {
    let payload: PrintedPayload
    let setupCode: SetupCode?
    /// The category that is advertised.
    let category: UInt64?

    var json: JSON {
        var object = JSONObject([
            "place": "the label", "length": JSON(payload.length), "prefix-right": .bool(payload.hasPrefix),
            "digits-right": .bool(payload.hasRightDigits),
            "setup-id-right": .bool(SetupID(payload.setupIDText) != nil),
            "readable": .bool(payload.fields != nil),
            "summary": .string(
                payload.fields == nil
                    ? "a payload of \(payload.length) characters that cannot be read"
                    : "a payload of \(payload.length) characters"
            ),
        ])
        guard let fields = payload.fields else { return .object(object) }
        object["version"] = JSON(fields.version)
        object["reserved"] = JSON(fields.reserved)
        object["supports-ip"] = .bool(fields.supportsIP)
        if let setupCode { object["code"] = Self.fit(fields.holds(setupCode)) }
        if let category { object["category"] = Self.fit(fields.category == category) }
        return .object(object)
    }

    private static func fit(_ isRight: Bool) -> JSON { isRight ? "right" : "wrong" }
}
