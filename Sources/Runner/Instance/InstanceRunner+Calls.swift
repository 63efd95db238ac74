import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Judge
import Observations
import SuiteLanguage

extension InstanceRunner {
    /// Carries out a verb.
    ///
    /// - Parameter path: the path of the step, or of its round in a loop.
    /// - Returns: the observation.
    func call(_ verb: String, _ arguments: [Argument.Entry], step: Step, path: String) async -> Observation {
        let mustReachEnd = step.allExpectations.contains { $0.terms.contains { $0.predicate == "ends-at" } }
        let call = Call(verb: verb, arguments: arguments, scope: scope.values, mustReachEnd: mustReachEnd)
        let name = connectionName(step.connection)
        run.observer.note(tampered: call.isTampered || Self.rawVerbs.contains(verb))
        defer { run.observer.note(tampered: false) }
        if let isPrepared = call.leavesPrepared { hasPrepared = isPrepared }
        if let capture = step.captures.first(where: { Self.captures[verb] != $0.what }) {
            return .notDone("the verb `\(verb)` has no `\(capture.what)` to capture")
        }
        // The name itself would be sent as the value.
        if let name = call.missing.first(where: isValueWord) {
            return .notDone("`\(name)` has no value: the accessory declares no such value of the characteristic")
        }
        do throws(ArgumentError) {
            guard verb != "measure" else { return await measure(try call.decoded(), at: path) }
            return try await carryOut(call, on: name, captures: step.captures)
        } catch {
            return .notDone(error.reason)
        }
    }

    /// Whether the name stands for a value of a characteristic: `v1`, `it.v1`.
    private func isValueWord(_ name: String) -> Bool {
        name.split(separator: ".").last.map { run.evaluator.vocabulary.value(String($0)) != nil } ?? false
    }

    /// The verbs whose messages a case makes itself.
    private static let rawVerbs: Set = ["request", "send", "coap"]

    /// What each verb can capture.
    private static var captures: [String: String] {
        ["pair-setup": "message", "pair-verify": "message", "write": "frame", "coap": "frame"]
    }

    /// Decodes a verb's arguments and carries it out on a connection.
    ///
    /// - Throws: ``ArgumentError`` before anything is sent.
    func carryOut(
        _ call: Call,
        on name: String,
        captures: [(what: String, name: String)]
    ) async throws(ArgumentError) -> Observation {
        switch call.verb {
        case "pair-setup":
            let arguments = try PairSetupArguments(call, right: run.settings.setupCode, wrong: wrongCode)
            return await pairSetup(arguments, on: name, captures: captures)
        case "pair-verify": return await pairVerify(try call.decoded(), on: name, captures: captures)
        case "add-pairing": return await addPairing(try call.decoded(), on: name)
        case "remove-pairing": return await removePairing(try call.decoded(), on: name)
        case "list-pairings": return await listPairings(try call.decoded(), on: name)
        case "read": return await read(try call.decoded(), on: name)
        case "write": return await write(try call.decoded(), on: name, captures: captures)
        case "timed-write": return await timedWrite(try call.decoded(), on: name)
        case "subscribe", "unsubscribe": return await subscribe(try call.decoded(), on: name)
        case "read-sizes": return await readSizes(try call.decoded(), on: name)
        case "own-changes": return await ownChanges(try call.decoded(), on: name)
        case "database": return await database(try call.decoded(), on: name)
        case "identify":
            _ = try call.decoded(as: NoArguments.self)
            return await identify(on: name)
        case "discover": return await discover(try call.decoded(), over: run(for: name))
        case "listen":
            _ = try call.decoded(as: NoArguments.self)
            return await listenForAnnouncements()
        case "announcement": return await awaitAnnouncement(try call.decoded())
        case "contest": return await contest(try call.decoded())
        case "query": return await query(try call.decoded())
        case "request", "coap": return try await sendRequest(try call.decoded(), on: name, captures: captures)
        case "send": return try await sendBytes(try call.decoded(), on: name)
        case "open": return await open(try call.decoded(), on: name)
        case "closed": return await awaitClose(try call.decoded(), on: name)
        case "close": return await close(try call.decoded(), on: name)
        case "power-cycle":
            _ = try call.decoded(as: NoArguments.self)
            return await powerCycle()
        case "set-up-stream": return await setUpStream(try call.decoded(), on: name)
        case "select-stream": return await selectStream(try call.decoded(), on: name)
        case "stimulate": return await stimulate(try call.decoded())
        default: throw ArgumentError(reason: "unknown verb `\(call.verb)`")
        }
    }

    /// Keeps the last message of a pairing procedure under the names that the step gives it.
    func capture(_ message: [UInt8], _ captures: [(what: String, name: String)]) {
        for capture in captures where capture.what == "message" {
            self.captures[capture.name] = message
            scope.bind(capture.name, .string("0x" + Hex.encode(message)))
        }
    }

    /// Keeps the last frame of the connection, or its last sealed message, under the names that the step gives it.
    func captureFrame(on name: String, _ captures: [(what: String, name: String)]) {
        for capture in captures where capture.what == "frame" {
            self.captures[capture.name] = connections[name]?.wire.raw?.lastSent
            scope.bind(capture.name, .string(capture.name))
        }
    }

    /// Records that a valid procedure succeeded, which gives a meaning to rejections of altered ones.
    func recordControl(_ name: String, isTampered: Bool, succeeded: Bool, _ observation: Observation) {
        guard succeeded, !isTampered, !run.controls.has(name) else { return }
        run.controls.record(name, succeeded: true, evidence: observation.exchange?.evidence ?? [])
    }
}
