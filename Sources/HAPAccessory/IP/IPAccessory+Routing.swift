import HAPModel
import HTTPWire
import Measurement

extension IPAccessory {
    /// The paths and the methods that each takes.
    static let paths: [String: [String]] = [
        "/pair-setup": ["POST"], "/pair-verify": ["POST"], "/identify": ["POST"], "/pairings": ["POST"],
        "/accessories": ["GET"], "/characteristics": ["GET", "PUT"], "/prepare": ["PUT"],
    ]

    /// The paths that are open to everybody.
    private static let open = ["/pair-setup", "/pair-verify", "/identify"]

    /// Answers one request.
    mutating func handle(_ message: HTTPMessage, on connection: ConnectionID, now: Moment) {
        guard var request = IPRequest(message, normalizesPath: false) else { return }
        core.request = request.name
        core.traits = traits(of: message, request)
        if core.behaviour(.httpPaths, core.context(connection)) == "normalized",
            let normalized = IPRequest(message, normalizesPath: true)
        {
            request = normalized
            core.request = request.name
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
            ?? refusalOfAccess(request, on: connection)
            ?? route(request, on: connection, now: now)
        if request.saysClose, !core.omits(.closeWhenAsked, context) { reply.closes = true }
        let effects = core.takeEffects()
        if effects.contains(.persist) { actions.append(.persist(core.state)) }
        if effects.contains(.close(connection)), core.omits(.sessionAnswerOwn, context) { close(connection) }
        if core.isHooked(.sessionSealsM4, context) { effects.forEach { if case .secure = $0 { carryOut($0) } } }
        send(reply, on: connection)
        for effect in effects where effect != .persist { carryOut(effect) }
        if reply.closes || core.omits(.connectionKeep, context) { close(connection) }
    }

    /// What a server that is too strict about header fields refuses.
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

    /// Who may use the path, and by which method.
    private mutating func refusalOfAccess(_ request: IPRequest, on connection: ConnectionID) -> IPReply? {
        let isOpen = Self.open.contains(request.path)
        let isVerified =
            switch core.memory(.authorization) {
            case "accessory": channels.keys.contains(where: core.isVerified)
            case "attempt": core.hasBegunVerify(connection)
            case "pair-setup": core.hasPaired(connection)
            default: core.isVerified(connection)
            }
        let methods = Self.paths[request.path]
        if request.path == "/identify", let reply = refusalOfIdentify(on: connection) { return reply }
        if !isOpen, core.isTransient(connection),
            let reply = refusal(.sessionTransient, unless: false, .malformed, on: connection)
        {
            return reply
        }
        if !isOpen,
            let reply = refusal(
                .httpSession,
                unless: isVerified,
                .failure(470, .insufficientAuthorization),
                on: connection
            )
        {
            return reply
        }
        if core.isVerified(connection), !core.isPairingKnown(connection),
            let reply = refusal(
                .sessionPairing,
                unless: false,
                .failure(400, .insufficientPrivileges),
                on: connection
            )
        {
            return reply
        }
        guard let methods else {
            return refusal(.httpPath, unless: false, .failure(404, .resourceDoesNotExist), on: connection)
                ?? .json(200, [:])
        }
        let point: GuardPoint = request.path == "/identify" ? .identifyMethod : .httpMethod
        return refusal(
            point,
            unless: methods.contains(request.method),
            .failure(405, .invalidValue),
            on: connection
        )
    }

    /// With any pairing every request to /identify is refused, whatever its method (HAP R1 5.7.6).
    private mutating func refusalOfIdentify(on connection: ConnectionID) -> IPReply? {
        refusal(
            .identifyUnpaired,
            unless: !core.isTakenForPaired,
            .failure(400, .insufficientPrivileges),
            on: connection
        )
    }

    private mutating func route(_ request: IPRequest, on connection: ConnectionID, now: Moment) -> IPReply {
        switch request.path {
        case "/pair-setup", "/pair-verify":
            let isPlain = channels[connection]?.isSecured == false
            if let reply = refusal(.httpSecuredPairing, unless: isPlain, .malformed, on: connection) { return reply }
            if hasFailed, request.path == "/pair-verify",
                let reply = refusal(.sessionAfterFailure, unless: true, .malformed, on: connection)
            {
                return reply
            }
            guard request.path == "/pair-setup" else {
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
            return database(on: connection)
        case "/prepare": return prepare(request, on: connection, now: now)
        default:
            guard request.method == "PUT" else {
                core.forgetPrepared(on: connection)
                return read(request, on: connection, now: now)
            }
            return write(request, on: connection, now: now)
        }
    }

    private mutating func database(on connection: ConnectionID) -> IPReply {
        var reply = IPReply.json(200, core.database(on: connection))
        let context = core.context(connection)
        reply.body = core.altered(reply.body, at: .databaseText, context) ?? []
        if core.isHooked(.databaseCutAtFrame, context) { reply.body = Array(reply.body.prefix(1024)) }
        return reply
    }
}
