import HAPCrypto
import HAPModel

/// The subject of a point.
struct PointScope {
    var definition: CharacteristicDefinition?
    var connection: ConnectionID
}

extension IPAccessory {
    /// The response of a check: `nil` if the request may pass.
    mutating func refusal(
        _ core: inout AccessoryCore,
        _ point: GuardPoint,
        unless holds: Bool,
        _ reply: IPReply,
        on connection: ConnectionID
    ) -> IPReply? {
        core.refusal(point, unless: holds, reply, core.context(connection)) { code in
            var other = reply
            if code < 0 {
                other.body = IPReply.failure(reply.status, HAPStatus(rawValue: code)).body
            } else {
                other.status = Int(clamping: code)
                if other.status == 204 { other = .noContent }
            }
            return other
        }
    }

    /// Adds a member, unless a defect changes it.
    mutating func add(
        _ core: inout AccessoryCore,
        _ key: String,
        _ value: JSON,
        to object: inout JSONObject,
        at point: MessagePoint,
        _ scope: PointScope
    ) {
        var values = [value]
        for change in core.jsonChanges(at: point, core.context(scope.connection, scope.definition)) {
            switch change {
            case .drop: values = []
            case .duplicate: values += values
            case .set(let other): values = [other]
            }
        }
        object.members += values.map { JSONObject.Member(key: key, value: $0) }
    }

    /// The entry's occurrences in a list: one, unless a defect changes it.
    mutating func changed(
        _ core: inout AccessoryCore,
        _ object: JSONObject,
        at point: MessagePoint,
        _ definition: CharacteristicDefinition?,
        on connection: ConnectionID
    ) -> [JSON] {
        var entries: [JSON] = [.object(object)]
        for change in core.jsonChanges(at: point, core.context(connection, definition)) {
            switch change {
            case .drop: entries = []
            case .duplicate: entries += entries
            case .set(let other): entries = [other]
            }
        }
        return entries
    }

    /// A text of the message: `nil` if it is omitted.
    mutating func text(
        _ core: inout AccessoryCore,
        _ text: String?,
        at point: MessagePoint,
        on connection: ConnectionID?
    ) -> String? {
        let bytes = core.altered(text.map { Array($0.utf8) }, at: point, core.context(connection))
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
