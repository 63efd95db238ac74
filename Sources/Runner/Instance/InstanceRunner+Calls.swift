import HAPController
import HAPModel
import HAPPairing
import HAPSession
import SuiteLanguage

extension InstanceRunner {
    /// Carries out a verb.
    ///
    /// - Returns: the observation.
    func call(_ verb: String, _ arguments: [Argument.Entry], step: Step) async -> JSON {
        let call = Call(verb: verb, arguments: arguments, scope: scope.values)
        let name = connectionName(step.connection)
        run.observer.note(tampered: call.isTampered || verb == "request" || verb == "send")
        defer { run.observer.note(tampered: false) }
        if let capture = step.captures.first(where: { Self.captures[verb] != $0.what }) {
            return Self.notDone("the runner does not keep the \(capture.what) of `\(verb)`")
        }
        let observation = await perform(call, on: name, captures: step.captures)
        guard observation["not-done"] == nil, let unread = call.unread.first else { return observation }
        return Self.notDone("the runner does not carry out `\(unread)` of `\(verb)`")
    }

    /// What can be kept of a verb.
    private static var captures: [String: String] {
        ["pair-setup": "message", "pair-verify": "message", "write": "frame"]
    }

    /// Carries out a verb with its arguments on a connection.
    func perform(_ call: Call, on name: String, captures: [(what: String, name: String)]) async -> JSON {
        switch call.verb {
        case "pair-setup": return await pairSetup(call, on: name, captures: captures)
        case "pair-verify": return await pairVerify(call, on: name, captures: captures)
        case "add-pairing": return await addPairing(call, on: name)
        case "remove-pairing": return await removePairing(call, on: name)
        case "list-pairings": return await listPairings(call, on: name)
        case "read": return await read(call, on: name)
        case "write": return await write(call, on: name, captures: captures)
        case "timed-write": return await timedWrite(call, on: name)
        case "subscribe", "unsubscribe": return await subscribe(call, on: name)
        case "database": return await database(call, on: name)
        case "identify": return await identify(on: name)
        case "discover": return await discover(call)
        case "request": return await rawRequest(call, on: name)
        case "send": return await send(call, on: name)
        case "open": return await open(call, on: name)
        case "closed": return await awaitClose(call, on: name)
        case "close": return await close(call, on: name)
        case "stimulate": return await stimulate(call)
        default: return Self.notDone("the runner does not know the verb `\(call.verb)`")
        }
    }

    /// Keeps the last message of a pairing procedure under the names that the step gives it.
    func capture(_ message: [UInt8], _ captures: [(what: String, name: String)]) {
        for capture in captures where capture.what == "message" {
            self.captures[capture.name] = message
            scope.bind(capture.name, .string("0x" + Hex.encode(message)))
        }
    }

    /// An untampered procedure that succeeded makes refusals of tampered ones mean something.
    func recordControl(_ name: String, _ call: Call, succeeded: Bool, _ observation: JSON) {
        guard succeeded, !call.isTampered, !run.controls.has(name) else { return }
        run.controls.record(name, succeeded: true, evidence: observation["evidence"] ?? .array([]))
    }
}
