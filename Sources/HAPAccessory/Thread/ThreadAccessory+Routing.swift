import CoAP
import HAPModel
import HAPPairing
import HAPSession
import Measurement

/// The resources of an accessory over Thread (HAP-COAP-007).
enum ThreadResource: String, CaseIterable {
    case identify = "/0"
    case pairSetup = "/1"
    case pairVerify = "/2"
    /// The sealed PDUs of a session.
    case secured = "/"
}

extension ThreadAccessory {
    /// Answers a request to any resource.
    mutating func route(_ core: inout AccessoryCore, _ request: Endpoint.Incoming, now: Moment) {
        core.request = AccessoryRequest(nil, message: ThreadMessages.name(request.message))
        core.traits = []
        let context = core.context(request.connection)
        let path = core.altered(Array(request.message.path.utf8), at: .coapPath, context) ?? []
        guard let resource = ThreadResource(rawValue: String(decoding: path, as: UTF8.self)) else {
            return respond(&core, to: request, .notFound, now: now)
        }
        guard request.message.code == .post else {
            obey(core.linkChanges(at: .request, context), on: request.connection)
            return respond(&core, to: request, .methodNotAllowed, now: now)
        }
        switch resource {
        case .secured: serveSecured(&core, request, now: now)
        case .identify: serveOpen(&core, request, .identify, "POST /0", now: now)
        case .pairSetup: serveOpen(&core, request, .pairSetup, "POST /1", now: now)
        case .pairVerify: serveOpen(&core, request, .pairVerify, "POST /2", now: now)
        }
    }

    /// A sealed message, or one of a controller without a session, which only a defect serves.
    private mutating func serveSecured(_ core: inout AccessoryCore, _ request: Endpoint.Incoming, now: Moment) {
        let (connection, payload) = (request.connection, request.message.payload)
        if let plain = channels[connection]?.opener?.open(payload) {
            return serve(&core, request, plain: plain, on: connection, now: now)
        }
        if let (plain, owner) = messageOfAnother(&core, payload, than: connection) {
            return serve(&core, request, plain: plain, on: owner, now: now)
        }
        guard channels[connection]?.opener != nil else {
            core.traits = [.noSession]
            if core.omits(.responseSend, core.context(connection)) { return }
            return serve(&core, request, plain: payload, on: connection, now: now)
        }
        if core.isHooked(.sessionPlainText, core.context(connection)),
            PDUDecoder<PDURequest>.decoding(payload).deviations.isEmpty
        {
            return serve(&core, request, plain: payload, on: connection, now: now)
        }
        core.noteSessionFailure()
        respond(&core, to: request, .badRequest, now: now)
        if !core.omits(.closeAfterFailure, core.context(connection)) { endSession(&core, on: connection, now: now) }
        guard core.omits(.othersKeep, core.context(connection)) else { return }
        for other in channels.keys.sorted() { endSession(&core, on: other, now: now) }
    }

    /// A message of a resource without encryption: the bare TLV8 of a pairing procedure (HAP-COAP-012), or identify.
    private mutating func serveOpen(
        _ core: inout AccessoryCore,
        _ request: Endpoint.Incoming,
        _ operation: AccessoryOperation,
        _ name: String,
        now: Moment
    ) {
        let connection = request.connection
        core.request = AccessoryRequest(operation, message: name)
        core.traits = Self.traits(of: request.message, operation)
        if operation != .identify { replaceSession(&core, on: connection, now: now) }
        let context = core.context(connection)
        obey(core.linkChanges(at: .request, context), on: connection)
        guard channels[connection]?.isClosing == false else { return }
        var answer = openAnswer(&core, request.message.payload, operation, on: connection, now: now)
        for change in core.answerChanges(context) where change.instead == nil {
            if case .meaning(let status) = change.status { answer = (Self.code(of: status), []) }
            if let body = change.body, operation != .identify { answer = (.changed, body) }
        }
        var link = core.linkChanges(at: .response, context)
        switch core.departure(of: .responseSend, context) {
        case .omit: answer = nil
        case .delay(let milliseconds): link.append(.delay(.milliseconds(milliseconds)))
        case .twice, nil: break
        }
        finish(&core, request, answer, link: link, now: now)
        if core.omits(.connectionKeep, context) { close(connection) }
    }

