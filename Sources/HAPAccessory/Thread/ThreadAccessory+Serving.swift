import CoAP
import HAPModel
import HAPSession
import Measurement

extension ThreadAccessory {
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
    ///
    /// - Parameters:
    ///   - message: without encryption, or of a controller that has no session.
    ///   - connection: the endpoint whose session it is.
    mutating func serve(
        _ core: inout AccessoryCore,
        _ request: Endpoint.Incoming,
        plain message: [UInt8],
        on connection: ConnectionID,
        now: Moment
    ) {
        let (requests, deviations) = PDUDecoder<PDURequest>.decoding(message)
        var responses: [PDUResponse] = []
        var link: [LinkChange] = []
        var closes = false
        var rest = requests[...]
        while let first = rest.first {
            let operation = Self.operation(of: first)
            let group = Array(rest.prefix { Self.operation(of: $0) == operation && $0.opcode == first.opcode })
            rest = rest.dropFirst(group.count)
            core.request = AccessoryRequest(operation, message: ThreadMessages.name(first.opcode))
            core.traits = traits(of: group, operation, on: connection)
            if Self.writesAndSubscribes(requests) { core.traits.insert(.valueAndFlag) }
            let context = core.context(connection)
            obey(core.linkChanges(at: .request, context), on: connection)
            guard channels[connection]?.isClosing == false else { return }
            guard var results = answer(&core, group, operation, on: connection, now: now) else {
                return finish(&core, request, (.notFound, []), link: link, now: now)
            }
            if !deviations.isEmpty { results = group.map { _ in Result(.invalidRequest) } }
            apply(core.answerChanges(context), to: &results)
            link += core.linkChanges(at: .response, context)
            switch core.departure(of: .responseSend, context) {
            case .omit: results = []
            case .delay(let milliseconds): link.append(.delay(.milliseconds(milliseconds)))
            case .twice, nil: break
            }
            for (request, result) in zip(group, results) where !result.isWithheld {
                responses.append(Self.response(to: request, result))
            }
            if core.omits(.connectionKeep, context) { closes = true }
        }
        let bytes = encoded(&core, responses, to: requests, on: connection)
        finish(&core, request, answer(of: bytes, to: requests, on: connection), link: link, now: now)
        if closes { close(connection) }
    }

    /// The responses of one message, as a defect has them.
    private func encoded(
        _ core: inout AccessoryCore,
        _ responses: [PDUResponse],
        to requests: [PDURequest],
        on connection: ConnectionID
    ) -> [UInt8] {
        let context = core.context(connection)
        var responses = responses
        if core.behaviour(.pduBatch, context) == "all-or-nothing",
            let failed = responses.first(where: { $0.status != .success })
        {
            responses = responses.map { PDUResponse(transaction: $0.transaction, code: failed.code, body: []) }
        }
        guard !core.defects.isConformant else { return responses.flatMap { $0.encoded() } }
        let all = responses.map { response in
            let asked = requests.first { $0.transaction == response.transaction }.map { PDUAddress.id(of: $0) }
            let definition = asked.flatMap { core.characteristics[$0] }
            let context = core.context(connection, definition)
            return response.encoded { core.altered($1, at: $0, context) }
        }
        let isReversed = core.behaviour(.pduOrder, context) == "reversed"
        return Array((isReversed ? all.reversed() : all).joined())
    }

    /// - Returns: `nil` if a defect withholds all responses.
    private mutating func answer(
        of responses: [UInt8],
        to requests: [PDURequest],
        on connection: ConnectionID
    ) -> Answer? {
        guard !requests.isEmpty else { return (isSecured(connection) ? .badRequest : .notFound, []) }
        guard !responses.isEmpty else { return nil }
        return (.changed, channels[connection]?.sealer?.seal(responses) ?? responses)
    }

    private func isSecured(_ connection: ConnectionID) -> Bool { channels[connection]?.opener != nil }

