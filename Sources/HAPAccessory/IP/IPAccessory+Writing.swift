import HAPModel
import Measurement

extension IPAccessory {
    /// PUT /characteristics (HAP R1 5.7.2).
    mutating func write(_ core: inout AccessoryCore, _ request: IPRequest, on connection: ConnectionID, now: Moment)
        -> IPReply
    {
        let root: JSONObject
        switch body(&core, of: request, on: connection) {
        case .failure(let reply): return reply
        case .success(let object): root = object
        }
        guard let list = root["characteristics"]?.arrayValue else {
            return refusal(&core, .writeList, unless: false, .malformed, on: connection) ?? .noContent
        }
        var entries: [RequestedWrite] = []
        for element in list {
            switch entry(&core, element, on: connection) {
            case .failure(let reply): return reply
            case .success(let entry): entry.map { entries.append($0) }
            }
        }
        var isTimed = false
        if let pid = root["pid"] {
            guard let pid = pid.uint64Value else { return .malformed }
            if let status = core.execute(pid: pid, on: connection, now: now) {
                return answer(&core, entries.map { WriteOutcome(id: $0.id, status: status) }, on: connection)
            }
            isTimed = true
        }
        return answer(&core, core.write(entries, isTimed: isTimed, on: connection, now: now), on: connection)
    }

    /// Decodes one write object; `nil` inside a success is one that a lax accessory skips.
    private mutating func entry(_ core: inout AccessoryCore, _ element: JSON, on connection: ConnectionID) -> Parsed<
        RequestedWrite?
    > {
        guard let object = element.objectValue else { return .failure(.malformed) }
        if let reply = refusal(&core, .writeAID, unless: object["aid"]?.uint64Value != nil, .malformed, on: connection)
        {
            return .failure(reply)
        }
        if let reply = refusal(&core, .writeIID, unless: object["iid"]?.uint64Value != nil, .malformed, on: connection)
        {
            return .failure(reply)
        }
        let isFlag = { (value: JSON?) in value.map { $0.boolValue != nil || ($0.uint64Value ?? 2) <= 1 } ?? true }
        if let reply = refusal(&core, .writeRemote, unless: isFlag(object["remote"]), .malformed, on: connection) {
            return .failure(reply)
        }
        let authorization = object["authData"]
        guard isFlag(object["r"]), authorization.map({ $0.stringValue != nil }) ?? true else {
            return .failure(.malformed)
        }
        guard let aid = object["aid"]?.uint64Value, let iid = object["iid"]?.uint64Value else { return .success(nil) }
        return .success(
            RequestedWrite(
                id: CharacteristicID(aid: aid, iid: iid),
                value: object["value"],
                events: object["ev"],
                authorization: authorization,
                wantsResponse: object["r"].map { $0.boolValue ?? ($0.uint64Value == 1) } ?? false
            )
        )
    }

    /// 204 if every entry succeeded and none requests a value, otherwise 207 with every entry.
    private mutating func answer(_ core: inout AccessoryCore, _ results: [WriteOutcome], on connection: ConnectionID)
        -> IPReply
    {
        let way = core.behaviour(.writeStatus, core.context(connection))
        let isPlain = results.allSatisfy { !$0.isRefused && $0.value == nil }
        if isPlain || way == "204" { return .noContent }
        var entries: [JSON] = []
        for result in results where way != "refused-only" || result.isRefused {
            let scope = PointScope(definition: result.definition, connection: connection)
            var object = JSONObject([
                "aid": JSON(result.id.aid), "iid": JSON(result.id.iid),
            ])
            add(&core, "status", JSON(result.status.rawValue), to: &object, at: .writeEntryStatus, scope)
            if let value = result.value { add(&core, "value", value, to: &object, at: .writeEntryValue, scope) }
            entries += changed(&core, object, at: .writeEntry, result.definition, on: connection)
        }
        // Several writes that fail are answered 207 (R1 5.7.1.1), and one in the form that the rule names.
        let status = results.count == 1 && results.allSatisfy(\.isRefused) ? Int(way) : nil
        return .json(status ?? 207, ["characteristics": .array(entries)])
    }

    /// PUT /prepare (ADK R14 6.7.2.4).
    mutating func prepare(_ core: inout AccessoryCore, _ request: IPRequest, on connection: ConnectionID, now: Moment)
        -> IPReply
    {
        let root: JSONObject
        switch body(&core, of: request, on: connection) {
        case .failure(let reply): return reply
        case .success(let object): root = object
        }
        let (ttl, pid) = (root["ttl"], root["pid"])
        let limit = UInt64(clamping: core.constant(.ttlMaximum))
        let isWhole = { (value: JSON?) in value.map { $0.uint64Value != nil } ?? true }
        if let reply = refusal(&core, .timedTTL, unless: ttl != nil, .malformed, on: connection)
            ?? refusal(&core, .timedPID, unless: pid != nil, .malformed, on: connection)
            ?? refusal(&core, .timedForm, unless: isWhole(ttl) && isWhole(pid), .malformed, on: connection)
            ?? refusal(&core, .timedTTLLimit, unless: (ttl?.uint64Value ?? 0) <= limit, .malformed, on: connection)
        {
            return reply
        }
        core.prepare(ttl: ttl?.uint64Value ?? limit, pid: pid?.uint64Value ?? 0, on: connection, now: now)
        var object = JSONObject()
        add(&core, "status", 0, to: &object, at: .prepareStatus, PointScope(definition: nil, connection: connection))
        return .json(200, .object(object))
    }

    /// The JSON object in a request's body.
    private mutating func body(_ core: inout AccessoryCore, of request: IPRequest, on connection: ConnectionID)
        -> Parsed<JSONObject>
    {
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(request.body, maximumDepth: Int(clamping: core.constant(.jsonDepth)))
        } catch {
            if let reply = refusal(&core, .jsonForm, unless: false, .malformed, on: connection) {
                return .failure(reply)
            }
            return .success(JSONObject(["characteristics": .array(PartialBody.entries(of: request.body))]))
        }
        guard let object = json.objectValue else {
            return .failure(refusal(&core, .jsonObject, unless: false, .malformed, on: connection) ?? .noContent)
        }
        return .success(object)
    }
}

/// The result of a step of decoding a request, or the response that ends it.
enum Parsed<Value> {
    case success(Value)
    case failure(IPReply)
}
