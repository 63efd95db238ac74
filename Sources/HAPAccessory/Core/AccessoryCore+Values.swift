package import HAPModel
package import Measurement

extension AccessoryCore {
    /// The value of a characteristic, if it has one.
    package func value(of id: CharacteristicID) -> JSON? { values[id] }

    /// Sets a value as the device would: a sensor or manual operation.
    ///
    /// - Returns: whether the accessory has the characteristic and the value conforms to its rules.
    package mutating func set(_ id: CharacteristicID, _ value: JSON, now: Moment) -> Bool {
        guard let definition = characteristics[id], !definition.isMomentary,
            ValueRule.firstBroken(by: value, in: definition) == nil
        else { return false }
        // A manual change also changes the target.
        for behaviour in self.definition.behaviours {
            switch behaviour {
            case .follow(let target, id, _, _), .travel(let target, id, _, _, _):
                dropAssignments(to: id)
                change(target, to: value, by: nil, now: now)
            default: continue
            }
        }
        change(id, to: value, by: nil, now: now)
        return true
    }

    /// Presses a button: an event without a value, sent without delay.
    ///
    /// - Returns: whether the accessory has such a button and it supports the kind of press.
    package mutating func press(_ id: CharacteristicID, _ value: JSON) -> Bool {
        guard let definition = characteristics[id], definition.isMomentary,
            ValueRule.firstBroken(by: value, in: definition) == nil
        else { return false }
        presses[id] = value
        for receiver in receivers(of: definition, by: nil) {
            connections[receiver]?.presses.append(PendingChange(id: id, value: value))
            notifying.insert(receiver)
        }
        return true
    }

    /// Stores a value that a controller wrote.
    mutating func store(
        _ value: JSON,
        in definition: CharacteristicDefinition,
        on connection: ConnectionID,
        now: Moment
    ) {
        var value = definition.normalized(value)
        if behaviour(.wideIntegers, context(connection, definition)) == "double", let double = value.doubleValue,
            definition.format.isInteger, double.magnitude < 0x1p63
        {
            value = JSON(Int64(double))
        }
        if definition.format == .float, behaviour(.floats, context(connection, definition)) == "one-step-off" {
            value = ValueMending.besides(value, definition) ?? value
        }
        if definition.format == .float, behaviour(.floats, context(connection, definition)) == "low-as-minimum",
            let number = value.numberValue, let minValue = definition.minValue, let maxValue = definition.maxValue,
            number.double - minValue.double < (maxValue.double - minValue.double) / 20
        {
            value = .number(minValue)
        }
        if [.float, .int].contains(definition.format), value.doubleValue == 0,
            behaviour(.floats, context(connection, definition)) == "zero-dropped"
        {
            return
        }
        switch departure(of: .valueStore, context(connection, definition)) {
        case .omit: return
        case .delay(let milliseconds):
            schedule(.assign(definition.id, value, source: nil), at: now.advanced(by: .milliseconds(milliseconds)))
            return
        case .twice, nil: break
        }
        if memory(.values) == "session" {
            connections[connection]?.ownValues[definition.id] = value
            return
        }
        if memory(.values) == "transport", let transport = transport(of: connection) {
            valuesOver[transport, default: [:]][definition.id] = value
            return
        }
        if control(definition, value, now: now) { return }
        if memory(.values) == "writer", connections[connection]?.overwritten[definition.id] == nil {
            connections[connection]?.overwritten[definition.id] = values[definition.id]
        }
        change(definition.id, to: value, by: connection, now: now)
        forgetNeighbours(of: definition, by: connection, now: now)
        turnOn(with: definition, on: connection, now: now)
    }

    /// The service that contains the characteristic.
    func service(of definition: CharacteristicDefinition) -> ServiceDefinition? {
        self.definition.objects.flatMap(\.services).first { $0.characteristics.contains { $0.id == definition.id } }
    }

    /// With a defect, the other values of a service reset when one is written.
    private mutating func forgetNeighbours(
        of definition: CharacteristicDefinition,
        by connection: ConnectionID,
        now: Moment
    ) {
        guard !defects.isConformant else { return }
        for neighbour in service(of: definition)?.characteristics ?? [] where neighbour.id != definition.id {
            guard let value = neighbour.value, omits(.valueKeep, context(connection, neighbour)) else { continue }
            change(neighbour.id, to: value, by: nil, now: now)
        }
    }

    /// With a twin, a service turns on when another of its values is written, as many lamps do.
    private mutating func turnOn(
        with definition: CharacteristicDefinition,
        on connection: ConnectionID,
        now: Moment
    ) {
        guard !defects.isConformant, behaviour(.servicePower, context(connection, definition)) == "with-others",
            let on = service(of: definition)?.characteristics.first(where: { [.on, .active].contains($0.type) }),
            on.id != definition.id
        else { return }
        let isOn: JSON = on.format == .bool ? true : 1
        if omits(.eventOfConsequence, context(connection, on)) {
            values[on.id] = isOn
        } else {
            let writer = writerToSpare(connection, on)
            change(on.id, to: isOn, by: writer, now: now)
        }
    }

