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
                // A state on the way to a target cannot be a target.
                guard characteristics[target].flatMap({ ValueRule.firstBroken(by: value, in: $0) }) == nil,
                    !omits(.couplingReverse, context(nil, characteristics[target]))
                else { continue }
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
        let departure = departure(of: .eventNotify, context)
        guard !isSuppressed, departure != .omit else { return true }
        for receiver in receivers(of: definition, by: nil) {
            for _ in 0..<(departure == .twice ? 2 : 1) {
                connections[receiver]?.presses.append(PendingChange(id: id, value: value))
            }
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
        if behaviour(.numbers, context(connection, definition)) == "quarters" {
            value = ValueMending.quarter(value, definition) ?? value
        }
        if [.float, .int].contains(definition.format), value.doubleValue == 0,
            behaviour(.numbers, context(connection, definition)) == "zero-dropped"
        {
            return
        }
        if value.doubleValue == 2, behaviour(.numbers, context(connection, definition)) == "two-dropped" { return }
        if isBesideOff(definition), omits(.valueStoreWhileOff, context(connection, definition)) { return }
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
        let previous = values[definition.id]
        change(definition.id, to: value, by: connection, now: now)
        let returns = constant(.valueReturns, context(connection, definition))
        if returns > 0, let previous, previous != value {
            schedule(.assign(definition.id, previous, source: nil), at: now.advanced(by: .seconds(returns)))
        }
        forgetNeighbours(of: definition, by: connection, now: now)
        confuseAccessories(of: definition, by: connection, now: now)
        turnOn(with: definition, on: connection, now: now)
        shiftColour(with: definition, on: connection)
        changeLevel(with: definition, on: connection)
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
