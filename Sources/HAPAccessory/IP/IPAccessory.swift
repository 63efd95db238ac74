package import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
package import Measurement

/// A simulated accessory over IP: bytes of its connections go in, bytes and closes come out.
///
/// A pure machine over the ``AccessoryCore``; it knows neither sockets nor a clock.
package struct IPAccessory: Sendable {
    package internal(set) var core: AccessoryCore
    var channels: [ConnectionID: IPChannel] = [:]
    /// What goes out for the input that is being handled.
    var actions: [AccessoryAction] = []
    /// Whether a frame did not open in any session so far.
    var hasFailed = false
    /// The newest answer to a read, where connections share it.
    var lastRead: (connection: ConnectionID, reply: IPReply)?

    package init(_ core: AccessoryCore) {
        self.core = core
    }

    /// When the accessory wants ``wake(now:)`` to be called next; `nil` while it waits for nothing.
    package var nextDeadline: Moment? {
        guard let idle = idleLimit else { return core.nextDeadline }
        let ends = channels.values.filter { !$0.isClosing }.map { $0.lastActive.advanced(by: idle) }
        return (ends + [core.nextDeadline].compactMap(\.self)).min()
    }

    /// How long a connection may be idle; `nil` is for ever.
    private var idleLimit: Duration? {
        let seconds = core.constant(.idleSeconds)
        return seconds > 0 ? .seconds(seconds) : nil
    }

    // MARK: Input

    /// A connection was opened.
    package mutating func opened(_ connection: ConnectionID, now: Moment) -> [AccessoryAction] {
        let limits = HTTPDecoder.Limits(
            head: Int(clamping: core.constant(.headMaximum)),
            body: Int(clamping: core.constant(.bodyMaximum))
        )
        channels[connection] = IPChannel(now: now, limits: limits)
        core.open(connection)
        core.request = nil
        for change in core.linkChanges(at: .accept, core.context(connection)) {
            apply(change, to: connection, now: now)
        }
        if channels.count > Int(clamping: core.constant(.connections)) { makeRoom(for: connection, now: now) }
        return finish(now: now)
    }

    /// Bytes came on a connection.
    package mutating func received(
        _ bytes: [UInt8],
        on connection: ConnectionID,
        now: Moment
    ) -> [AccessoryAction] {
        core.advance(to: now)
        if isHeldUp(connection) {
            channels[connection]?.held += bytes
        } else {
            take(bytes, on: connection, now: now)
        }
        takeHeld(now: now)
        if let channel = channels[connection] {
            core.setReceiving(!channel.isIdle, on: connection)
        }
        return finish(now: now)
    }

    /// A connection is gone.
    package mutating func closed(_ connection: ConnectionID, now: Moment) -> [AccessoryAction] {
        if channels[connection]?.hasServed == true || !core.omits(.connectionRelease) { channels[connection] = nil }
        core.close(connection, now: now)
        takeHeld(now: now)
        return finish(now: now)
    }

    /// The moment of ``nextDeadline`` has come.
    package mutating func wake(now: Moment) -> [AccessoryAction] {
        core.advance(to: now)
        if let idle = idleLimit {
            for connection in channels.keys.sorted() {
                guard let channel = channels[connection], channel.lastActive.advanced(by: idle) <= now else { continue }
                close(connection)
            }
        }
        return finish(now: now)
    }

    /// Sets a value as the device itself would; `nil` if it has no such characteristic or the value breaks its rules.
    package mutating func set(_ id: CharacteristicID, _ value: JSON, now: Moment) -> [AccessoryAction]? {
        core.advance(to: now)
        return core.set(id, value, now: now) ? finish(now: now) : nil
    }

    /// Presses a button; `nil` if there is no such button or press.
    package mutating func press(_ id: CharacteristicID, _ value: JSON, now: Moment) -> [AccessoryAction]? {
        core.advance(to: now)
        return core.press(id, value) ? finish(now: now) : nil
    }

    // MARK: Connections

    /// Closes the connection that was idle longest, so that a new one can be served.
    private mutating func makeRoom(for connection: ConnectionID, now: Moment) {
        guard !core.omits(.closeEvicted) else {
            close(connection)
            return
        }
        let others = channels.compactMap { key, channel in
            key == connection || channel.isClosing ? nil : (lastActive: channel.lastActive, key: key)
        }
        let idlest = core.behaviour(.connectionsEvicted) == "idlest"
        if let evicted = idlest ? others.min(by: <) : others.max(by: <) { close(evicted.key) }
    }

    mutating func close(_ connection: ConnectionID, abruptly: Bool = false) {
        guard channels[connection]?.isClosing == false else { return }
        channels[connection]?.isClosing = true
        actions.append(.close(connection, abruptly: abruptly))
    }

    /// What a defect of the link does before or instead of a message.
    private mutating func apply(_ change: LinkChange, to connection: ConnectionID, now: Moment) {
        switch change {
        case .close, .hang: close(connection)
        case .reset: close(connection, abruptly: true)
        case .crash: actions.append(.crash)
        case .delay, .drip, .split: break
        }
    }

    // MARK: Output

    /// Events that are due, and what the core wants done; then everything in its order.
    private mutating func finish(now: Moment) -> [AccessoryAction] {
        for effect in core.takeEffects() { carryOut(effect) }
        core.request = nil
        core.traits = []
        for notice in core.takeEvents(now: now) { send(notice) }
        defer { actions = [] }
        return actions
    }

    /// Does what the core wants done.
    mutating func carryOut(_ effect: CoreEffect) {
        switch effect {
        case .persist: actions.append(.persist(core.state))
        case .close(let connection): close(connection)
        case .advertise: actions.append(.advertise)
        case .crash: actions.append(.crash)
        case .secure(let connection, let keys):
            let departures = core.defects.departures(core.context(connection))
            channels[connection]?.opener = FrameOpener(
                key: keys.controllerToAccessory,
                otherKey: keys.accessoryToController,
                departures: departures
            )
            channels[connection]?.sealer = FrameSealer(
                key: keys.accessoryToController,
                departures: departures,
                random: core.random
            )
        }
    }

    /// Sends plain bytes, or seals them in the session's frames.
    ///
    /// - Parameter isCounted: whether the frames use up their counters.
    mutating func transmit(
        _ bytes: [UInt8],
        on connection: ConnectionID,
        link: [LinkChange],
        isCounted: Bool = true
    ) {
        guard channels[connection]?.isClosing == false else { return }
        var sealed = bytes
        if channels[connection]?.isSecured == true, !core.isHooked(.sessionPlainAnswers, core.context(connection)) {
            let before = channels[connection]?.sealer
            sealed = channels[connection]?.sealer?.seal(bytes).flatMap(\.raw) ?? []
            if !isCounted { channels[connection]?.sealer = before }
        }
        actions.append(.send(sealed, to: connection, link: link))
    }
}
