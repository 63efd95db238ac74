import HAPController
import HAPCrypto
import HAPModel
import Judge
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension InstanceRunner {
    // MARK: Raw steps

    /// Sends a request or message as the suite wrote it, inside or outside a session.
    func sendRequest(
        _ arguments: RawStepArguments,
        on name: String,
        captures: [(what: String, name: String)]
    ) async throws(ArgumentError) -> Observation {
        let demand = try demand(of: arguments, on: name)
        let isSecured = arguments.isSecured ?? demand.session ?? (name == Self.mainName)
        guard let connection = await connection(name, isSecured: isSecured) else { return noSession }
        if demand.writes, let reason = await owe(writtenHere) { return .notDone(reason) }
        let wait = arguments.wait ?? patience
        let observation = await carryOut(arguments, kind: .entries, within: wait, on: connection, name)
        // Of several characteristics, it is not known which one the request names.
        if arguments.writesValue, writtenHere.count == 1,
            run(for: name).evaluator.outcome("success", of: observation.json)
        {
            writtenRaw.formUnion(writtenHere)
        }
        captureFrame(on: name, captures)
        return observation
    }

    /// Sends bytes, a captured frame, or the next frame with an alteration inside.
    func sendBytes(_ arguments: RawStepArguments, on name: String) async throws(ArgumentError) -> Observation {
        let isSecured = try demand(of: arguments, on: name).session ?? true || name == Self.mainName
        guard let connection = await connection(name, isSecured: isSecured) else { return noSession }
        return await carryOut(arguments, kind: .exchange, within: arguments.wait ?? .seconds(3), on: connection, name)
    }

    /// What a raw step needs, as the binding reads it.
    private struct Demand {
        /// Whether it needs a session; `nil` if that depends on the verb.
        var session: Bool?
        /// Whether it writes values.
        var writes: Bool
    }

    /// Has the binding read the arguments of a raw step, before anything is sent.
    private func demand(of arguments: RawStepArguments, on name: String) throws(ArgumentError) -> Demand {
        let step = Self.step(arguments)
        guard let raw = run(for: name).connection(name).raw else { return Demand(writes: false) }
        if let reason = raw.rejection(of: step) { throw ArgumentError(reason: reason) }
        return Demand(session: raw.needsSession(step), writes: raw.writes(step))
    }

    private static func step(_ arguments: RawStepArguments) -> RawStep {
        RawStep(verb: arguments.verb, arguments: arguments.arguments, departures: arguments.departures)
    }

    /// The writable characteristics of the instance. They are restored after a raw request.
    private var writtenHere: [CharacteristicID] {
        instance.characteristics.values.sorted().filter { run.database.characteristic($0)?.has(.pairedWrite) ?? false }
    }

    /// Sends a raw step by the connection's binding.
    private func carryOut(
        _ arguments: RawStepArguments,
        kind: ExchangeObservation.Kind,
        within wait: Duration,
        on connection: CaseConnection,
        _ name: String
    ) async -> Observation {
        guard let raw = connection.wire.raw else {
            return .notDone("\(connection.wire.transport) gives no access to its messages")
        }
        let captured = arguments.frame.flatMap { captures[$0] }
        if let frame = arguments.frame, captured == nil { return .notDone("no step captured `\(frame)`") }
        spoil(name)
        let exchange = await raw.send(
            Self.step(arguments),
            reader: BytesReader(
                characteristics: instance.characteristics,
                scope: scope.values,
                random: run.environment.random
            ),
            captured: captured,
            within: wait
        )
        var observation = EntriesObservation(exchange, kind: kind, within: wait, reader: reader())
        // A correct controller would not send it.
        observation.exchange.tampering = Tampering(isTampered: true, control: "read")
        return .entries(observation)
    }

    // MARK: Connections

    /// Opens a connection, and ends it immediately if the step says so.
    func open(_ arguments: OpenArguments, on name: String) async -> Observation {
        guard let connection = await opened(name) else { return .notDone("the accessory did not accept a connection") }
        spoil(name)
        if let end = arguments.end {
            await connection.wire.close(abruptly: end == .reset)
            connections[name] = nil
        }
        return .done("opened by the tester")
    }

    func awaitClose(_ arguments: AwaitCloseArguments, on name: String) async -> Observation {
        guard let connection = connections[name] else { return .notDone("no step opened the connection `\(name)`") }
        spoil(name)
        let exchange = await connection.wire.listen(within: arguments.within)
        return .exchange(ExchangeObservation(exchange, kind: .exchange, within: arguments.within))
    }

    func close(_ arguments: CloseArguments, on name: String) async -> Observation {
        guard let connection = connections[name] else { return .done("it was not open") }
        await connection.wire.close(abruptly: arguments.isAbrupt)
        connections[name] = nil
        return .done("closed by the tester")
    }

    // MARK: Stimuli

    func stimulate(_ arguments: StimulateArguments) async -> Observation {
        guard let stimulus = run.environment.stimulus else {
            return .notDone("this action cannot be triggered at this accessory")
        }
        let start = run.clock.now
        run.observer.note(actionAt: start)
        defer {
            stimuli.append(start...run.clock.now)
            run.observer.note(actionAt: run.clock.now)
        }
        do {
            switch arguments.action {
            case .press(let event): try await stimulus.press(event, of: instance.characteristics["it"])
            case .change(let id, let value):
                // What the accessory shows next may come from that, also of others that follow the value, and after a failure.
                stimulated.insert(id.aid)
                run.unwritable.noteAccepted(id)
                try await stimulus.change(id, to: value)
            }
        } catch {
            if let failure = error as? any StimulusFailure, failure.isImpossible {
                run.journal.record(
                    .trouble,
                    instance: instance.name,
                    ["outcome": "skipped", "message": .string(failure.summary), "impossible": true]
                )
            }
            return .notDone("\(error)")
        }
        return .done("done")
    }

    /// Turns the accessory off and on. All connections end; a later step opens its connection again.
    func powerCycle() async -> Observation {
        run.observer.note(actionAt: run.clock.now)
        guard let record = await Contact(run).powerCycle("a step of the case") else {
            return .notDone("nothing can turn this accessory off and on")
        }
        run.journal.record(.repair, instance: instance.name, record)
        for connection in connections.values { await connection.wire.close(abruptly: true) }
        connections = [:]
        hasRestarted = true
        run.unwritable.noteRestart()
        guard record["done"] == true else {
            let output = record["output"]?.stringValue ?? "it does not respond"
            return .notDone("the accessory could not be turned off and on: \(output)")
        }
        return .done("the accessory was turned off and on")
    }
}
