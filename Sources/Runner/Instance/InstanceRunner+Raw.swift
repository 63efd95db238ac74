import HAPController
import HAPCrypto
import HAPModel
import Measurement
import Observations
import SuiteLanguage

extension InstanceRunner {
    // MARK: Raw steps

    /// Sends a request as the suite wrote it, inside or outside a session.
    func sendRequest(_ arguments: RawStepArguments, on name: String) async throws(ArgumentError) -> Observation {
        try check(arguments, on: name)
        let isSecured = arguments.isSecured ?? (name == Self.mainName)
        guard let connection = await connection(name, isSecured: isSecured) else { return noSession }
        if arguments.writes, let reason = await owe(writtenHere) { return .notDone(reason) }
        return await carryOut(arguments, kind: .entries, within: arguments.wait ?? patience, on: connection, name)
    }

    /// Sends bytes, a captured frame, or the next frame with an alteration inside.
    func sendBytes(_ arguments: RawStepArguments, on name: String) async throws(ArgumentError) -> Observation {
        try check(arguments, on: name)
        let isSecured = name == Self.mainName || !arguments.isGiven
        guard let connection = await connection(name, isSecured: isSecured) else { return noSession }
        return await carryOut(arguments, kind: .exchange, within: arguments.wait ?? .seconds(3), on: connection, name)
    }

    /// Checks the arguments of a raw step with the binding, before anything is sent.
    private func check(_ arguments: RawStepArguments, on name: String) throws(ArgumentError) {
        guard let reason = run.connection(name).raw?.rejection(of: Self.step(arguments)) else { return }
        throw ArgumentError(reason: reason)
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
        guard let connection = connections[name] else { return .notDone("no step opened the connection `\(name)`") }
        await connection.wire.close(abruptly: arguments.isAbrupt)
        connections[name] = nil
        return .done("closed by the tester")
    }

    // MARK: Stimuli

    func stimulate(_ arguments: StimulateArguments) async -> Observation {
        guard let stimulus = run.environment.stimulus else {
            return .notDone("this action cannot be triggered at this accessory")
        }
        stimuli.append(run.clock.now)
        do {
            switch arguments.action {
            case .press(let event): try await stimulus.press(event, of: instance.characteristics["it"])
            case .change(let id, let value): try await stimulus.change(id, to: value)
            }
        } catch {
            return .notDone("\(error)")
        }
        return .done("done")
    }
}
