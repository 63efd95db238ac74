import HAPModel
import Measurement

/// What changes because another value has changed or was written.
extension AccessoryCore {
    /// The automatic changes after a characteristic has changed.
    mutating func follow(_ id: CharacteristicID, _ value: JSON, by connection: ConnectionID?, now: Moment) {
        for behaviour in definition.behaviours {
            switch behaviour {
            case .follow(id, let current, let delay, let through, let table):
                guard let state = table.isEmpty ? value : value.int64Value.flatMap({ table[$0] }).map({ JSON($0) })
                else { continue }
                let passing = value.int64Value.flatMap { target in
                    self.behaviour(.couplingWay, context(nil, characteristics[current])) == "own"
                        ? through[target] : through.first { $0.key != target }?.value
                }
                settle(current, at: state, after: delay, through: passing, of: id, by: connection, now: now)
            case .regulate(let mode, let current, let measured, let target) where [mode, measured, target].contains(id):
                let state = plantState(mode: mode, measured: measured, target: target)
                settle(current, at: JSON(state), after: .milliseconds(200), of: id, by: connection, now: now)
            case .condition(let active, let current, let mode, let measured, let heating, let cooling)
            where [active, mode, measured, heating, cooling].contains(id):
                let state =
                    values[active]?.int64Value == 0
                    ? 0 : conditionedState(mode: mode, measured: measured, heating: heating, cooling: cooling)
                settle(current, at: JSON(state), after: .milliseconds(300), of: id, by: connection, now: now)
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
                guard value.int64Value != secured, let wait = secondsUntilSecured(id, timeout: seconds),
                    !omits(.couplingFollow, context(nil, characteristics[id]))
                else { continue }
                schedule(
                    .secure(target: id, value: JSON(secured), seconds: seconds, record: record, as: JSON(kind)),
                    at: now.advanced(by: .seconds(min(wait, 86400 * 365)))
                )
            case .countDown(let remaining, let duration, id, let active):
                countDown(remaining, from: duration, isRunning: value == 1, ends: active, now: now)
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

    /// The time after which an open lock secures itself; `nil` if it never does.
    func secondsUntilSecured(_ target: CharacteristicID, timeout: CharacteristicID) -> Int64? {
        let rule = behaviour(.lockSecure, context(nil, characteristics[target]))
        // With a defect, it does so too early, or 0 does not turn it off.
        if let seconds = values[timeout]?.int64Value, seconds > 0 { return rule == "early" ? 1 : seconds }
        return rule == "always" ? 15 : nil
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
        guard departure != .omit, !isOnItsWay(current) else { return }
        var due = now.advanced(by: delay)
        if case .delay(let milliseconds) = departure { due = due.advanced(by: .milliseconds(milliseconds)) }
        dropAssignments(to: current)
        if let passing, values[current]?.means(state) == false {
            change(current, to: JSON(passing), by: nil, now: now)
        }
        let writer = writerToSpare(connection, characteristics[current])
        schedule(.assign(current, state, source: source, by: writer), at: due)
    }

    /// With a defect, whether a movement goes on although its target has changed.
    mutating func isOnItsWay(_ current: CharacteristicID) -> Bool {
        guard omits(.couplingRedirect, context(nil, characteristics[current])) else { return false }
        return timers.contains { timer in
            if case .assign(current, _, source: .some, _) = timer.action { true } else { false }
        }
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

    /// The Current Heater Cooler State of a device that is on: 1 idles, 2 heats, 3 cools.
    private func conditionedState(
        mode: CharacteristicID,
        measured: CharacteristicID,
        heating: CharacteristicID,
        cooling: CharacteristicID
    ) -> Int64 {
        guard let mode = values[mode]?.int64Value, let measured = values[measured]?.doubleValue,
            let low = values[heating]?.doubleValue, let high = values[cooling]?.doubleValue
        else { return 1 }
        if [0, 1].contains(mode), measured < low { return 2 }
        if [0, 2].contains(mode), measured > high { return 3 }
        return 1
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

    /// With a defect, a service that is switched off switches off those that it links to.
    mutating func turnOffLinked(from active: CharacteristicDefinition, now: Moment) {
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
    mutating func convertTemperatures(beside unit: CharacteristicDefinition, _ value: JSON, now: Moment) {
        guard unit.type == .temperatureDisplayUnits,
            behaviour(.temperatureUnit, context(nil, unit)) == "displayed"
        else { return }
        for neighbour in service(of: unit)?.characteristics ?? [] where neighbour.unit == .celsius {
            guard let temperature = values[neighbour.id]?.doubleValue else { continue }
            let converted = value == 1 ? temperature * 1.8 + 32 : (temperature - 32) / 1.8
            change(neighbour.id, to: JSON(floatLiteral: converted), by: nil, now: now)
        }
    }

    /// With a defect, the other values of a service reset when one is written.
    mutating func forgetNeighbours(
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

    /// With a defect, a write reaches the other accessories of a bridge, too.
    mutating func confuseAccessories(
        of definition: CharacteristicDefinition,
        by connection: ConnectionID,
        now: Moment
    ) {
        guard !defects.isConformant, let value = values[definition.id] else { return }
        let others = characteristics.values.filter { $0.id.iid == definition.id.iid && $0.id.aid != definition.id.aid }
        for other in others.sorted(by: { $0.id < $1.id }) {
            guard other.format == definition.format, omits(.valueKeepSameIID, context(connection, other)) else {
                continue
            }
            change(other.id, to: value, by: nil, now: now)
        }
    }

    /// With a defect, a colour is only nearly the written one: its other value moves by a step, and no event tells of it.
    mutating func shiftColour(with definition: CharacteristicDefinition, on connection: ConnectionID) {
        let (hue, saturation) = (HAPType(0x13), HAPType(0x2F))
        guard !defects.isConformant, [hue, saturation].contains(definition.type),
            behaviour(.couplingColour, context(connection, definition)) == "shifts-silently",
            let other = service(of: definition)?.characteristics.first(where: {
                $0.type == (definition.type == hue ? saturation : hue)
            }), let value = values[other.id]?.doubleValue
        else { return }
        values[other.id] = JSON(floatLiteral: value < 50 ? value + 1 : value - 1)
    }

    /// With a defect, a service that is switched on or off takes another level, and no event tells of it.
    mutating func changeLevel(with definition: CharacteristicDefinition, on connection: ConnectionID) {
        guard !defects.isConformant, [.on, .active].contains(definition.type),
            behaviour(.couplingLevel, context(connection, definition)) == "changes-silently",
            let level = service(of: definition)?.characteristics.first(where: {
                $0.has(.pairedWrite) && $0.id != definition.id && $0.minValue != nil && $0.maxValue != nil
            }), let least = level.minValue, let most = level.maxValue
        else { return }
        values[level.id] = .number(values[level.id]?.means(.number(most)) == true ? least : most)
    }

    /// With a twin, a service turns on when another of its values is written, as many lamps do.
    mutating func turnOn(
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

    /// The service that contains the characteristic.
    func service(of definition: CharacteristicDefinition) -> ServiceDefinition? {
        self.definition.objects.flatMap(\.services).first { $0.characteristics.contains { $0.id == definition.id } }
    }
}