    /// A message that opens in the session of another endpoint, if a defect makes the accessory accept it
    /// (HAP-COAP-029).
    private mutating func messageOfAnother(
        _ core: inout AccessoryCore,
        _ payload: [UInt8],
        than connection: ConnectionID
    ) -> (plain: [UInt8], owner: ConnectionID)? {
        guard !core.defects.isConformant,
            core.refusal(.sessionOwnFrames, unless: false, .invalidRequest, core.context(connection)) == nil
        else { return nil }
        for owner in channels.keys.sorted() where owner != connection {
            if let plain = channels[owner]?.opener?.open(payload) { return (plain, owner) }
        }
        return nil
    }

    private static func traits(of message: CoAPMessage, _ operation: AccessoryOperation) -> Set<RequestTrait> {
        var traits: Set<RequestTrait> = []
        if message.payload.isEmpty, operation != .identify { traits.insert(.emptyBody) }
        if message[.contentFormat] == nil { traits.insert(.noContentType) }
        if operation == .pairVerify, TLV8(decoding: message.payload).integer(.method) == 6 {
            traits.insert(.pairResume)
        }
        return traits
    }

    /// A pairing message without encryption ends the session of its endpoint (HAP-COAP-030): the controller has lost
    /// it, or another one has the port now.
    private mutating func replaceSession(_ core: inout AccessoryCore, on connection: ConnectionID, now: Moment) {
        guard channels[connection]?.opener != nil, !core.omits(.sessionReplace, core.context(connection)) else {
            return
        }
        endSession(&core, on: connection, now: now)
    }

    /// - Returns: `nil` if a defect withholds the answer.
    private mutating func openAnswer(
        _ core: inout AccessoryCore,
        _ body: [UInt8],
        _ operation: AccessoryOperation,
        on connection: ConnectionID,
        now: Moment
    ) -> Answer? {
        if let status = core.refusalOfAccess(to: operation, on: connection) { return (Self.code(of: status), []) }
        guard operation != .identify else {
            core.runIdentify()
            return (.changed, [])
        }
        if let status = core.refusalOfPairing(operation, on: connection) { return (Self.code(of: status), []) }
        let reply: PairingReply
        if operation == .pairVerify {
            reply = core.pairVerify(body, on: connection, now: now)
        } else {
            core.endTransientSessions(elsewhereThan: connection)
            reply = core.pairSetup(body, on: connection, now: now)
        }
        guard !reply.isWithheld else { return nil }
        return (Self.code(of: reply.status), reply.status == .success ? reply.body : [])
    }

    /// The code and the payload of a response.
    typealias Answer = (code: CoAPCode, payload: [UInt8])

    /// Keeps the state, sends the response, and does the rest that the core wants done on the binding's connections.
    mutating func finish(
        _ core: inout AccessoryCore,
        _ request: Endpoint.Incoming,
        _ answer: Answer?,
        link: [LinkChange],
        now: Moment
    ) {
        let connection = request.connection
        let effects = core.takeEffects { channels[$0] != nil }
        if effects.contains(.persist) { actions.append(.persist(core.state)) }
        if effects.contains(.close(connection)), core.omits(.sessionAnswerOwn, core.context(connection)) {
            close(connection)
        }
        if let answer, channels[connection]?.isClosing == false {
            respond(&core, to: request, answer.code, answer.payload, link: link, now: now)
        }
        for effect in effects {
            switch effect {
            case .persist: break
            case .advertise: actions.append(.advertise)
            case .crash: actions.append(.crash)
            case .close(let other): endSession(&core, on: other, now: now)
            case .secure(let other, let keys): secure(&core, other, with: keys)
            }
        }
    }
}
