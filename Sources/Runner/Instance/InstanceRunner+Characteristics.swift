import HAPController
import HAPModel
import HAPSession
import Judge
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension InstanceRunner {
    static let namesNothing = Observation.notDone("the attribute database shows no such characteristic")

    // MARK: Reading

    func read(_ arguments: ReadArguments, on name: String) async -> Observation {
        let ids = arguments.choice.ids(in: run)
        // A request without ids would be refused, which says nothing about the accessory.
        guard !ids.isEmpty else { return Self.namesNothing }
        return await carryOut(
            .read(ids, arguments.options),
            on: name,
            isSecured: arguments.isSecured,
            options: arguments.options
        )
    }

    /// Reads the current attribute database.
    func database(_ arguments: DatabaseArguments, on name: String) async -> Observation {
        guard let connection = await connection(name, isSecured: arguments.isSecured) else { return noSession }
        let exchange = await connection.wire.perform(.database, within: patience)
        if exchange.answer == nil { spoil(name) }
        var observation = DatabaseObservation(
            exchange,
            within: patience,
            names: instance.characteristics,
            known: run.database
        )
        if !arguments.isSecured { observation.exchange.tampering = Self.unsecured }
        return .database(observation)
    }

    /// The current value of a characteristic; `nil` if it cannot be read.
    ///
    /// - Parameter name: the connection; `nil` for the main one.
    func currentValue(of id: CharacteristicID, on name: String? = nil) async -> JSON? {
        guard let connection = await secured(name) else { return nil }
        let operation = Operation.read([id], ReadOptions())
        let exchange = await connection.wire.perform(operation, within: patience)
        if exchange.outcome == .refused(.insufficientPrivileges), instance.isByUser {
            // The accessory may have forgotten the controller during its session; a new one shows that.
            await connection.wire.close(abruptly: false)
        } else if exchange.answer != nil || exchange.outcome == .notDone {
            return exchange.entries.first?.value
        } else if connection.wire.isOpen {
            // Bytes that are not a message hide all that follow.
            await connection.wire.close(abruptly: false)
        }
        // The connection is closed after an exchange without an answer in time; the steps of the case need it.
        try? await connection.wire.open(within: run.settings.connectWithin)
        // A request may cross the end of its connection, and a response may be lost, so it is sent a second time.
        guard let session = await secured(name) else { return nil }
        return await session.wire.perform(operation, within: patience).entries.first?.value
    }

    // MARK: Writing

    func write(
        _ arguments: WriteArguments,
        on name: String,
        captures: [(what: String, name: String)]
    ) async -> Observation {
        let entries = arguments.entries
        if let reason = await owe(entries.map(\.id)) { return .notDone(reason) }
        let needsTimed = entries.contains { run.database.characteristic($0.id)?.has(.timedWrite) ?? false }
        if arguments.touchesEvents { spoil(name) }
        if needsTimed, arguments.mayBeTimed, arguments.isSecured {
            return await carryOut(.timedWrite(entries, numbered(TimedWrite())), on: name)
        }
        let observation = await carryOut(.write(entries), on: name, isSecured: arguments.isSecured)
        captureFrame(on: name, captures)
        return observation
    }

    func timedWrite(_ arguments: TimedWriteArguments, on name: String) async -> Observation {
        let entries = arguments.entries
        if let reason = await owe(entries.map(\.id)) { return .notDone(reason) }
        let timed = numbered(arguments.timed, on: name)
        if arguments.isPart {
            if timed.isPrepared, !preparing.contains(name) { preparing.append(name) }
            spoil(name)
            return await carryOut(.timedWrite(entries, timed), on: name).tampered(Self.unsecured)
        }
        if timed.isFlawed, !run.controls.has("timed-write") { await controlTimedWrite(entries) }
        let observation = await carryOut(timed, entries, on: name)
        return observation.tampered(Tampering(isTampered: timed.isFlawed, control: "timed-write"))
    }

    /// Carries out a timed write. If the instance has requests refused, one is refused between preparation and execution;
    /// of several entries, some transports prepare and execute one after the other.
    private func carryOut(_ timed: TimedWrite, _ entries: [WriteEntry], on name: String) async -> Observation {
        guard entries.count == 1, item.hasRequestsRefused(instance), timed.isPrepared, timed.isExecuted else {
            return await carryOut(.timedWrite(entries, timed), on: name)
        }
        var (preparation, execution) = (timed, timed)
        preparation.isExecuted = false
        execution.isPrepared = false
        execution.pause = .zero
        let prepared = await carryOut(.timedWrite(entries, preparation), on: name)
        guard run(for: name).evaluator.outcome("success", of: prepared.json) else { return prepared }
        if timed.pause > .zero { try? await run.clock.sleep(until: run.clock.deadline(in: timed.pause)) }
        hasPrepared = true
        await provokeRefusal(on: name)
        hasPrepared = false
        return await carryOut(.timedWrite(entries, execution), on: name)
    }

    /// A valid timed write, and another that restores the value. Without it, a rejection would prove nothing.
    private func controlTimedWrite(_ entries: [WriteEntry]) async {
        let name = connectionName("new")
        let timed = numbered(TimedWrite())
        let done = await carryOut(.timedWrite(entries, timed), on: name)
        run.controls.record(
            "timed-write",
            succeeded: run(for: name).evaluator.outcome("success", of: done.json),
            evidence: done.exchange?.evidence ?? []
        )
        let old = entries.compactMap { entry in
            before[entry.id].flatMap { $0.isNull ? nil : WriteEntry(id: entry.id, value: $0) }
        }
        if !old.isEmpty { _ = await carryOut(.timedWrite(old, timed), on: name) }
    }

    /// A timed write with the number that the seed gives this instance. Connections that prepare apart from their execution have different
    /// numbers; an execution on a connection that has prepared nothing has the number of the last preparation.
    private func numbered(_ timed: TimedWrite, on name: String = "") -> TimedWrite {
        var timed = timed
        let other = timed.isPrepared ? preparing.count : max(0, preparing.count - 1)
        let place = UInt64(preparing.firstIndex(of: name) ?? other)
        let number = SeededGenerator.number(run.settings.seed, instance.name) &+ place * 0x10000
        timed.number = number % 0xffff_ffff + 1
        return timed
    }

    /// Records the old values in the ledger before the write.
    ///
    /// A command cannot be undone by another command, so it owes nothing; a number, a flag or a text of the vendor's own with write
    /// responses is taken for a value.
    ///
    /// - Returns: why the write must not be made; `nil` if it can be undone, or if there is nothing to undo.
    func owe(_ ids: [CharacteristicID]) async -> String? {
        if let reason = run.writes.spend(ids) { return reason }
        for id in ids where changed[id] == nil && mayStore(id) {
            let isOwed = run.database.characteristic(id)?.has(.pairedWrite) ?? false
            if before[id] == nil, isReadable(id) {
                before[id] = await currentValue(of: id, on: Self.valuesName)
            }
            if isOwed, stores(id), isReadable(id), before[id] == nil || before[id]?.isNull == true {
                let old = before[id] == nil ? "could not be read" : "is null"
                return "the old value of \(id) \(old), so a write could not be undone"
            }
            guard let old = before[id], !old.isNull else { continue }
            // An attempt of its own: what an earlier one could not put back stays owed.
            let debt = "value-\(instance.name)-\(id)-\(run.journal.next)"
            // A read-only value is written back if the accessory accepted another one. It may also change by itself, so
            // no debt is recorded.
            guard !isOwed || run.owe(value: old, of: id, debt: debt) else { return Self.noLedger }
            changed[id] = debt
        }
        return nil
    }

    /// The connection on which the tester reads old values between the steps, so that it does not disturb them.
    static let valuesName = "values#"
    static var noLedger: String { "the ledger cannot be written" }

    /// Whether the tester can read the value: it is paired, and reading is permitted.
    private func isReadable(_ id: CharacteristicID) -> Bool {
        run.controllers.pairing("alice") != nil && run.database.characteristic(id)?.has(.pairedRead) == true
    }

    func stores(_ id: CharacteristicID) -> Bool {
        run.database.characteristic(id).map(run.catalogue.stores) ?? true
    }

    private func mayStore(_ id: CharacteristicID) -> Bool {
        run.database.characteristic(id).map(run.catalogue.mayStore) ?? true
    }

    // MARK: Events and identify

    func subscribe(_ arguments: SubscriptionArguments, on name: String) async -> Observation {
        let ids = arguments.choice.ids(in: run)
        guard !ids.isEmpty else { return Self.namesNothing }
        spoil(name)
        return await carryOut(.subscribe(ids, arguments.isOn), on: name, isSecured: arguments.isSecured)
    }

    /// Sends an identify request outside a session.
    func identify(on name: String) async -> Observation {
        guard let connection = await opened(name) else { return .notDone("the accessory did not accept a connection") }
        spoil(name)
        let exchange = await connection.wire.perform(.identify, within: patience)
        var observation = ExchangeObservation(exchange, kind: .exchange, within: patience)
        observation.tampering = Self.unsecured
        return .exchange(observation)
    }

    // MARK: Operations

    /// Carries out an operation in the connection's session.
    ///
    /// - Parameter isSecured: `false` uses the connection as it is, with or without a session.
    func carryOut(
        _ operation: Operation,
        on name: String,
        isSecured: Bool = true,
        options: ReadOptions = ReadOptions()
    ) async -> Observation {
        guard let connection = await connection(name, isSecured: isSecured) else { return noSession }
        tried += operation.written
        run.unwritable.noteWrite(of: operation.written.map(\.id))
        let exchange = await connection.wire.perform(operation, within: patience)
        if exchange.answer == nil { spoil(name) }
        // Of several entries an accessory may take some.
        if exchange.isAccepted {
            let taken = operation.written.filter { entry in
                exchange[entry.id].map { ($0.status ?? .success) == .success } ?? false
            }
            accepted += taken
            for entry in taken { run.unwritable.noteAccepted(entry.id) }
        }
        var observation = EntriesObservation(exchange, within: patience, reader: reader(options))
        if !isSecured { observation.exchange.tampering = Self.unsecured }
        return .entries(observation)
    }

    /// An operation outside a session may be rejected. The rejection only proves something if the same operation
    /// succeeds in a session.
    private static var unsecured: Tampering { Tampering(isTampered: true, control: "read") }

    /// Reads the entries of responses.
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

extension Operation {
    /// The values that it writes.
    fileprivate var written: [WriteEntry] {
        switch self {
        case .write(let entries), .timedWrite(let entries, _): entries
        default: []
        }
    }
}

extension Observation {
    /// The same observation with its control.
    fileprivate func tampered(_ tampering: Tampering) -> Observation {
        guard case .entries(var observation) = self else { return self }
        observation.exchange.tampering = tampering
        return .entries(observation)
    }
}

extension SeededGenerator {
    /// A number for one purpose, derived from the seed.
    static func number(_ seed: UInt64, _ purpose: String) -> UInt64 {
        var generator = SeededGenerator(seed: seed, purpose: purpose)
        return generator.next()
    }
}
