import HAPController
import HAPModel
import Measurement
import Observations
import SuiteLanguage

extension InstanceRunner {
    /// A request as the suite wrote it, inside a session or outside.
    func rawRequest(_ call: Call, on name: String) async -> Observation {
        let connection: CaseConnection?
        switch call.bool("secured") {
        case true?: connection = await secured(name)
        case false?: connection = await opened(name)
        case nil: connection = name == Self.mainName ? await secured(name) : await opened(name)
        }
        guard let connection else { return .notDone("the accessory accepted no connection, or no session") }
        let isWrite = call.word("method") == "PUT"
        if isWrite, !(await owe(writtenHere)) { return .notDone("the ledger cannot be written") }
        spoil(name)
        let wait = call.duration("wait") ?? patience
        return await send(call, captured: nil, kind: .entries, within: wait, on: connection)
    }

    /// The characteristics of the instance that can be written: whatever a raw request does to them is put back.
    private var writtenHere: [CharacteristicID] {
        instance.characteristics.values.sorted().filter { run.database.characteristic($0)?.has(.pairedWrite) ?? false }
    }

    var bytesReader: BytesReader {
        BytesReader(characteristics: instance.characteristics, scope: scope.values, random: run.environment.random)
    }

    /// Bytes, a captured frame, or the next frame with something altered inside.
    func send(_ call: Call, on name: String) async -> Observation {
        let isForSession = name == Self.mainName || (call["bytes"] == nil && call["text"] == nil)
        guard let connection = isForSession ? await secured(name) : await opened(name) else {
            return .notDone("the accessory accepted no connection, or no session")
        }
        let capture = call.word("frame")
        let captured = capture.flatMap { captures[$0] }
        if let capture, captured == nil { return .notDone("no step captured `\(capture)`") }
        spoil(name)
        let wait = call.duration("wait") ?? .seconds(3)
        return await send(call, captured: captured, kind: .exchange, within: wait, on: connection)
    }

    /// Has the connection send a raw step: the arguments that the runner does not read are the transport's.
    private func send(
        _ call: Call,
        captured: [UInt8]?,
        kind: ExchangeObservation.Kind,
        within wait: Duration,
        on connection: CaseConnection
    ) async -> Observation {
        guard let raw = connection.wire.raw else {
            return .notDone("\(connection.wire.transport) gives no access to its messages")
        }
        let own: Set<String> = ["secured", "with", "wait", "frame", "set", "alter", "gap"]
        var arguments = call.all(except: own)
        if let gap = call.duration("gap") { arguments["gap-ms"] = JSON(gap.wholeMilliseconds) }
        _ = call["with"]  // Every name of the instance may stand in braces.
        let step = RawStep(
            verb: call.verb,
            arguments: arguments,
            departures: call.departures,
            reader: bytesReader,
            captured: captured
        )
        switch await raw.send(step, within: wait) {
        case .notDone(let reason): return .notDone(reason)
        case .done(let exchange):
            var observation = EntriesObservation(exchange, kind: kind, within: wait, reader: reader())
            // A careful controller would not send it.
            observation.exchange.tampering = Tampering(isTampered: true, control: "read")
            return .entries(observation)
        }
    }

    /// Opens a connection, and perhaps ends it at once.
    func open(_ call: Call, on name: String) async -> Observation {
        guard let connection = await opened(name) else { return .notDone("the accessory accepted no connection") }
        spoil(name)
        if let then = call.word("then") {
            await connection.wire.close(abruptly: then == "reset")
            connections[name] = nil
        }
        return .done("opened by the tester")
    }

    func awaitClose(_ call: Call, on name: String) async -> Observation {
        let within = call.duration("within") ?? .seconds(5)
        guard let connection = connections[name] else { return .notDone("there is no connection `\(name)`") }
        spoil(name)
        let exchange = await connection.wire.listen(within: within)
        return .exchange(ExchangeObservation(exchange, kind: .exchange, within: within))
    }

    func close(_ call: Call, on name: String) async -> Observation {
        let isAbrupt = call.bool("abruptly") ?? false
        guard let connection = connections[name] else { return .notDone("there is no connection `\(name)`") }
        await connection.wire.close(abruptly: isAbrupt)
        connections[name] = nil
        return .done("closed by the tester")
    }

    func stimulate(_ call: Call) async -> Observation {
        let (pressed, changed, value) = (call.word("press"), call.characteristics("change").first, call["to"])
        guard let stimulus = run.environment.stimulus else {
            return .notDone("there is no way to do that at this accessory")
        }
        let events: [String: Int64] = ["single": 0, "double": 1, "long": 2]
        let event = pressed.flatMap { events[$0] }
        if let pressed, event == nil { return .notDone("unknown press `\(pressed)`; expected single, double or long") }
        stimuli.append(run.clock.now)
        do {
            if let event {
                try await stimulus.press(event, of: instance.characteristics["it"])
            } else if let id = changed {
                try await stimulus.change(id, to: value ?? .null)
            }
        } catch {
            return .notDone("\(error)")
        }
        return .done("done")
    }
}
