package import HAPModel

/// Facts about the setup payload of a label, without the payload itself, which holds the setup code.
package struct PayloadElement: Sendable {
    private let payload: PrintedPayload
    private let setupCode: SetupCode?
    private let category: UInt64?

    /// - Parameter category: the advertised category.
    package init(payload: PrintedPayload, setupCode: SetupCode?, category: UInt64?) {
        self.payload = payload
        self.setupCode = setupCode
        self.category = category
    }

    /// The element as documents see it.
    package var json: JSON {
        var object = JSONObject([
            "place": "the label", "length": JSON(payload.length), "prefix-right": .bool(payload.hasPrefix),
            "digits-right": .bool(payload.hasRightDigits),
            "setup-id-right": .bool(SetupID(payload.setupIDText) != nil),
            "readable": .bool(payload.fields != nil),
            "summary": .string(
                payload.fields == nil
                    ? "a malformed payload of \(payload.length) characters"
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
