package import HAPModel
package import Measurement

/// An event message for one connection: its values.
package struct OutgoingEvent: Sendable {
    package var connection: ConnectionID
    package var entries: [(id: CharacteristicID, value: JSON)]
}

extension AccessoryCore {
    /// Subscribes or unsubscribes the session.
    mutating func subscribe(
        _ definition: CharacteristicDefinition,
        _ events: JSON,
        on connection: ConnectionID
    ) -> HAPStatus {
        let context = context(connection, definition)
        if let status = refusal(
            .eventPermission,
            unless: definition.has(.events),
            .notificationNotSupported,
            context
        ) {
            return status
        }
        let mayUse = mayUse(definition, context)
        if let status = refusal(.eventAdministrator, unless: mayUse, .insufficientPrivileges, context) { return status }
        if definition.has(.timedWrite), let status = refusal(.eventTimed, unless: true, .invalidValue, context) {
            return status
        }
        let wanted = events.boolValue ?? events.uint64Value.flatMap { $0 <= 1 ? $0 == 1 : nil }
        if let status = refusal(.eventFlag, unless: wanted != nil, .invalidValue, context) { return status }
        if wanted ?? true {
            if !omits(.subscriptionAdd, context) { connections[connection]?.subscriptions.insert(definition.id) }
            if behaviour(.eventChange, context) == "subscribed-too", let value = values[definition.id] {
                connections[connection]?.changes.append(PendingChange(id: definition.id, value: value))
                notifying.insert(connection)
            }
        } else {
            let isSubscribed = connections[connection]?.subscriptions.contains(definition.id) == true
            if !isSubscribed, let status = refusal(.eventUnsubscribed, unless: true, .invalidValue, context) {
                return status
            }
            if !omits(.subscriptionRemove, context) { connections[connection]?.subscriptions.remove(definition.id) }
            if behaviour(.subscriptionsEnded) == "all" { connections[connection]?.subscriptions = [] }
            if !omits(.eventCancel, context) {
                connections[connection]?.changes.removeAll { $0.id == definition.id }
                connections[connection]?.presses.removeAll { $0.id == definition.id }
            }
            if omits(.eventKeepOthers, context) { connections[connection]?.changes = [] }
        }
        return .success
    }

    /// Queues a change for the subscribed sessions.
    mutating func notify(
        _ definition: CharacteristicDefinition,
        _ value: JSON,
        previous: JSON?,
        by writer: ConnectionID?
    ) {
        guard definition.has(.events) else { return }
        let departure = departure(of: .eventNotify, context(writer, definition))
        guard departure != .omit else { return }
        let coalescing = behaviour(.eventCoalescing, context(nil, definition))
        if let writer { connections[writer]?.changes.removeAll { $0.id == definition.id } }
        for receiver in receivers(of: definition, by: writer) {
            if connections[receiver]?.isReceiving == true, omits(.eventHold) { continue }
            let isElsewhere = writer.map { transport(of: receiver) != transport(of: $0) } ?? false
            if isElsewhere, omits(.eventElsewhere, context(receiver, definition)) { continue }
            let isQueued = connections[receiver]?.changes.contains { $0.id == definition.id } == true
            if coalescing == "first", isQueued { continue }
            if behaviour(.eventChange, context(receiver, definition)) == "unlike-last-event" {
                guard connections[receiver]?.lastValues.updateValue(value, forKey: definition.id) != value else {
                    continue
                }
            }
            if isKeptBack(value, of: definition, previous: previous, for: receiver) { continue }
            var change = PendingChange(id: definition.id, value: value, previous: previous, at: circumstances.now)
            let room = ["first-four": 4, "first-eight": 8][coalescing]
            if let room, !isQueued, connections[receiver]?.changes.count ?? 0 >= room { continue }
            if room != nil || ["last", "newest"].contains(coalescing) {
                if isQueued { change.previous = nil }
                connections[receiver]?.changes.removeAll { $0.id == definition.id }
            }
            if coalescing == "newest" { connections[receiver]?.changes.removeAll { $0.id != definition.id } }
            if coalescing == "iid-alone" {
                connections[receiver]?.changes.removeAll { $0.id.iid == definition.id.iid }
            }
            connections[receiver]?.changes.append(change)
            notifying.insert(receiver)
            if departure == .twice { connections[receiver]?.changes.append(change) }
        }
    }

    /// Whether a change is not notified for what the numbers are.
    private func isKeptBack(
        _ value: JSON,
        of definition: CharacteristicDefinition,
        previous: JSON?,
        for receiver: ConnectionID
    ) -> Bool {
        guard let number = value.doubleValue else { return false }
        let before = previous?.doubleValue
        return switch behaviour(.eventChange, context(receiver, definition)) {
        case "increase": before.map { number < $0 } ?? false
        case "not-zero": number == 0
        case "not-one": number == 1
        case "not-maximum": number == definition.maxValue?.double
        case "not-small": before.map { abs(number - $0) < 5 } ?? false
        default: false
        }
    }

