import HAPController
import HAPModel
import HAPSession
import HTTPWire
import Judge
import Measurement
import SuiteLanguage

extension InstanceRunner {
    // MARK: Reading

    func read(_ call: Call, on name: String) async -> JSON {
        let ids = characteristics(of: call)
        guard !ids.isEmpty else { return Self.notDone("`of` names no characteristic") }
        var options = ReadOptions()
        options.metadata = call.bool("meta") ?? false
        options.permissions = call.bool("perms") ?? false
        options.type = call.bool("type") ?? false
        options.events = call.bool("ev") ?? false
        return await request(
            .read(ids, options),
            on: name,
            secured: call.bool("secured"),
            asked: ids,
            options: options
        )
    }

    /// The characteristics of the parameter `of`: `readable` and `notifying` are all of that kind.
    private func characteristics(of call: Call) -> [CharacteristicID] {
        switch call.word("of") {
        case "readable": run.database.places.filter { $0.characteristic.has(.pairedRead) }.map(\.id)
        case "notifying":
            run.database.places.filter { $0.characteristic.has(.pairedRead) && $0.characteristic.has(.events) }
                .map(\.id)
        default: call.characteristics("of")
        }
    }

    /// The attribute database as it is now.
    func database(_ call: Call, on name: String) async -> JSON {
        let secured = call.bool("secured")
        guard let connection = await connection(name, secured: secured) else {
            return Self.notDone("there is no session")
        }
        let exchange = await connection.wire.exchange(.get("/accessories"), within: patience)
        if exchange.response == nil { spoil(name) }
        var fields = ExchangeObservation(exchange, kind: "exchange", within: patience).fields
        if let body = fields["body"] {
            fields["database"] = body
            fields["differences"] = .array(
                DatabaseComparison(body, then: run.database.raw).differences.map { .string($0) }
            )
            let database = AttributeDatabase(body)
            var named = JSONObject()
            for (name, id) in instance.characteristics.sorted(by: { $0.key < $1.key }) {
                guard let found = database.characteristic(id) else { continue }
                var members = found.raw
                members.add(toleranceOf: found)
                named[name] = .object(members)
            }
            fields["of"] = .object(named)
        }
        return Self.marked(.object(fields), secured: secured)
    }

    /// The value that a characteristic has now; `nil` if it cannot be read.
    func currentValue(of id: CharacteristicID) async -> JSON? {
        guard let connection = await secured(nil) else { return nil }
        let exchange = await connection.wire.exchange(.read([id], ReadOptions()), within: patience)
        guard let body = exchange.response.flatMap({ try? JSON.parse($0.body) }) else { return nil }
        return body["characteristics"]?[0]?["value"]
    }

    // MARK: Writing

    func write(_ call: Call, on name: String, captures: [(what: String, name: String)]) async -> JSON {
        let (writes, response, secured) = (call.writes, call.bool("response"), call.bool("secured"))
        let (events, authorization) = (call.bool("ev"), call.word("authorization"))
        let (isRemote, mayBeTimed) = (call.bool("remote"), call.bool("timed") ?? true)
        guard !writes.isEmpty else { return Self.notDone("nothing is written") }
        guard await owe(writes.map(\.id)) else { return Self.notDone("the ledger cannot be written") }
        let needsTimed = writes.contains { run.database.characteristic($0.id)?.has(.timedWrite) ?? false }
        let entries = writes.map { write in
            WriteEntry(
                id: write.id,
                value: write.value,
                events: events,
                authorization: authorization,
                isRemote: isRemote,
                response: response
            )
        }
        if events != nil { spoil(name) }
        if needsTimed, mayBeTimed, secured != false {
            return await timedWrite(entries, ttl: .seconds(10), after: nil, pid: nil, prepare: true, on: name)
        }
        let observation = await request(
            .write(entries),
            on: name,
            secured: secured,
            asked: writes.map(\.id),
            isWrite: true
        )
        for capture in captures where capture.what == "frame" {
            captureFrame(capture.name, on: name)
        }
        return observation
    }

    private func captureFrame(_ capture: String, on name: String) {
        captures[capture] = connections[name]?.wire.lastSent
        scope.bind(capture, .string(capture))
    }

    func timedWrite(_ call: Call, on name: String) async -> JSON {
        let (writes, ttl) = (call.writes, call.duration("ttl") ?? .seconds(10))
        let (after, pid, prepares) = (
            call.duration("execute-after"), call.word("execute-pid"), call.bool("prepare") ?? true
        )
        let (authorization, stage) = (call.word("authorization"), call.word("stage"))
        guard !writes.isEmpty else { return Self.notDone("nothing is written") }
        guard await owe(writes.map(\.id)) else { return Self.notDone("the ledger cannot be written") }
        let entries = writes.map { WriteEntry(id: $0.id, value: $0.value, authorization: authorization) }
        if let stage {
            spoil(name)
            let done =
                stage == "prepare"
                ? await prepare(ttl: ttl, on: name) : await execute(entries, pid: pidNumber, on: name)
            return done.with("tampered", true).with("control", "read")
        }
        let isTampered = after != nil || pid != nil || !prepares
        if isTampered, !run.controls.has("timed-write") { await controlTimedWrite(entries) }
        let observation = await timedWrite(
            entries,
            ttl: ttl,
            after: after,
            pid: pid,
            prepare: prepares,
            on: name
        )
        return observation.with("tampered", .bool(isTampered)).with("control", "timed-write")
    }

