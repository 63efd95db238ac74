import HAPController
import HAPModel
import HAPSession
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
        return await carryOut(.read(ids, options), on: name, options: options)
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
        let exchange = await connection.wire.perform(.database, within: patience)
        if exchange.answer == nil { spoil(name) }
        return .database(
            DatabaseObservation(exchange, within: patience, names: instance.characteristics, known: run.database)
        )
    }

    /// The value that a characteristic has now; `nil` if it cannot be read.
    func currentValue(of id: CharacteristicID) async -> JSON? {
        guard let connection = await secured(nil) else { return nil }
        return await connection.wire.perform(.read([id], ReadOptions()), within: patience).entries.first?.value
    }

    // MARK: Writing

    func write(_ call: Call, on name: String, captures: [(what: String, name: String)]) async -> Observation {
        let (writes, response) = (call.writes, call.bool("response"))
        guard !writes.isEmpty else { return .notDone("nothing is written") }
        guard await owe(writes.map(\.id)) else { return .notDone("the ledger cannot be written") }
        let needsTimed = writes.contains { run.database.characteristic($0.id)?.has(.timedWrite) ?? false }
        let entries = writes.map { WriteEntry(id: $0.id, value: $0.value, response: response) }
        if needsTimed {
            return await carryOut(.timedWrite(entries, timedWrite()), on: name)
        }
        let observation = await carryOut(.write(entries), on: name)
        for capture in captures where capture.what == "frame" {
            captureFrame(capture.name, on: name)
        }
        return observation
    }

    private func captureFrame(_ capture: String, on name: String) {
        captures[capture] = connections[name]?.wire.raw?.lastSent
        scope.bind(capture, .string(capture))
    }

    func timedWrite(_ call: Call, on name: String) async -> Observation {
        let (writes, ttl) = (call.writes, call.duration("ttl") ?? .seconds(10))
        let (after, token, prepares) = (
            call.duration("execute-after"), call.word("execute-pid"), call.bool("prepare") ?? true
        )
        guard !writes.isEmpty else { return .notDone("nothing is written") }
        guard await owe(writes.map(\.id)) else { return .notDone("the ledger cannot be written") }
        let entries = writes.map { WriteEntry(id: $0.id, value: $0.value) }
        var timed = timedWrite()
        timed.timeToLive = ttl
        timed.pause = after ?? .zero
        timed.isPrepared = prepares
        timed.token = token.flatMap(TimedWrite.Token.init(rawValue:)) ?? .right
        let isTampered = timed.isFlawed
        if isTampered, !run.controls.has("timed-write") { await controlTimedWrite(entries) }
        let observation = await carryOut(.timedWrite(entries, timed), on: name)
        guard case .entries(var entriesSeen) = observation else { return observation }
        entriesSeen.exchange.tampering = Tampering(isTampered: isTampered, control: "timed-write")
        return .entries(entriesSeen)
    }

    /// A timed write as it should be, and another that puts the value back: without it a refusal would prove nothing.
    private func controlTimedWrite(_ entries: [WriteEntry]) async {
        let name = connectionName("new")
        let done = await carryOut(.timedWrite(entries, timedWrite()), on: name)
        run.controls.record(
            "timed-write",
            succeeded: run.evaluator.outcome("success", of: done.json),
            evidence: done.exchange?.evidence ?? []
        )
        let old = entries.compactMap { entry in
            before[entry.id].flatMap { $0.isNull ? nil : WriteEntry(id: entry.id, value: $0) }
        }
        if !old.isEmpty { _ = await carryOut(.timedWrite(old, timedWrite()), on: name) }
    }

    /// A timed write as it should be, with the number that the seed gives this instance.
    private func timedWrite() -> TimedWrite {
        TimedWrite(number: SeededGenerator.number(run.settings.seed, instance.name) % 0xffff_ffff + 1)
    }

    /// Notes the old values in the ledger before anything is written.
    ///
    /// null cannot be written back, and a command is not undone by another one.
    func owe(_ ids: [CharacteristicID]) async -> Bool {
        for id in ids where changed[id] == nil {
            guard let old = before[id], !old.isNull, stores(id) else { continue }
            let debt = "value-\(instance.name)-\(id)"
            // Read-only values cannot be restored, so no debt is recorded.
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
        return await carryOut(.write(entries), on: name)
    }

    // MARK: Exchanges inside a session

    /// Carries out an operation in the connection's session.
    private func carryOut(
        _ operation: Operation,
        on name: String,
        options: ReadOptions = ReadOptions()
    ) async -> Observation {
        guard let connection = await secured(name) else { return .notDone("there is no session") }
        let exchange = await connection.wire.perform(operation, within: patience)
        if exchange.answer == nil { spoil(name) }
        return .entries(EntriesObservation(exchange, within: patience, reader: reader(options)))
    }

    /// Reads the entries of answers.
    func reader(_ options: ReadOptions = ReadOptions()) -> EntryReader {
        EntryReader(
            names: instance.characteristics,
            before: before,
            database: run.database,
            catalogue: run.catalogue,
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
