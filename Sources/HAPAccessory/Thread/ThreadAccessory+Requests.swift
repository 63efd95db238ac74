import HAPModel
import HAPPairing
import HAPSession
import Measurement

extension ThreadAccessory {
    mutating func read(
        _ core: inout AccessoryCore,
        _ group: [PDURequest],
        on connection: ConnectionID,
        now: Moment
    ) -> [Result] {
        let outcomes = core.read(group.map { PDUAddress.id(of: $0) }, on: connection, now: now)
        return outcomes.map { outcome in
            let context = core.context(connection, outcome.definition)
            let status = core.changed(outcome.status, at: .readStatus, context)
            guard let value = outcome.value, let definition = outcome.definition else {
                return Result(Self.pduStatus(status))
            }
            let values = core.changed(value, at: .readValue, context)
            return Result(
                Self.pduStatus(status),
                values.map { TLV8.Item(.value, Self.bytes(of: $0, definition)) }
            )
        }
    }

    /// Writes, subscriptions and executions of a timed write.
    mutating func write(
        _ core: inout AccessoryCore,
        _ group: [PDURequest],
        on connection: ConnectionID,
        now: Moment
    ) -> [Result] {
        if group.first?.opcode == .executeWrite {
            return group.map { execute(&core, $0, on: connection, now: now) }
        }
        var writes: [RequestedWrite?] = []
        for request in group { writes.append(requested(request, core)) }
        var outcomes = core.write(writes.compactMap(\.self), isTimed: false, on: connection, now: now)[...]
        return writes.map { write in
            guard write != nil, let outcome = outcomes.popFirst() else { return Result(.invalidRequest) }
            return result(of: outcome, &core, on: connection)
        }
    }

    /// Announces a timed write, which is not looked at before its execution.
    mutating func prepare(
        _ core: inout AccessoryCore,
        _ request: PDURequest,
        on connection: ConnectionID,
        now: Moment
    ) -> Result {
        let ttl = request.items[.timeToLive]
        let context = core.context(connection)
        if let status = core.refusal(.timedTTL, unless: ttl != nil, .invalidRequest, context)
            ?? core.refusal(.timedForm, unless: (ttl?.count ?? 1) == 1, .invalidRequest, context)
        {
            return Result(Self.pduStatus(status))
        }
        guard let write = requested(request, core) else { return Result(.invalidRequest) }
        lastPID += 1
        channels[connection]?.queued = QueuedWrite(pid: lastPID, write: write)
        core.prepare(ttl: UInt64(ttl?.first ?? .max) * 100, pid: lastPID, on: connection, now: now)
        return Result(.success)
    }

    private mutating func execute(
        _ core: inout AccessoryCore,
        _ request: PDURequest,
        on connection: ConnectionID,
        now: Moment
    ) -> Result {
        let queued = channels[connection]?.queued
        if let status = core.execute(pid: queued?.pid ?? 0, on: connection, now: now) {
            return Result(Self.pduStatus(status))
        }
        guard let write = queued?.write, write.id == PDUAddress.id(of: request) else { return Result(.invalidRequest) }
        return core.write([write], isTimed: true, on: connection, now: now).first.map {
            result(of: $0, &core, on: connection)
        } ?? Result(.success)
    }

    /// The write object of a request; `nil` if its value cannot be read.
    private func requested(_ request: PDURequest, _ core: AccessoryCore) -> RequestedWrite? {
        var write = RequestedWrite(id: PDUAddress.id(of: request))
        if request.opcode == .subscribe || request.opcode == .unsubscribe {
            write.events = .bool(request.opcode == .subscribe)
            return write
        }
        let items = request.items
        guard items.isWellFormed else { return nil }
        write.wantsResponse = items.integer(.returnResponse) == 1
        write.authorization = items[.authorization].map { .string(Base64.encode($0)) }
        guard let bytes = items[.value] else { return write }
        guard let definition = core.definition.characteristics.first(where: { $0.id == write.id }) else {
            write.value = .null
            return write
        }
        let (value, deviation) = PDUValue.reading(bytes, as: definition.format)
        guard let value, deviation == nil else { return nil }
        write.value = value
        return write
    }

    private func result(
        of outcome: WriteOutcome,
        _ core: inout AccessoryCore,
        on connection: ConnectionID
    ) -> Result {
        let context = core.context(connection, outcome.definition)
        let status = core.changed(outcome.status, at: .writeEntryStatus, context)
        guard let value = outcome.value, let definition = outcome.definition else {
            return Result(Self.pduStatus(status))
        }
        let values = core.changed(value, at: .writeEntryValue, context)
        return Result(Self.pduStatus(status), values.map { TLV8.Item(.value, Self.bytes(of: $0, definition)) })
    }

    /// What the attribute database says of one characteristic, or of one service.
    mutating func signature(
        _ core: inout AccessoryCore,
        _ request: PDURequest,
        on connection: ConnectionID
    ) -> Result {
        let id = PDUAddress.id(of: request)
        let accessories = core.database(on: connection)["accessories"]?.arrayValue ?? []
        let services = accessories.first { $0["aid"]?.uint64Value == id.aid }?["services"]?.arrayValue ?? []
        for service in services {
            if request.opcode == .serviceSignature {
                guard service["iid"]?.uint64Value == id.iid else { continue }
                return Result(.success, PDUDatabase.serviceItems(of: service))
            }
            let characteristics = service["characteristics"]?.arrayValue ?? []
            guard let found = characteristics.first(where: { $0["iid"]?.uint64Value == id.iid }) else { continue }
            return Result(.success, PDUDatabase.identityItems(of: service) + PDUSignature.items(of: found))
        }
        return Result(.invalidInstanceID)
    }

    /// A message that is written to Pairings (HAP-COAP-043).
    mutating func pairings(
        _ core: inout AccessoryCore,
        _ request: PDURequest,
        on connection: ConnectionID,
        now: Moment
    ) -> Result {
        let reply = core.pairings(request.items[.value] ?? [], on: connection, now: now)
        var result = Result(Self.pduStatus(reply.status))
        result.isWithheld = reply.isWithheld
        guard reply.status == .success else { return result }
        if request.items.integer(.returnResponse) == 1 {
            result.items = [TLV8.Item(.value, reply.body)]
        } else {
            channels[connection]?.pairingsAnswer = reply.body
        }
        return result
    }

    /// What a characteristic of the Pairing service has to say; `nil` if the request addresses another one.
    mutating func pairingValue(
        _ core: inout AccessoryCore,
        of request: PDURequest,
        on connection: ConnectionID
    ) -> Result? {
        guard PDUAddress.id(of: request).aid == 1 else { return nil }
        switch PairingService.Instance(rawValue: request.instance) {
        case .pairings:
            let answer = channels[connection]?.pairingsAnswer.take()
            let read = core.altered(answer ?? [], at: .pairingsRead, core.context(connection))
            return Result(.success, [TLV8.Item(.value, read ?? [])])
        case .features: return Result(.success, [TLV8.Item(.value, [0])])
        case .pairSetup, .pairVerify: return Result(.unsupportedPDU)
        case .service, nil: return nil
        }
    }
}
