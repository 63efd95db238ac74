import HAPAccessory
import HAPModel
import HAPSession
import Measurement

extension PDUAccessory {
    /// What becomes of one request PDU: the status, and the items of the response.
    struct Result {
        var status: HAPStatus
        var items: [TLV8.Item] = []
        /// Whether no response is sent at all.
        var isWithheld = false

        init(_ status: HAPStatus, _ items: [TLV8.Item] = []) {
            self.status = status
            self.items = items
        }
    }

    /// Answers the requests of a message: neighbours that ask for the same are one request to the core.
    mutating func serve(_ core: inout AccessoryCore, _ message: [UInt8], on connection: ConnectionID, now: Moment) {
        let (requests, deviations) = PDUDecoder<PDURequest>.decoding(message)
        var responses: [UInt8] = []
        var link: [LinkChange] = []
        var closes = false
        var rest = requests[...]
        while let first = rest.first {
            let operation = Self.operation(of: first)
            let group = Array(rest.prefix { Self.operation(of: $0) == operation && $0.opcode == first.opcode })
            rest = rest.dropFirst(group.count)
            core.request = AccessoryRequest(operation, message: "pdu \(first.opcode.name)")
            core.traits = Self.traits(of: group, operation, core)
            let context = core.context(connection)
            obey(core.linkChanges(at: .request, context), on: connection)
            var results = answer(&core, group, operation, on: connection, now: now)
            if !deviations.isEmpty { results = group.map { _ in Result(.invalidRequest) } }
            apply(core.answerChanges(context), to: &results)
            link += core.linkChanges(at: .response, context)
            switch core.departure(of: .responseSend, context) {
            case .omit: results = []
            case .delay(let milliseconds): link.append(.delay(.milliseconds(milliseconds)))
            case .twice, nil: break
            }
            for (request, result) in zip(group, results) where !result.isWithheld {
                responses += Self.response(to: request, result).encoded()
            }
            if core.omits(.connectionKeep, context) { closes = true }
        }
        finish(&core, responses, link, on: connection)
        if closes { close(connection) }
    }

    /// Keeps the state, sends the responses, and does the rest that the core wants done on the binding's connections.
    private mutating func finish(
        _ core: inout AccessoryCore,
        _ responses: [UInt8],
        _ link: [LinkChange],
        on connection: ConnectionID
    ) {
        let effects = core.takeEffects { channels[$0] != nil }
        if effects.contains(.persist) { actions.append(.persist(core.state)) }
        if effects.contains(.close(connection)), core.omits(.sessionAnswerOwn, core.context(connection)) {
            close(connection)
        }
        if !responses.isEmpty { transmit(responses, on: connection, link: link) }
        for effect in effects {
            switch effect {
            case .persist: break
            case .advertise: actions.append(.advertise)
            case .crash: actions.append(.crash)
            case .close(let other): close(other)
            case .secure(let other, let keys): secure(&core, other, with: keys)
            }
        }
    }

    private mutating func answer(
        _ core: inout AccessoryCore,
        _ group: [PDURequest],
        _ operation: AccessoryOperation?,
        on connection: ConnectionID,
        now: Moment
    ) -> [Result] {
        if let status = core.refusalOfAccess(to: operation, on: connection) {
            return group.map { _ in Result(Self.statusOfAccess(status, operation)) }
        }
        switch operation {
        case .pairSetup, .pairVerify, .pairings, .identify:
            return group.map { pair(&core, $0, operation ?? .identify, on: connection, now: now) }
        case .database:
            core.forgetPrepared(on: connection)
            let body = PDUDatabase.body(of: core.database(on: connection).withinPDUs)
            return group.map { _ in Result(.success, TLV8(decoding: body).items) }
        case .signature: return group.map { signature(&core, $0, on: connection) }
        case .read:
            core.forgetPrepared(on: connection)
            return read(&core, group, on: connection, now: now)
        case .write, .subscribe: return write(&core, group, on: connection, now: now)
        case .prepare: return group.map { prepare(&core, $0, on: connection, now: now) }
        case nil: return group.map { _ in Result(.unsupportedPDU) }
        }
    }

    private static func operation(of request: PDURequest) -> AccessoryOperation? {
        if request.opcode == .write, let pairing = PDUPairingInstance(rawValue: request.instance) {
            return switch pairing {
            case .pairSetup: .pairSetup
            case .pairVerify: .pairVerify
            case .pairings: .pairings
            case .identify: .identify
            }
        }
        return switch request.opcode {
        case .characteristicSignature, .serviceSignature: .signature
        case .write, .executeWrite: .write
        case .read: .read
        case .timedWrite: .prepare
        case .database: .database
        case .subscribe, .unsubscribe: .subscribe
        default: nil
        }
    }

    /// What is unusual about the requests, as far as PDUs can be unusual in the same way as other transports.
    private static func traits(
        of group: [PDURequest],
        _ operation: AccessoryOperation?,
        _ core: AccessoryCore
    ) -> Set<RequestTrait> {
        let isRepeated = Set(group.map { PDUWire.id(of: $0) }).count < group.count
        var traits: Set<RequestTrait> = []
        switch operation {
        case .read:
            if group.count > 1 { traits.insert(.severalIDs) }
            if group.count > 100 { traits.insert(.manyIDs) }
            if isRepeated { traits.insert(.duplicateID) }
        case .write, .subscribe:
            if group.count > 1 { traits.insert(.severalEntries) }
            if group.count > 100 { traits.insert(.manyEntries) }
            if isRepeated { traits.insert(.repeatedEntry) }
        case .pairSetup, .pairVerify, .pairings:
            if group.contains(where: { $0.items[.value]?.isEmpty ?? true }) { traits.insert(.emptyBody) }
        default: break
        }
        return traits
    }

    /// Answers otherwise, as a defect wants it; what it says of HTTP does not matter here.
    private func apply(_ changes: [AnswerChange], to results: inout [Result]) {
        for change in changes where change.instead == nil {
            if case .meaning(let status) = change.status {
                results = results.map { _ in Result(Self.pduStatus(status)) }
            }
            if let body = change.body, case .operation(let operation) = change.request, operation.isPairing {
                results = results.map { _ in Result(.success, [TLV8.Item(.value, body)]) }
            }
        }
    }

    private static func response(to request: PDURequest, _ result: Result) -> PDUResponse {
        PDUResponse(
            transaction: request.transaction,
            code: result.status.pduCode ?? 0xff,
            body: TLV8(items: result.items).encoded()
        )
    }
}

extension AccessoryOperation {
    /// Whether its messages are the TLV8 of a pairing procedure.
    fileprivate var isPairing: Bool { self == .pairSetup || self == .pairVerify || self == .pairings }
}

extension JSON {
    /// The attribute database without the services whose instance IDs have more than the 16 bits of PDUs.
    fileprivate var withinPDUs: JSON {
        let accessories = (self["accessories"]?.arrayValue ?? []).map { accessory in
            let services = (accessory["services"]?.arrayValue ?? [])
                .filter { ($0["iid"]?.uint64Value ?? 0) <= UInt64(UInt16.max) }
            return accessory.with("services", .array(services))
        }
        return ["accessories": .array(accessories)]
    }
}
