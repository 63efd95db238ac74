package import HAPModel

/// One write object of PUT /characteristics (HAP R1 table 5-7): members that are `nil` are omitted.
package struct WriteEntry: Sendable, Hashable {
    package var id: CharacteristicID
    package var value: JSON?
    /// Enables or disables events.
    package var events: Bool?
    /// Additional authorization data, in base64.
    package var authorization: String?
    /// Whether the controller is away from home.
    package var isRemote: Bool?
    /// Whether the response should contain the resulting value.
    package var response: Bool?

    package init(
        id: CharacteristicID,
        value: JSON? = nil,
        events: Bool? = nil,
        authorization: String? = nil,
        isRemote: Bool? = nil,
        response: Bool? = nil
    ) {
        self.id = id
        self.value = value
        self.events = events
        self.authorization = authorization
        self.isRemote = isRemote
        self.response = response
    }

    /// Whether it writes no value, but only subscribes or unsubscribes.
    package var onlySubscribes: Bool { value == nil && events != nil }

    /// The object as sent.
    package var json: JSON {
        var object = JSONObject()
        func add(_ key: String, _ value: JSON?) {
            if let value { object.members.append(JSONObject.Member(key: key, value: value)) }
        }
        add("aid", JSON(id.aid))
        add("iid", JSON(id.iid))
        add("value", value)
        add("ev", events.map(JSON.bool))
        add("authData", authorization.map(JSON.string))
        add("remote", isRemote.map(JSON.bool))
        add("r", response.map(JSON.bool))
        return .object(object)
    }
}
