import HAPModel
import Measurement

extension IPAccessory {
    static let parameters = ["id", "meta", "perms", "type", "ev"]

    /// GET /characteristics (HAP R1 5.7.3).
    mutating func read(_ core: inout AccessoryCore, _ request: IPRequest, on connection: ConnectionID, now: Moment)
        -> IPReply
    {
        let query = request.query ?? []
        let isKnown = query.allSatisfy { Self.parameters.contains($0.name) }
        if let reply = refusal(&core, .readParameter, unless: isKnown, .malformed, on: connection) { return reply }
        let texts = (request.parameter("id") ?? "").utf8
            .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { Substring($0) }
        let isNamed = texts.contains { !$0.isEmpty }
        if let reply = refusal(&core, .readIDs, unless: isNamed, .malformed, on: connection) { return reply }
        let strict = texts.compactMap { CharacteristicID($0) }
        let isRight = !isNamed || strict.count == texts.count
        if let reply = refusal(&core, .readIDForm, unless: isRight, .malformed, on: connection) { return reply }
        let ids = strict.count == texts.count ? strict : texts.map(CharacteristicID.init(lenient:))

        let results = core.read(ids, on: connection, now: now)
        let isComplete = results.allSatisfy { $0.status == .success }
        var entries: [JSON] = []
        for result in results {
            let object = describe(&core, result, request, withStatus: !isComplete, on: connection)
            entries += changed(&core, object, at: .readEntry, result.definition, on: connection)
        }
        let way = core.behaviour(.readStatus)
        let isRefused = results.allSatisfy { $0.status != .success }
        let status = isComplete || way == "200" ? 200 : (isRefused ? Int(way) : nil) ?? 207
        let reply = IPReply.json(status, ["characteristics": .array(entries)])
        guard core.memory(.readAnswer) == "accessory" else { return reply }
        defer { lastRead = (connection, reply) }
        return lastRead.flatMap { $0.connection == connection ? nil : $0.reply } ?? reply
    }

    private mutating func describe(
        _ core: inout AccessoryCore,
        _ result: ReadOutcome,
        _ request: IPRequest,
        withStatus: Bool,
        on connection: ConnectionID
    ) -> JSONObject {
        let scope = PointScope(definition: result.definition, connection: connection)
        var object = JSONObject()
        add(&core, "aid", JSON(result.id.aid), to: &object, at: .readAID, scope)
        add(&core, "iid", JSON(result.id.iid), to: &object, at: .readIID, scope)
        if withStatus { add(&core, "status", JSON(result.status.rawValue), to: &object, at: .readStatus, scope) }
        if let value = result.value { add(&core, "value", value, to: &object, at: .readValue, scope) }
        guard let definition = result.definition else { return object }
        if request.parameter("meta") == "1" { core.connections[connection]?.hasAskedForMetadata = true }
        let hasAsked = core.connections[connection]?.hasAskedForMetadata == true
        let asks = { (name: String, metadata: String) in
            switch metadata {
            case "always": true
            case "never": false
            case "since-asked": hasAsked
            default: request.parameter(name) == "1" || request.parameter(name) == "true"
            }
        }
        let metadata = core.behaviour(.readMetadata, core.context(connection, definition))
        if asks("type", metadata) {
            add(&core, "type", .string(definition.type.short), to: &object, at: .readType, scope)
        }
        if asks("perms", metadata) {
            add(&core, "perms", definition.shownPermissions, to: &object, at: .readPermissions, scope)
        }
        if asks("meta", metadata) {
            add(&core, "format", .string(definition.format.rawValue), to: &object, at: .readFormat, scope)
            for member in definition.metadata.members { object[member.key] = member.value }
        }
        if asks("ev", metadata), let isSubscribed = result.isSubscribed {
            add(&core, "ev", .bool(isSubscribed), to: &object, at: .readEventState, scope)
        }
        return object
    }
}

extension CharacteristicID {
    /// A lax reader's result for a malformed id: the leading digits of each part.
    init(lenient text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            UInt64(part.prefix { $0.isASCII && $0.isNumber }) ?? 1
        }
        self.init(aid: parts.first ?? 1, iid: parts.count > 1 ? parts[1] : 1)
    }
}