    /// A timed write as it should be, and another that puts the value back: without it a refusal would prove nothing.
    private func controlTimedWrite(_ entries: [WriteEntry]) async {
        let name = connectionName("new")
        let done = await timedWrite(entries, ttl: .seconds(10), after: nil, pid: nil, prepare: true, on: name)
        run.controls.record(
            "timed-write",
            succeeded: run.evaluator.outcome("success", of: done),
            evidence: done["evidence"] ?? .array([])
        )
        let old = entries.compactMap { entry in
            before[entry.id].flatMap { $0.isNull ? nil : WriteEntry(id: entry.id, value: $0) }
        }
        if !old.isEmpty { _ = await timedWrite(old, ttl: .seconds(10), after: nil, pid: nil, prepare: true, on: name) }
    }

    private func timedWrite(
        _ entries: [WriteEntry],
        ttl: Duration,
        after: Duration?,
        pid: String?,
        prepare: Bool,
        on name: String
    ) async -> JSON {
        if prepare {
            let prepared = await self.prepare(ttl: ttl, on: name)
            guard prepared["http"]?["status"]?.int64Value == 200, prepared["status"] == "success" else {
                return prepared.with("entry", ["status": prepared["status"] ?? .null])
            }
        }
        if let after { try? await run.clock.sleep(until: run.clock.deadline(in: after)) }
        return await execute(
            entries,
            pid: pid == "absent" ? nil : pid == "wrong" ? pidNumber + 1 : pidNumber,
            on: name
        )
    }

    /// The pid of the instance's timed writes.
    private var pidNumber: UInt64 { SeededGenerator.number(run.settings.seed, instance.name) % 0xffff_ffff + 1 }

    private func prepare(ttl: Duration, on name: String) async -> JSON {
        await request(.prepare(ttl: UInt64(clamping: ttl.wholeMilliseconds), pid: pidNumber), on: name)
    }

    private func execute(_ entries: [WriteEntry], pid: UInt64?, on name: String) async -> JSON {
        await request(.write(entries, pid: pid), on: name, asked: entries.map(\.id), isWrite: true)
    }

    // MARK: Identify

    /// Asks the accessory to identify itself, outside a session.
    func identify(on name: String) async -> JSON {
        guard let connection = await opened(name) else { return Self.notDone("the accessory accepted no connection") }
        spoil(name)
        let exchange = await connection.wire.exchange(.identify(), within: patience)
        return observation(exchange, kind: "exchange").with("tampered", true).with("control", "read")
    }

    /// Notes the old values in the ledger before anything is written.
    ///
    /// null is no value that could be written back, and a command is not undone by another one.
    func owe(_ ids: [CharacteristicID]) async -> Bool {
        for id in ids where changed[id] == nil {
            guard let old = before[id], !old.isNull, stores(id) else { continue }
            let debt = "value-\(instance.name)-\(id)"
            // What nobody may write cannot be owed: an accessory that refuses to write it refuses to put it back.
            let isOwed = run.database.characteristic(id)?.has(.pairedWrite) ?? false
            guard !isOwed || run.owe(value: old, of: id, debt: debt) else { return false }
            changed[id] = debt
        }
        return true
    }

    private func stores(_ id: CharacteristicID) -> Bool {
        run.database.characteristic(id).map(run.catalogue.stores) ?? true
    }

    // MARK: Events

    func subscribe(_ call: Call, on name: String) async -> JSON {
        let ids = characteristics(of: call)
        guard !ids.isEmpty else { return Self.notDone("`of` names no characteristic") }
        let entries = ids.map { WriteEntry(id: $0, events: call.verb == "subscribe") }
        spoil(name)
        return await request(.write(entries), on: name, secured: call.bool("secured"), asked: ids, isWrite: true)
    }

    // MARK: Exchanges inside a session

    /// Sends a request in the connection's session.
    ///
    /// - Parameters:
    ///   - secured: `false` uses the connection as it is, with a session or without.
    ///   - asked: the characteristics that the request names.
    private func request(
        _ request: HTTPRequest,
        on name: String,
        secured: Bool? = nil,
        asked: [CharacteristicID] = [],
        isWrite: Bool = false,
        options: ReadOptions = ReadOptions()
    ) async -> JSON {
        guard let connection = await connection(name, secured: secured) else {
            return Self.notDone("there is no session")
        }
        let exchange = await connection.wire.exchange(request, within: patience)
        if exchange.response == nil { spoil(name) }
        return Self.marked(
            observation(exchange, kind: "entries", asked: asked, isWrite: isWrite, options: options),
            secured: secured
        )
    }

    /// What is asked without making sure of a session may be refused: that proves something only where a session would
    /// have done.
    private static func marked(_ observation: JSON, secured: Bool?) -> JSON {
        secured == false ? observation.with("tampered", true).with("control", "read") : observation
    }

    func observation(
        _ exchange: Exchange,
        kind: String,
        within: Duration? = nil,
        asked: [CharacteristicID] = [],
        isWrite: Bool = false,
        options: ReadOptions = ReadOptions()
    ) -> JSON {
        var fields = ExchangeObservation(exchange, kind: kind, within: within ?? patience).fields
        guard kind == "entries" else { return .object(fields) }
        EntriesObservation(
            names: instance.characteristics,
            before: before,
            database: run.database,
            catalogue: run.catalogue,
            asked: asked,
            isWrite: isWrite,
            options: options
        ).add(exchange.answers, to: &fields)
        return .object(fields)
    }
}

extension SeededGenerator {
    /// One number for a purpose.
    static func number(_ seed: UInt64, _ purpose: String) -> UInt64 {
        var generator = SeededGenerator(seed: seed, purpose: purpose)
        return generator.next()
    }
}
