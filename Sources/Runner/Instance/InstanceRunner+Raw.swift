import HAPController
import HAPModel
import HAPSession
import HTTPWire
import Links
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
        let writer = RequestWriter(reader: bytesReader, destination: run.bench.dialer.destination)
        let request = writer.request { call[$0] }
        if request.method == "PUT", !(await owe(writtenHere)) { return .notDone("the ledger cannot be written") }
        spoil(name)
        _ = call["with"]  // Every name of the instance may stand in braces.
        let followers = (call["then"]?.arrayValue ?? []).map { follower in writer.request { follower[$0] } }
        let isPlain = ["then", "frames", "segments", "set", "answers"].allSatisfy { call[$0] == nil }
        let wait = call.duration("wait") ?? patience
        let exchange: Exchange
        if isPlain {
            exchange = await connection.wire.exchange(request, within: wait)
        } else {
            run.observer.expect(answersTo: call["set"] == nil ? [request] + followers : [], on: name, at: run.clock.now)
            let bytes = connection.wire.frames(
                of: request.encoded() + followers.flatMap { $0.encoded() },
                departures: call.departures,
                sizes: call.sizes("frames")
            )
            let count = call["answers"]?.int64Value.map { Int(clamping: $0) } ?? followers.count + 1
            exchange = await send(bytes, call, answers: count, within: wait, on: connection)
        }
        let reader = reader(asked: Self.asked(by: request), isWrite: request.method == "PUT")
        return Self.raw(EntriesObservation(exchange, within: wait, reader: reader))
    }

    /// What came of bytes that a careful controller would not send.
    private static func raw(_ observation: EntriesObservation) -> Observation {
        var observation = observation
        observation.exchange.tampering = Tampering(isTampered: true, control: "read")
        return .entries(observation)
    }

    /// The characteristics of the instance that can be written: whatever a raw request does to them is put back.
    private var writtenHere: [CharacteristicID] {
        instance.characteristics.values.sorted().filter { run.database.characteristic($0)?.has(.pairedWrite) ?? false }
    }

    /// The characteristics that a request names, in its order.
    private static func asked(by request: HTTPRequest) -> [CharacteristicID] {
        if request.method == "GET" {
            let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            let list = query.split(separator: "&").first { $0.hasPrefix("id=") }?.dropFirst(3) ?? ""
            return list.split(separator: ",").compactMap { CharacteristicID(String($0)) }
        }
        let entries = (try? JSON.parse(request.body))?["characteristics"]?.arrayValue ?? []
        return entries.compactMap { entry in
            guard let aid = entry["aid"]?.uint64Value, let iid = entry["iid"]?.uint64Value else { return nil }
            return CharacteristicID(aid: aid, iid: iid)
        }
    }

    var bytesReader: BytesReader {
        BytesReader(characteristics: instance.characteristics, scope: scope.values, random: run.bench.random)
    }

    /// Bytes, a captured frame, or the next frame with something altered inside.
    func send(_ call: Call, on name: String) async -> Observation {
        let isForSession = name == Self.mainName || (call["bytes"] == nil && call["text"] == nil)
        guard let connection = isForSession ? await secured(name) : await opened(name) else {
            return .notDone("the accessory accepted no connection, or no session")
        }
        let bytes: [UInt8]
        if let capture = call.word("frame") {
            guard let kept = captures[capture] else { return .notDone("nothing was captured as `\(capture)`") }
            bytes = kept
        } else if call.bool("reflect") == true {
            bytes = connection.wire.lastReceived
        } else if let given = call["bytes"] {
            bytes = bytesReader.bytes(given)
        } else {
            let text = call["text"].map(bytesReader.bytes)
            bytes = connection.wire.frames(
                of: text ?? HTTPRequest.get("/accessories").encoded(),
                departures: call.departures,
                sizes: call.sizes("frames")
            )
        }
        spoil(name)
        _ = call["with"]
        run.observer.expect(answersTo: [], on: name, at: run.clock.now)
        let wait = call.duration("wait") ?? .seconds(3)
        let count = call["answers"]?.int64Value.map { Int(clamping: $0) } ?? 1
        let exchange = await send(bytes, call, answers: count, within: wait, on: connection)
        return Self.raw(EntriesObservation(exchange, kind: .exchange, within: wait, reader: reader()))
    }

    /// How long the end of the connection may come behind an answer.
    private static let afterwards = Duration.milliseconds(200)

    private func send(
        _ bytes: [UInt8],
        _ call: Call,
        answers: Int,
        within: Duration,
        on connection: CaseConnection
    ) async -> Exchange {
        let pieces = call.sizes("segments").map { RawPieces(sizes: $0, pause: call.duration("gap") ?? .zero) }
        // While the tester pauses, the accessory has nothing to answer.
        let pauses = pieces.map { $0.pause * $0.cut(bytes).count } ?? .zero
        var exchange = await connection.wire.sendRaw(
            bytes,
            within: within + pauses,
            until: answers == 0 ? .nothing : .responses(answers),
            pieces: pieces
        )
        guard answers > 0, exchange.response != nil, exchange.closed == nil else { return exchange }
        let later = await connection.wire.sendRaw([], within: Self.afterwards)
        exchange.closed = later.closed
        exchange.answers += later.answers
        exchange.evidence += later.evidence
        return exchange
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
        let exchange = await connection.wire.sendRaw([], within: within)
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
        guard let stimulus = run.bench.stimulus else { return .notDone("nobody can do that at this accessory") }
        let events: [String: Int64] = ["single": 0, "double": 1, "long": 2]
        let event = pressed.flatMap { events[$0] }
        if let pressed, event == nil { return .notDone("nobody knows the press `\(pressed)`") }
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
