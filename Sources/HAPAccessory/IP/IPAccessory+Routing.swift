import HAPModel
import HTTPWire
import Measurement

extension IPAccessory {
    /// Handles one request.
    mutating func handle(_ core: inout AccessoryCore, _ message: HTTPMessage, on connection: ConnectionID, now: Moment)
    {
        guard var request = IPRequest(message, normalizesPath: false) else { return }
        core.begin(request.meaning(in: core), now: now)
        core.traits = traits(&core, of: message, request)
        if core.behaviour(.httpPaths, core.context(connection)) == "normalized",
            let normalized = IPRequest(message, normalizesPath: true)
        {
            request = normalized
            core.request = request.meaning(in: core)
        }
        let context = core.context(connection)
        for change in core.linkChanges(at: .request, context) {
            switch change {
            case .close, .hang: return close(connection)
            case .reset: return close(connection, abruptly: true)
            case .crash: return actions.append(.crash)
            case .delay, .drip, .split: break
            }
        }
        var reply =
            Self.oddities(message, core.behaviour(.httpHeaders, context))
            ?? refusalOfAccess(&core, request, on: connection)
            ?? route(&core, request, on: connection, now: now)
        if request.saysClose, !core.omits(.closeWhenAsked, context) { reply.closes = true }
        let effects = core.takeEffects { channels[$0] != nil }
        if effects.contains(.persist) { actions.append(.persist(core.state)) }
        if effects.contains(.close(connection)), core.omits(.sessionAnswerOwn, context) { close(connection) }
        if core.isHooked(.sessionSealsM4, context) { effects.forEach { if case .secure = $0 { carryOut(&core, $0) } } }
        let isRefused = reply.status >= 400 || reply.status == 207
        core.note(isRefused: isRefused)
        if core.omits(.subscriptionKeepAnswered, context)
            || (isRefused && core.omits(.subscriptionKeepRefused, context))
        {
            core.connections[connection]?.subscriptions = []
        }
        send(&core, reply, on: connection)
        for effect in effects where effect != .persist { carryOut(&core, effect) }
        core.connections[connection]?.served += 1
        let hasServedAll = core.connections[connection]?.served == core.constant(.requests)
        let isM6 = core.request?.operation == .pairSetup && core.state.isPaired && effects.contains(.persist)
        if reply.closes || hasServedAll || core.omits(.connectionKeep, context)
            || isM6 && core.omits(.connectionKeepPairing, context)
            || reply.status == 207 && core.omits(.connectionKeepMultiStatus, context)
        {
            close(connection)
        }
    }

    /// The rejection by a server that is too strict about header fields.
    private static func oddities(_ message: HTTPMessage, _ rule: String) -> IPReply? {
        let known = ["host", "content-length", "content-type", "transfer-encoding", "connection", "accept", "expect"]
        let isRefused =
            switch rule {
            case "host-needed": message.headers["Host"] == nil
            case "no-unknown": message.headers.contains { !known.contains($0.name.lowercased()) }
            case "exact-case":
                message.headers.contains { $0.isNamed("Content-Length") && $0.name != "Content-Length" }
            default: false
            }
        return isRefused ? .malformed : nil
    }

    /// Checks whether the path exists and allows the method, and whether the connection may use it.
    private mutating func refusalOfAccess(
        _ core: inout AccessoryCore,
        _ request: IPRequest,
        on connection: ConnectionID
    ) -> IPReply? {
        if let status = core.refusalOfAccess(to: core.request?.operation, on: connection) { return .refusal(status) }
        guard let methods = IPRequest.methods(of: request.path, on: core.definition) else {
            return refusal(&core, .httpPath, unless: false, .failure(404, .resourceDoesNotExist), on: connection)
                ?? .json(200, [:])
        }
        let point: GuardPoint = request.path == "/identify" ? .identifyMethod : .httpMethod
        return refusal(
            &core,
            point,
            unless: methods.contains(request.method),
            .failure(405, .invalidValue),
            on: connection
        )
    }

    private mutating func route(
        _ core: inout AccessoryCore,
        _ request: IPRequest,
        on connection: ConnectionID,
        now: Moment
    ) -> IPReply {
        switch request.path {
        case "/pair-setup", "/pair-verify":
            let operation: AccessoryOperation = request.path == "/pair-setup" ? .pairSetup : .pairVerify
            if let status = core.refusalOfPairing(operation, on: connection) { return .refusal(status) }
            guard operation == .pairSetup else {
                return IPReply(core.pairVerify(request.body, on: connection, now: now))
            }
            core.endTransientSessions(elsewhereThan: connection)
            return IPReply(core.pairSetup(request.body, on: connection, now: now))
        case "/pairings": return IPReply(core.pairings(request.body, on: connection, now: now))
        case "/identify":
            core.runIdentify()
            return .noContent
        case "/accessories":
            core.forgetPrepared(on: connection)
            return database(&core, on: connection)
        case IPRequest.resource: return snapshot(&core, request, on: connection)
        case "/prepare": return prepare(&core, request, on: connection, now: now)
        default:
            guard request.method == "PUT" else {
                core.forgetPrepared(on: connection)
                return read(&core, request, on: connection, now: now)
            }
            return write(&core, request, on: connection, now: now)
        }
    }

    private mutating func database(_ core: inout AccessoryCore, on connection: ConnectionID) -> IPReply {
        var reply = IPReply.json(200, core.database(on: connection))
        let context = core.context(connection)
        reply.body = core.altered(reply.body, at: .databaseText, context) ?? []
        if core.isHooked(.databaseCutAtFrame, context) { reply.body = Array(reply.body.prefix(1024)) }
        return reply
    }
}