    /// Changes a characteristic's value, notifies subscribers and updates dependent characteristics.
    mutating func change(_ id: CharacteristicID, to value: JSON, by connection: ConnectionID?, now: Moment) {
        guard let characteristic = characteristics[id] else { return }
        let value = characteristic.normalized(value)
        let previous = values[id]
        let isChanged = previous.map { !$0.means(value) } ?? true
        if characteristic.has(.pairedRead) { values[id] = value }
        let notifiesAnyway = behaviour(.eventChange, context(connection, characteristic)) == "every-write"
        if isChanged || notifiesAnyway { notify(characteristic, value, previous: previous, by: connection) }
        if isChanged, !defects.isConformant { advertiseChange(of: characteristic) }
        if isChanged { follow(id, value, by: connection, now: now) }
    }

    /// The automatic changes after a characteristic has changed.
    private mutating func follow(_ id: CharacteristicID, _ value: JSON, by connection: ConnectionID?, now: Moment) {
        for behaviour in definition.behaviours {
            switch behaviour {
            case .follow(id, let current, let delay, let through):
                let departure = departure(of: .couplingFollow, context(nil, characteristics[current]))
                guard departure != .omit else { continue }
                var due = now.advanced(by: delay)
                if case .delay(let milliseconds) = departure { due = due.advanced(by: .milliseconds(milliseconds)) }
                dropAssignments(to: current)
                if let passing = value.int64Value.flatMap({ through[$0] }), values[current]?.means(value) == false {
                    change(current, to: JSON(passing), by: nil, now: now)
                }
                let writer = writerToSpare(connection, characteristics[current])
                schedule(.assign(current, value, source: id, by: writer), at: due)
            case .travel(id, let current, let full, let state, _):
                travel(current, to: value, in: full, state: state, of: id, now: now)
            case .travel(_, let current, _, let state, id):
                guard value == true, !omits(.couplingFollow, context(nil, characteristics[id])) else { continue }
                dropAssignments(to: current)
                dropAssignments(to: state)
                change(state, to: Self.stopped, by: nil, now: now)
            case .record(id, let record, let kinds) where connection != nil:
                guard let kind = value.int64Value.flatMap({ kinds[$0] }), !omits(.recordKeep) else { continue }
                change(record, to: JSON(kind), by: nil, now: now)
            case .secure(id, let secured, let seconds, let record, let kind):
                timers.removeAll { if case .secure(id, _, _, _, _) = $0.action { true } else { false } }
                let wait = values[seconds]?.int64Value ?? 0
                guard value.int64Value != secured, wait > 0 else { continue }
                schedule(
                    .secure(target: id, value: JSON(secured), seconds: seconds, record: record, as: JSON(kind)),
                    at: now.advanced(by: .seconds(min(wait, 86400 * 365)))
                )
            case .log(id, let list, _):
                guard !omits(.logKeep) else { continue }
                log.record(accessor: accessor(connection), now: now)
                change(list, to: log.value, by: nil, now: now)
            case .low(id, let limit, let flag):
                let isLow = (value.doubleValue ?? 0) < Double(limit)
                if !isLow, omits(.flagClear) { continue }
                change(flag, to: isLow ? 1 : 0, by: nil, now: now)
            default: continue
            }
        }
    }

    /// The session that wrote the cause of a change, if a defect keeps the change's event from it.
    private mutating func writerToSpare(_ connection: ConnectionID?, _ changed: CharacteristicDefinition?)
        -> ConnectionID?
    {
        guard let connection, omits(.eventToWriter, context(connection, changed)) else { return nil }
        return connection
    }

    private func accessor(_ connection: ConnectionID?) -> [UInt8] {
        let identifier = connection.flatMap { connections[$0]?.session?.identifier }
        return Array((identifier.map { String(decoding: $0, as: UTF8.self) } ?? "device").utf8)
    }

    /// Executes a command at a control point; `false` if the characteristic is not a control point.
    private mutating func control(_ definition: CharacteristicDefinition, _ value: JSON, now: Moment) -> Bool {
        for case .log(_, let list, definition.id) in self.definition.behaviours {
            let commands = TLV8(decoding: value.stringValue.flatMap(Base64.decode) ?? [])
            for command in commands.items {
                switch command.type {
                case 0x02 where !omits(.logClear):
                    log.clear()
                    change(list, to: log.value, by: nil, now: now)
                case 0x03 where !omits(.logSetTime):
                    log.setTime(commands.integer(0x03) ?? 0, now: now)
                default: break
                }
            }
            return true
        }
        return false
    }
}
