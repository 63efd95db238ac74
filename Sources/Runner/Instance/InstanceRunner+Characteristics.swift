import HAPController
import HAPModel
import HAPSession
import HTTPWire
import Judge
import Measurement
import Observations
import SuiteLanguage

extension InstanceRunner {
    // MARK: Reading

    func read(_ call: Call, on name: String) async -> Observation {
        let ids = characteristics(of: call)
        guard !ids.isEmpty else { return .notDone("`of` names no characteristic") }
        var options = ReadOptions()
        options.metadata = call.bool("meta") ?? false
        options.permissions = call.bool("perms") ?? false
        options.type = call.bool("type") ?? false
        options.events = call.bool("ev") ?? false
        return await request(.read(ids, options), on: name, asked: ids, options: options)
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
    func database(on name: String) async -> Observation {
        guard let connection = await secured(name) else { return .notDone("there is no session") }
        let exchange = await connection.wire.exchange(.get("/accessories"), within: patience)
        if exchange.response == nil { spoil(name) }
        return .database(
            DatabaseObservation(exchange, within: patience, names: instance.characteristics, known: run.database)
        )
    }

    /// The value that a characteristic has now; `nil` if it cannot be read.
    func currentValue(of id: CharacteristicID) async -> JSON? {
        guard let connection = await secured(nil) else { return nil }
        let exchange = await connection.wire.exchange(.read([id], ReadOptions()), within: patience)
        guard let body = exchange.response.flatMap({ try? JSON.parse($0.body) }) else { return nil }
        return body["characteristics"]?[0]?["value"]
    }

    // MARK: Writing

    func write(_ call: Call, on name: String, captures: [(what: String, name: String)]) async -> Observation {
        let (writes, response) = (call.writes, call.bool("response"))
        guard !writes.isEmpty else { return .notDone("nothing is written") }
        guard await owe(writes.map(\.id)) else { return .notDone("the ledger cannot be written") }
        let needsTimed = writes.contains { run.database.characteristic($0.id)?.has(.timedWrite) ?? false }
        let entries = writes.map { WriteEntry(id: $0.id, value: $0.value, response: response) }
        if needsTimed {
            return await timedWrite(entries, ttl: .seconds(10), after: nil, pid: nil, prepare: true, on: name)
        }
        let observation = await request(.write(entries), on: name, asked: writes.map(\.id), isWrite: true)
        for capture in captures where capture.what == "frame" {
            captureFrame(capture.name, on: name)
        }
        return observation
    }

    private func captureFrame(_ capture: String, on name: String) {
        captures[capture] = connections[name]?.wire.lastSent
        scope.bind(capture, .string(capture))
    }

    func timedWrite(_ call: Call, on name: String) async -> Observation {
        let (writes, ttl) = (call.writes, call.duration("ttl") ?? .seconds(10))
        let (after, pid, prepares) = (
            call.duration("execute-after"), call.word("execute-pid"), call.bool("prepare") ?? true
        )
        guard !writes.isEmpty else { return .notDone("nothing is written") }
        guard await owe(writes.map(\.id)) else { return .notDone("the ledger cannot be written") }
        let entries = writes.map { WriteEntry(id: $0.id, value: $0.value) }
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
        guard case .entries(var entriesSeen) = observation else { return observation }
        entriesSeen.exchange.tampering = Tampering(isTampered: isTampered, control: "timed-write")
        return .entries(entriesSeen)
    }

    /// A timed write as it should be, and another that puts the value back: without it a refusal would prove nothing.
    private func controlTimedWrite(_ entries: [WriteEntry]) async {
        let name = connectionName("new")
        let done = await timedWrite(entries, ttl: .seconds(10), after: nil, pid: nil, prepare: true, on: name)
        run.controls.record(
            "timed-write",
            succeeded: run.evaluator.outcome("success", of: done.json),
            evidence: done.exchange?.evidence ?? []
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
    ) async -> Observation {
        let number = SeededGenerator.number(run.settings.seed, instance.name) % 0xffff_ffff + 1
        if prepare {
            let milliseconds = UInt64(clamping: ttl.wholeMilliseconds)
            let prepared = await request(.prepare(ttl: milliseconds, pid: number), on: name)
            guard case .entries(var preparing) = prepared, let answer = preparing.exchange.answer else {
                return prepared
            }
            guard answer.http.status == 200, answer.status == .success else {
                preparing.entry = answer.body.map { ObservedEntry($0, id: nil, silence: nil) }
                return .entries(preparing)
            }
        }
        if let after { try? await run.clock.sleep(until: run.clock.deadline(in: after)) }
        let executed: UInt64? = pid == "absent" ? nil : pid == "wrong" ? number + 1 : number
        let ids = entries.map(\.id)
        return await request(.write(entries, pid: executed), on: name, asked: ids, isWrite: true)
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

    func subscribe(_ call: Call, on name: String) async -> Observation {
        let ids = characteristics(of: call)
        guard !ids.isEmpty else { return .notDone("`of` names no characteristic") }
        let entries = ids.map { WriteEntry(id: $0, events: call.verb == "subscribe") }
        spoil(name)
        return await request(.write(entries), on: name, asked: ids, isWrite: true)
    }

    // MARK: Exchanges inside a session

    /// Sends a request in the connection's session.
    ///
    /// - Parameter asked: the characteristics that the request names.
    private func request(
        _ request: HTTPRequest,
        on name: String,
        asked: [CharacteristicID] = [],
        isWrite: Bool = false,
        options: ReadOptions = ReadOptions()
    ) async -> Observation {
        guard let connection = await secured(name) else { return .notDone("there is no session") }
        let exchange = await connection.wire.exchange(request, within: patience)
        if exchange.response == nil { spoil(name) }
        let reader = reader(asked: asked, isWrite: isWrite, options: options)
        return .entries(EntriesObservation(exchange, within: patience, reader: reader))
    }

    /// Reads the entries of answers to a request about these characteristics.
    func reader(
        asked: [CharacteristicID] = [],
        isWrite: Bool = false,
        options: ReadOptions = ReadOptions()
    ) -> EntryReader {
        EntryReader(
            names: instance.characteristics,
            before: before,
            database: run.database,
            catalogue: run.catalogue,
            asked: asked,
            isWrite: isWrite,
            options: options
        )
    }
}

extension SeededGenerator {
    /// One number for a purpose.
    static func number(_ seed: UInt64, _ purpose: String) -> UInt64 {
        var generator = SeededGenerator(seed: seed, purpose: purpose)
        return generator.next()
    }
}
