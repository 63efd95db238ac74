import HAPCrypto
import HAPModel

/// Of what a point speaks.
struct PointScope {
    var definition: CharacteristicDefinition?
    var connection: ConnectionID
}

extension IPAccessory {
    /// The answer of a check: `nil` if the request may pass.
    mutating func refusal(
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

    /// Adds a member, unless a defect has it otherwise.
    mutating func add(
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

    /// The entry as it goes into a list: once, unless a defect has it otherwise.
    mutating func changed(
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

    /// A text of the message: `nil` if it is left out.
    mutating func text(_ text: String?, at point: MessagePoint, on connection: ConnectionID?) -> String? {
        let bytes = core.altered(text.map { Array($0.utf8) }, at: point, core.context(connection))
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension AccessoryCore {
    mutating func jsonChanges(at point: MessagePoint, _ context: PointContext) -> [JSONChange] {
        defects.changes(at: "message \(point.rawValue)", context).compactMap { change in
            if case .json(_, let json) = change { json } else { nil }
        }
    }

    /// Bytes at a point: `nil` if they are left out.
    mutating func altered(_ bytes: [UInt8]?, at point: MessagePoint, _ context: PointContext) -> [UInt8]? {
        var values = bytes.map { [$0] } ?? []
        for case .alteration(_, let action) in defects.changes(at: "message \(point.rawValue)", context) {
            action.apply(to: &values, random: random)
        }
        return values.isEmpty ? nil : values.flatMap(\.self)
    }

    /// Whether a hook in the code acts now.
    mutating func isHooked(_ hook: CodeHook, _ context: PointContext) -> Bool {
        !defects.changes(at: "code \(hook.rawValue)", context).isEmpty
    }

    /// What the link does at a point.
    mutating func linkChanges(at point: LinkPoint, _ context: PointContext) -> [LinkChange] {
        defects.changes(at: "link \(point.rawValue)", context).compactMap { change in
            if case .link(_, let link) = change { link } else { nil }
        }
    }

    /// How the answer to the present request is to be otherwise.
    mutating func answerChanges(_ context: PointContext) -> [AnswerChange] {
        guard let message = context.message else { return [] }
        let changes = defects.changes(at: "answer \(message)", context) + defects.changes(at: "answer any", context)
        return changes.compactMap { change in
            if case .answer(let answer) = change { answer } else { nil }
        }
    }
}
