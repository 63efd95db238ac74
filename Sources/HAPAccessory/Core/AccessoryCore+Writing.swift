package import HAPModel
package import Measurement

/// One write object of a request.
package struct RequestedWrite: Sendable {
    package var id: CharacteristicID
    package var value: JSON?
    /// The requested subscription, as received.
    package var events: JSON?
    package var authorization: JSON?
    package var wantsResponse: Bool

    package init(
        id: CharacteristicID,
        value: JSON? = nil,
        events: JSON? = nil,
        authorization: JSON? = nil,
        wantsResponse: Bool = false
    ) {
        self.id = id
        self.value = value
        self.events = events
        self.authorization = authorization
        self.wantsResponse = wantsResponse
    }
}

/// The result of one write object.
package struct WriteOutcome: Sendable {
    package var id: CharacteristicID
    package var status: HAPStatus
    /// The value of a write response.
    package var value: JSON?
    package var definition: CharacteristicDefinition?
}

extension AccessoryCore {
    /// Executes the write objects of one request, each separately and in order.
    ///
    /// - Parameter isTimed: whether the request executes a prepared timed write that has not expired.
    package mutating func write(
        _ entries: [RequestedWrite],
        isTimed: Bool,
        on connection: ConnectionID,
        now: Moment
    ) -> [WriteOutcome] {
        if omits(.eventKeepAtWrite, context(connection)) { connections[connection]?.changes = [] }
        let order = behaviour(.writeOrder, context(connection))
        let before = self
        var results: [WriteOutcome] = []
        for (index, entry) in entries.enumerated() {
            let isLeftOut =
                switch order {
                case "first": index > 0
                case "first-four": index > 3
                case "first-eight": index > 7
                case "until-refused": results.contains(where: \.isRefused)
                case "values-alone": entry.value == nil && entries.contains { $0.value != nil }
                default: false
                }
            if isLeftOut {
                results.append(WriteOutcome(id: entry.id, status: .success))
                continue
            }
            circumstances.enter(index, of: entries.count, value: entry.value)
            results.append(write(entry, isTimed: isTimed, on: connection, now: now))
        }
        circumstances.leaveEntries()
        if behaviour(.refusedStatus, context(connection)) == "first", let first = results.first(where: \.isRefused) {
            for index in results.indices where results[index].isRefused { results[index].status = first.status }
        }
        if order == "all-or-nothing", results.contains(where: { $0.isRefused }) {
            values = before.values
            connections = before.connections
            timers = before.timers
        }
        return results
    }

    private mutating func write(
        _ entry: RequestedWrite,
        isTimed: Bool,
        on connection: ConnectionID,
        now: Moment
    ) -> WriteOutcome {
        var result = WriteOutcome(id: entry.id, status: .success)
        guard let definition = requested(entry.id, on: connection) else {
            result.status =
                refusal(.writeExists, unless: false, .resourceDoesNotExist, context(connection)) ?? .success
            return result
        }
        result.definition = definition
        let context = context(connection, definition)
        if entry.value == nil, entry.events == nil {
            result.status = refusal(.writeContent, unless: false, .invalidValue, context) ?? .success
        }
        let before = values[definition.id]
        if entry.value != nil { lastWriters[definition.id] = connection }
        if let value = entry.value {
            result.status =
                refusal(of: entry, value, definition, isTimed: isTimed, context)
                ?? (isReachable(entry.id) ? nil : .unableToCommunicate)
                ?? take(value, for: definition, on: connection, now: now)
            if result.isRefused, behaviour(.eventChange, context) == "refused-too" {
                notify(definition, value, previous: values[definition.id], by: connection)
            }
        }
        if let events = entry.events, result.status == .success {
            result.status = subscribe(definition, events, on: connection)
        }
        answer(entry, definition, replacing: before, context, &result)
        return result
    }