    /// The sessions that receive a change.
    func receivers(of definition: CharacteristicDefinition, by writer: ConnectionID?) -> [ConnectionID] {
        let rule = behaviour(.eventReceivers, context(writer, definition))
        let sharesSubscriptions = memory(.subscriptions) == "accessory"
        let own = writer.flatMap { connections[$0]?.session?.identifier }
        let isSubscribed = { (connection: CoreConnection) in
            connection.subscriptions.contains(definition.id)
                || (rule == "same-iid" && connection.subscriptions.contains { $0.iid == definition.id.iid })
                || (sharesSubscriptions && connections.values.contains { $0.subscriptions.contains(definition.id) })
        }
        let receivers = connections.values.filter { connection in
            guard connection.session != nil, !isForgotten(connection) else { return false }
            if rule == "everyone" { return connection.id != writer }
            if rule == "any-subscription" { return connection.id != writer && !connection.subscriptions.isEmpty }
            guard isSubscribed(connection) else { return false }
            switch rule {
            case "all": return true
            case "all-of-zero":
                let value = values[definition.id]
                return connection.id != writer || value == false || value?.means(0) == true
            case "writer": return writer == nil || connection.id == writer
            case "not-last-writer":
                return connection.id != writer && (writer != nil || lastWriters[definition.id] != connection.id)
            case "other-controllers": return connection.session?.identifier != own || writer == nil
            case "latest-session":
                return connection.id != writer
                    && !connections.values.contains { other in
                        other.id > connection.id && isSubscribed(other)
                            && other.session?.identifier == connection.session?.identifier
                    }
            default: return connection.id != writer
            }
        }.map(\.id).sorted()
        if rule == "first-of-own", writer == nil { return Array(receivers.prefix(1)) }
        let limit = ["first-three": 3, "first-six": 6][rule]
        return limit.map { Array(receivers.prefix($0)) } ?? receivers
    }

    /// Whether a defect sends no more events to the session, because it has been silent for too long.
    private func isForgotten(_ connection: CoreConnection) -> Bool {
        let silence = constant(.eventSilence)
        guard silence > 0, let heard = connection.lastHeard, let now = circumstances.now else { return false }
        return heard.advanced(by: .seconds(silence)) <= now
    }

    /// When the next event message is due on any connection.
    var eventDeadline: Moment? {
        candidates.reduce(nil) { next, id in next.earlier(connections[id].flatMap(eventDeadline)) }
    }

    /// The connections that may have an event message to send. A defect sends some without a change.
    private var candidates: Set<ConnectionID> {
        constant(.eventSpontaneous) > 0 ? Set(connections.keys) : notifying
    }

    /// When the connection's next event message is due.
    private func eventDeadline(of connection: CoreConnection) -> Moment? {
        guard !connection.isReceiving else { return nil }
        if !connection.presses.isEmpty { return Moment(nanoseconds: .min) }
        guard !connection.changes.isEmpty else { return spontaneousDeadline(of: connection) }
        let collected = connection.changes.first?.at?.advanced(by: .milliseconds(constant(.eventWindow)))
        let earliest = constant(.eventWindow) > 0 ? collected ?? Moment(nanoseconds: .min) : Moment(nanoseconds: .min)
        guard let last = connection.lastEvent, behaviour(.eventCoalescing) != "none" else { return earliest }
        return max(earliest, last.advanced(by: .milliseconds(constant(.eventInterval))))
    }

    /// When a defect sends the next event without a change.
    private func spontaneousDeadline(of connection: CoreConnection) -> Moment? {
        guard !connection.subscriptions.isEmpty else { return nil }
        let interval = constant(.eventSpontaneous)
        guard interval > 0 else { return nil }
        return connection.lastEvent?.advanced(by: .milliseconds(interval)) ?? Moment(nanoseconds: .min)
    }

    /// The event messages to send now; the first change after an idle second is sent at once (ADK R14).
    package mutating func takeEvents(now: Moment) -> [OutgoingEvent] {
        var notices: [OutgoingEvent] = []
        for id in candidates.sorted() {
            guard var connection = connections[id] else { continue }
            if connection.changes.isEmpty, connection.presses.isEmpty { notifying.remove(id) }
            guard let due = eventDeadline(of: connection), due <= now else { continue }
            if !connection.presses.isEmpty {
                notices += connection.presses.map { OutgoingEvent(connection: id, entries: [($0.id, $0.value)]) }
                connection.presses = []
                connections[id] = connection
                guard let due = eventDeadline(of: connection), due <= now else { continue }
            }
            var entries: [(id: CharacteristicID, value: JSON)] = []
            for change in connection.changes { entries.append((change.id, eventValue(of: change, on: id))) }
            if entries.isEmpty, let subscribed = connection.subscriptions.min() {
                entries.append((subscribed, values[subscribed] ?? .null))
            }
            switch behaviour(.eventGrouping) {
            case "apart": notices += entries.map { OutgoingEvent(connection: id, entries: [$0]) }
            case "newest-first": notices.append(OutgoingEvent(connection: id, entries: entries.reversed()))
            default: notices.append(OutgoingEvent(connection: id, entries: entries))
            }
            connection.changes = []
            connection.lastEvent = now
            connections[id] = connection
        }
        return notices
    }

    private func eventValue(of change: PendingChange, on connection: ConnectionID) -> JSON {
        guard let definition = characteristics[change.id] else { return change.value }
        let context = context(connection, definition)
        if behaviour(.eventValue, context) == "previous" { return change.previous ?? change.value }
        return ["last", "newest", "iid-alone", "first-four", "first-eight"].contains(
            behaviour(.eventCoalescing, context)
        )
            ? values[change.id] ?? change.value : change.value
    }
}