    /// - Returns: `nil` if the controller needs a session for this (HAP-COAP-027).
    private mutating func answer(
        _ core: inout AccessoryCore,
        _ group: [PDURequest],
        _ operation: AccessoryOperation?,
        on connection: ConnectionID,
        now: Moment
    ) -> [Result]? {
        if let status = core.refusalOfAccess(to: operation, on: connection) {
            return isSecured(connection) ? group.map { _ in Result(Self.statusOfAccess(status, operation)) } : nil
        }
        switch operation {
        case .pairings: return group.map { pairings(&core, $0, on: connection, now: now) }
        case .database:
            core.forgetPrepared(on: connection)
            let hasPairings = !core.omits(.pairingService, core.context(connection))
            let body = PDUDatabase.body(of: core.database(on: connection).overThread(withPairings: hasPairings))
            return group.map { _ in Result(.success, TLV8(decoding: body).items) }
        case .signature: return group.map { signature(&core, $0, on: connection) }
        case .read:
            core.forgetPrepared(on: connection)
            return readAll(&core, group, on: connection, now: now)
        case .write, .subscribe: return write(&core, group, on: connection, now: now)
        case .prepare: return group.map { prepare(&core, $0, on: connection, now: now) }
        case .pairSetup, .pairVerify, .identify, nil: return group.map { _ in Result(.unsupportedPDU) }
        }
    }

    /// Reads characteristics; those of the Pairing service are the binding's.
    private mutating func readAll(
        _ core: inout AccessoryCore,
        _ group: [PDURequest],
        on connection: ConnectionID,
        now: Moment
    ) -> [Result] {
        var own: [Result?] = []
        for request in group { own.append(pairingValue(&core, of: request, on: connection)) }
        let others = zip(group, own).compactMap { $0.1 == nil ? $0.0 : nil }
        var results = read(&core, others, on: connection, now: now)[...]
        return own.map { $0 ?? results.popFirst() ?? Result(.invalidRequest) }
    }

    private static func operation(of request: PDURequest) -> AccessoryOperation? {
        let isPairings = request.instance == PairingService.Instance.pairings.rawValue
        if request.opcode == .write, isPairings, PDUAddress.id(of: request).aid == 1 { return .pairings }
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

    /// Whether the requests of a message write a characteristic and subscribe to it, as one entry does over IP.
    private static func writesAndSubscribes(_ requests: [PDURequest]) -> Bool {
        let written = Set(requests.filter { $0.opcode == .write }.map { PDUAddress.id(of: $0) })
        return requests.contains { $0.opcode == .subscribe && written.contains(PDUAddress.id(of: $0)) }
    }

    /// What is unusual about the requests, as far as PDUs can be unusual in the same way as other transports.
    private func traits(
        of group: [PDURequest],
        _ operation: AccessoryOperation?,
        on connection: ConnectionID
    ) -> Set<RequestTrait> {
        let isRepeated = Set(group.map { PDUAddress.id(of: $0) }).count < group.count
        var traits: Set<RequestTrait> = isSecured(connection) ? [] : [.noSession]
        if group.allSatisfy({ $0.body?.isEmpty ?? true }) { traits.insert(.noLength) }
        switch operation {
        case .read:
            if group.count > 1 { traits.insert(.severalIDs) }
            if group.count > 100 { traits.insert(.manyIDs) }
            if isRepeated { traits.insert(.duplicateID) }
        case .write, .subscribe:
            if group.count > 1 { traits.insert(.severalEntries) }
            if group.count > 100 { traits.insert(.manyEntries) }
            if isRepeated { traits.insert(.repeatedEntry) }
        case .pairings:
            if group.contains(where: { $0.items[.value]?.isEmpty ?? true }) { traits.insert(.emptyBody) }
            for request in group {
                traits.formUnion(RequestTrait.traits(ofPairings: TLV8(decoding: request.items[.value] ?? [])))
            }
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
            if let body = change.body, case .operation(.pairings) = change.request {
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

extension JSON {
    /// The attribute database with the Pairing service, and without the services whose instance IDs have more than 16
    /// bits.
    fileprivate func overThread(withPairings: Bool) -> JSON {
        let accessories = (self["accessories"]?.arrayValue ?? []).map { accessory in
            let services = (accessory["services"]?.arrayValue ?? [])
                .filter { ($0["iid"]?.uint64Value ?? 0) <= UInt64(UInt16.max) }
            let hasPairings = withPairings && accessory["aid"]?.uint64Value == 1
            return accessory.with("services", .array(services + (hasPairings ? [PairingService.json] : [])))
        }
        return ["accessories": .array(accessories)]
    }
}