    /// Why the accessory rejects any write of a value; `nil` if it does not.
    private mutating func refusal(
        of entry: RequestedWrite,
        _ value: JSON,
        _ definition: CharacteristicDefinition,
        isTimed: Bool,
        _ context: PointContext
    ) -> HAPStatus? {
        if let status = refusal(.writePermission, unless: definition.has(.pairedWrite), .readOnly, context) {
            return status
        }
        let mayUse = mayUse(definition, context)
        if let status = refusal(.writeAdministrator, unless: mayUse, .insufficientPrivileges, context) { return status }
        let isAllowed = !definition.has(.timedWrite) || isTimed
        if let status = refusal(.writeTimed, unless: isAllowed, .invalidValue, context) { return status }
        if isTimed, !definition.has(.timedWrite),
            let status = refusal(.writeTimedPlain, unless: true, .invalidValue, context)
        {
            return status
        }
        if isBesideOff(definition), let status = refusal(.writeWhileOff, unless: true, .invalidValue, context) {
            return status
        }
        let data = entry.authorization?.stringValue.map(Base64.decode)
        if let data,
            let status = refusal(.writeAuthorizationForm, unless: data != nil, .invalidValue, context)
        {
            return status
        }
        if let data = data?.flatMap(\.self), usedAuthorization.insert(data).inserted == false,
            let status = refusal(.writeFreshData, unless: true, .insufficientAuthorization, context)
        {
            return status
        }
        let isAuthorized = definition.authorization == nil || definition.authorization == data?.flatMap(\.self)
        return refusal(.writeAuthorization, unless: isAuthorized, .insufficientAuthorization, context)
    }

    /// Whether the characteristic belongs to a service whose On is false.
    func isBesideOff(_ definition: CharacteristicDefinition) -> Bool {
        guard !defects.isConformant, let on = service(of: definition)?.characteristics.first(where: { $0.type == .on })
        else { return false }
        return on.id != definition.id && values[on.id]?.boolValue == false
    }

    /// Checks the value by the characteristic's rules and stores it.
    private mutating func take(
        _ value: JSON,
        for definition: CharacteristicDefinition,
        on connection: ConnectionID,
        now: Moment
    ) -> HAPStatus {
        let context = context(connection, definition)
        if values[definition.id]?.means(value) == true,
            let status = refusal(.valueRepeated, unless: true, .invalidValue, context)
        {
            return status
        }
        var value = value
        let defaults = ValueRule.Defaults(
            stringLength: constant(.stringLength, context),
            dataLength: constant(.dataLength, context)
        )
        for rule in ValueRule.allCases {
            var holds = rule.holds(value, in: definition, defaults: defaults)
            if !holds, let mended = mended(value, breaking: rule, in: definition, context) {
                value = mended
                holds = true
            }
            if let status = refusal(rule.point, unless: holds, .invalidValue, context) { return status }
        }
        if definition.type == .identify {
            let isTrue = definition.normalized(value) == .bool(true)
            if let status = refusal(.identifyValue, unless: isTrue, .invalidValue, context) { return status }
            if isTrue { runIdentify() }
            return .success
        }
        if let status = takeStreamValue(value, for: definition, on: connection, now: now) { return status }
        store(value, in: definition, on: connection, now: now)
        return .success
    }

    /// A defective accessory's handling of a value that violates a rule.
    private func mended(
        _ value: JSON,
        breaking rule: ValueRule,
        in definition: CharacteristicDefinition,
        _ context: PointContext
    ) -> JSON? {
        switch rule {
        case .minimum, .maximum, .format:
            let way = behaviour(.outOfRange, context)
            return way == "refuse" ? nil : ValueMending.intoRange(value, definition, wraps: way == "wrap")
        case .step: return behaviour(.offStep, context) == "round" ? ValueMending.ontoGrid(value, definition) : nil
        case .whole: return behaviour(.fraction, context) == "cut" ? ValueMending.whole(value) : nil
        case .length: return behaviour(.longString, context) == "cut" ? ValueMending.cut(value, definition) : nil
        case .kind, .listed, .base64, .dataLength, .tlv8: return nil
        }
    }

    /// Whether and how an entry is answered.
    private mutating func answer(
        _ entry: RequestedWrite,
        _ definition: CharacteristicDefinition,
        replacing before: JSON?,
        _ context: PointContext,
        _ result: inout WriteOutcome
    ) {
        guard entry.value != nil, result.status == .success else { return }
        let way = behaviour(.writeAnswers, context)
        guard entry.wantsResponse || way == "always" else { return }
        guard way != "never" else { return }
        if entry.wantsResponse,
            let status = refusal(.writeResponse, unless: definition.has(.writeResponse), .writeOnly, context)
        {
            result.status = status
            return
        }
        result.value = (way == "previous" ? before : values[definition.id]) ?? .null
    }

    /// Runs and counts the identify routine.
    package mutating func runIdentify() {
        switch departure(of: .identifyRun) {
        case .omit: break
        case .twice: identifyCount += 2
        case .delay, nil: identifyCount += 1
        }
    }
}

extension WriteOutcome {
    /// Whether the write object was rejected.
    package var isRefused: Bool { status != .success }
}

extension HAPType {
    /// On.
    static let on = HAPType(0x25)
    /// Active.
    static let active = HAPType(0xb0)
}
