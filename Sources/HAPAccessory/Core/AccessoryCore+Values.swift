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
        dropAssignments(to: id)
        // With a defect, a detected state is not cleared.
        if !(value.means(0) && omits(.flagClear, context(nil, definition))) {
            change(id, to: value, by: nil, now: now)
        }
        // A manual change also changes the target, after the current value, so that no travel starts.
        for behaviour in self.definition.behaviours {
            switch behaviour {
            case .follow(let target, id, _, _, [:]), .travel(let target, id, _, _, _):
                change(target, to: value, by: nil, now: now)
            default: continue
            }
        }
        return true
    }

    /// Presses a button: an event without a value, sent without delay.
    ///
    /// - Returns: whether the accessory has such a button and it supports the kind of press.
    package mutating func press(_ id: CharacteristicID, _ value: JSON) -> Bool {
        guard let definition = characteristics[id], definition.isMomentary,
            ValueRule.firstBroken(by: value, in: definition) == nil
        else { return false }
        let context = self.context(nil, definition)
        let isSuppressed = behaviour(.eventChange, context) == "unlike-last-event" && presses[id] == value
        presses[id] = value
        guard !isSuppressed, !omits(.eventNotify, context) else { return true }
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
        if definition.format == .float, behaviour(.numbers, context(connection, definition)) == "one-step-off" {
            value = ValueMending.besides(value, definition) ?? value
        }
        if definition.format == .float, behaviour(.numbers, context(connection, definition)) == "low-as-minimum",
            let number = value.numberValue, let minValue = definition.minValue, let maxValue = definition.maxValue,
            number.double - minValue.double < (maxValue.double - minValue.double) / 20
        {
            value = .number(minValue)
        }
        if [.float, .int].contains(definition.format), value.doubleValue == 0,
            behaviour(.numbers, context(connection, definition)) == "zero-dropped"
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
        // What a controller writes wins over what an earlier change was about to cause.
        dropAssignments(to: definition.id)
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
        guard isChanged, !defects.isConformant else { return }
        convertTemperatures(beside: characteristic, value, now: now)
        if characteristic.type == .active, value == 0 { turnOffLinked(from: characteristic, now: now) }
    }

    /// With a defect, a service that is switched off switches off those that it links to.
    private mutating func turnOffLinked(from active: CharacteristicDefinition, now: Moment) {
        guard behaviour(.couplingReach, context(nil, active)) == "linked",
            let linked = service(of: active)?.linked
        else { return }
        for service in definition.objects.flatMap(\.services) where linked.contains(service.iid) {
            for other in service.characteristics where other.type == .active {
                change(other.id, to: 0, by: nil, now: now)
            }
        }
    }

    /// With a defect, a service shows its temperatures in the unit of its display: 1 is Fahrenheit.
    private mutating func convertTemperatures(beside unit: CharacteristicDefinition, _ value: JSON, now: Moment) {
        guard unit.type == .temperatureDisplayUnits,
            behaviour(.temperatureUnit, context(nil, unit)) == "displayed"
        else { return }
        for neighbour in service(of: unit)?.characteristics ?? [] where neighbour.unit == .celsius {
            guard let temperature = values[neighbour.id]?.doubleValue else { continue }
            let converted = value == 1 ? temperature * 1.8 + 32 : (temperature - 32) / 1.8
            change(neighbour.id, to: JSON(floatLiteral: converted), by: nil, now: now)
        }
    }

    /// The automatic changes after a characteristic has changed.
    private mutating func follow(_ id: CharacteristicID, _ value: JSON, by connection: ConnectionID?, now: Moment) {
        for behaviour in definition.behaviours {
            switch behaviour {
            case .follow(id, let current, let delay, let through, let table):
                guard let state = table.isEmpty ? value : value.int64Value.flatMap({ table[$0] }).map({ JSON($0) })
                else { continue }
                let passing = value.int64Value.flatMap { through[$0] }
                settle(current, at: state, after: delay, through: passing, of: id, by: connection, now: now)
            case .regulate(let mode, let current, let measured, let target) where [mode, measured, target].contains(id):
                let state = plantState(mode: mode, measured: measured, target: target)
                settle(current, at: JSON(state), after: .milliseconds(200), of: id, by: connection, now: now)
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
                var wait = values[seconds]?.int64Value ?? 0
                if wait == 0, self.behaviour(.lockSecure, context(nil, characteristics[id])) == "always" { wait = 15 }
                guard value.int64Value != secured, wait > 0,
                    !omits(.couplingFollow, context(nil, characteristics[id]))
                else { continue }
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
                if !isLow, omits(.flagClear, context(nil, characteristics[flag])) { continue }
                change(flag, to: isLow ? 1 : 0, by: nil, now: now)
            default: continue
            }
        }
    }

    /// Lets a current state take a value after a time.
    ///
    /// - Parameters:
    ///   - passing: its value until then.
    ///   - source: the characteristic whose change is the cause.
    private mutating func settle(
        _ current: CharacteristicID,
        at state: JSON,
        after delay: Duration,
        through passing: Int64? = nil,
        of source: CharacteristicID,
        by connection: ConnectionID?,
        now: Moment
    ) {
        let departure = departure(of: .couplingFollow, context(nil, characteristics[current]))
        guard departure != .omit else { return }
        var due = now.advanced(by: delay)
        if case .delay(let milliseconds) = departure { due = due.advanced(by: .milliseconds(milliseconds)) }
        dropAssignments(to: current)
        if let passing, values[current]?.means(state) == false {
            change(current, to: JSON(passing), by: nil, now: now)
        }
        let writer = writerToSpare(connection, characteristics[current])
        schedule(.assign(current, state, source: source, by: writer), at: due)
    }

    /// The Current Heating Cooling State that the mode and the temperatures demand: 0 is off, 1 heats, 2 cools.
    private func plantState(mode: CharacteristicID, measured: CharacteristicID, target: CharacteristicID) -> Int64 {
        guard let mode = values[mode]?.int64Value, let measured = values[measured]?.doubleValue,
            let target = values[target]?.doubleValue
        else { return 0 }
        if [1, 3].contains(mode), measured < target { return 1 }
        if [2, 3].contains(mode), measured > target { return 2 }
        return 0
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
