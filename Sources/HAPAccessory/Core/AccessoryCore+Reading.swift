package import HAPModel
package import Measurement

/// The result of reading one characteristic.
package struct ReadOutcome: Sendable {
    package var id: CharacteristicID
    package var status: HAPStatus
    /// The value, if the read succeeded; `null` is a value, too.
    package var value: JSON?
    package var definition: CharacteristicDefinition?
    /// Whether this session is subscribed; `nil` if the characteristic has no events.
    package var isSubscribed: Bool?
}

extension AccessoryCore {
    /// The characteristic that a request names; `nil` if there is none.
    mutating func requested(_ id: CharacteristicID, on connection: ConnectionID) -> CharacteristicDefinition? {
        let context = context(connection)
        let aid = Self.low(constant(.aidBits, context), of: id.aid)
        let iid = Self.low(constant(.iidBits, context), of: id.iid)
        if circumstances.entries > 1, behaviour(.batchLookup, context) == "iid-alone" {
            return characteristics.values.filter { $0.id.iid == iid }.min { $0.id < $1.id }
        }
        return characteristics[CharacteristicID(aid: aid, iid: iid)]
    }

    /// The low bits of a number.
    private static func low(_ bits: Int64, of number: UInt64) -> UInt64 {
        number & UInt64.max >> UInt64(clamping: 64 - bits)
    }

    /// Reads characteristics for the controller on the connection, each separately, in the order of the request.
    package mutating func read(
        _ ids: [CharacteristicID],
        on connection: ConnectionID,
        now: Moment
    ) -> [ReadOutcome] {
        var results: [ReadOutcome] = []
        for (index, id) in ids.enumerated() {
            circumstances.enter(index, of: ids.count)
            guard let definition = requested(id, on: connection) else {
                if let status = refusal(.readExists, unless: false, .resourceDoesNotExist, context(connection)) {
                    results.append(ReadOutcome(id: id, status: status))
                } else {
                    results.append(ReadOutcome(id: id, status: .success, value: .null))
                }
                continue
            }
            var result = read(definition, on: connection)
            if behaviour(.batchLookup, context(connection)) == "iid-alone" { result.id = id }
            results.append(result)
            if let value = values[id].flatMap(definition.opposite(of:)),
                omits(.valueKeepRead, context(connection, definition))
            {
                change(id, to: value, by: nil, now: now)
            }
        }
        circumstances.leaveEntries()
        if behaviour(.refusedStatus, context(connection)) == "first",
            let first = results.first(where: { $0.status != .success })
        {
            for index in results.indices where results[index].status != .success {
                results[index].status = first.status
            }
        }
        if behaviour(.readOrder) == "sorted" { results.sort { $0.id < $1.id } }
        if behaviour(.readMissing) == "left-out" { results.removeAll { $0.definition == nil } }
        return results
    }

    private mutating func read(_ definition: CharacteristicDefinition, on connection: ConnectionID) -> ReadOutcome {
        let context = context(connection, definition)
        var result = ReadOutcome(id: definition.id, status: .success, definition: definition)
        if definition.has(.events) { result.isSubscribed = showsSubscription(definition.id, on: connection) }
        if let status = refusal(
            .readPermission,
            unless: definition.has(.pairedRead),
            .writeOnly,
            context
        ) {
            result.status = status
        } else if let status = refusal(
            .readAdministrator,
            unless: mayUse(definition, context),
            .insufficientPrivileges,
            context
        ) {
            result.status = status
        } else if !isReachable(definition.id) {
            result.status = .unableToCommunicate
        } else {
            result.value = seenValue(of: definition, on: connection)
        }
        return result
    }

    /// Whether a bridge can reach the accessory at present.
    func isReachable(_ id: CharacteristicID) -> Bool {
        behaviour(.bridgeReach) == "all" || id.aid != definition.objects.dropFirst().first?.aid
    }

    /// Whether the controller may use the characteristic, considering characteristics for administrators only.
    func mayUse(_ definition: CharacteristicDefinition, _ context: PointContext) -> Bool {
        if context.controller == .admin { return true }
        return !definition.isAdminOnly && !adminOnlyFlags.contains { values[$0]?.boolValue == true }
    }

    /// The value for a controller; `null` if the characteristic has none.
    func shownValue(of definition: CharacteristicDefinition, on connection: ConnectionID?) -> JSON {
        if definition.isMomentary {
            return behaviour(.momentaryRead, context(connection, definition)) == "last"
                ? presses[definition.id] ?? .null : .null
        }
        if let kind = transportFlags[definition.id] { return .bool(transport(of: connection) == kind.rawValue) }
        if let connection, let own = connections[connection]?.ownValues[definition.id] { return own }
        if let transport = transport(of: connection), let own = valuesOver[transport]?[definition.id] { return own }
        return values[definition.id] ?? .null
    }

    /// The value of the ev key for this session.
    func showsSubscription(_ id: CharacteristicID, on connection: ConnectionID) -> Bool {
        switch behaviour(.eventState) {
        case "always-false": false
        case "always-true": true
        default: connections[connection]?.subscriptions.contains(id) ?? false
        }
    }
}

extension CharacteristicDefinition {
    /// The other value of a bool; of a number with a range, the end that it is not at; `nil` for all others.
    fileprivate func opposite(of value: JSON) -> JSON? {
        if let bool = value.boolValue { return .bool(!bool) }
        guard case .number(let number) = value, let minValue, let maxValue,
            minValue.double < maxValue.double
        else { return nil }
        return .number(number == maxValue ? minValue : maxValue)
    }
}
