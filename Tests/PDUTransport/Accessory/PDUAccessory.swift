package import HAPAccessory
package import HAPPairing
import HAPSession
package import Measurement

/// The PDU transport of a simulated accessory, in the format of ``PDUWire``.
package struct PDUAccessory: AccessoryBinding {
    /// The byte side of one connection.
    struct Channel {
        var reader = PDUMessageReader()
        var opener: PDUSeal?
        var sealer: PDUSeal?
        var queued: QueuedWrite?
        var isClosing = false
    }

    /// A timed write that waits for its execution; the core knows how long.
    struct QueuedWrite {
        var pid: UInt64
        var write: RequestedWrite
    }

    var channels: [ConnectionID: Channel] = [:]
    var actions: [AccessoryAction] = []
    /// The number of the last timed write.
    var lastPID: UInt64 = 0

    package init() {}

    package mutating func opened(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        channels[connection] = Channel()
        obey(core.linkChanges(at: .accept, core.context(connection)), on: connection)
    }

    package mutating func received(
        _ core: inout AccessoryCore,
        _ bytes: [UInt8],
        on connection: ConnectionID,
        now: Moment
    ) {
        let messages = channels[connection]?.reader.feed(bytes) ?? []
        for message in messages where channels[connection]?.isClosing == false {
            guard let plain = opened(&core, message, on: connection) else { continue }
            serve(&core, plain, on: connection, now: now)
        }
        if let channel = channels[connection] { core.setReceiving(!channel.reader.isIdle, on: connection) }
    }

    package mutating func closed(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        channels[connection] = nil
    }

    package mutating func wake(_ core: inout AccessoryCore, now: Moment) {}

    package func nextDeadline(_ core: AccessoryCore) -> Moment? { nil }

    package mutating func secure(_ core: inout AccessoryCore, _ connection: ConnectionID, with keys: SessionKeys) {
        channels[connection]?.opener = PDUSeal(key: keys.controllerToAccessory)
        channels[connection]?.sealer = PDUSeal(key: keys.accessoryToController)
    }

    package mutating func close(_ connection: ConnectionID) { close(connection, abruptly: false) }

    package mutating func takeActions() -> [AccessoryAction] {
        defer { actions = [] }
        return actions
    }

    package mutating func reset() { self = PDUAccessory() }

    // MARK: Messages

    /// The plain message; `nil` if it does not open, which ends the connection.
    private mutating func opened(
        _ core: inout AccessoryCore,
        _ message: [UInt8],
        on connection: ConnectionID
    ) -> [UInt8]? {
        guard channels[connection]?.opener != nil else { return message }
        if let plain = channels[connection]?.opener?.open(message) { return plain }
        core.noteSessionFailure()
        if !core.omits(.closeAfterFailure, core.context(connection)) { close(connection) }
        if core.omits(.othersKeep, core.context(connection)) { channels.keys.sorted().forEach { close($0) } }
        return nil
    }

    /// Sends a message, sealed in a session.
    mutating func transmit(_ message: [UInt8], on connection: ConnectionID, link: [LinkChange]) {
        guard channels[connection]?.isClosing == false else { return }
        let sealed = channels[connection]?.sealer?.seal(message) ?? message
        actions.append(.send(PDUWire.framed(sealed), to: connection, link: link))
    }

    mutating func close(_ connection: ConnectionID, abruptly: Bool) {
        guard channels[connection]?.isClosing == false else { return }
        channels[connection]?.isClosing = true
        actions.append(.close(connection, abruptly: abruptly))
    }

    /// What a defect of the link does before or instead of a message.
    mutating func obey(_ changes: [LinkChange], on connection: ConnectionID) {
        for change in changes {
            switch change {
            case .close, .hang: close(connection)
            case .reset: close(connection, abruptly: true)
            case .crash: actions.append(.crash)
            case .delay, .drip, .split: break
            }
        }
    }

    package mutating func send(_ core: inout AccessoryCore, _ notice: OutgoingEvent) {
        var message: [UInt8] = []
        for entry in notice.entries {
            guard let definition = core.definition.characteristics.first(where: { $0.id == entry.id }) else { continue }
            let context = core.context(notice.connection, definition)
            let values = core.changed(entry.value, at: .eventValue, context)
            for value in core.changed(values, at: .eventEntry, context) {
                message += PDUWire.event(entry.id, Self.bytes(of: value, definition)).encoded()
            }
        }
        guard !message.isEmpty else { return }
        let link = core.linkChanges(at: .event, core.context(notice.connection))
        transmit(message, on: notice.connection, link: link)
    }
}
