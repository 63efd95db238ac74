package import HAPPairing
import HAPSession
import HTTPWire
package import Measurement

/// The IP transport of a simulated accessory: HTTP in plain text, then in secure frames.
///
/// It holds the byte side of its connections; everything else belongs to the ``AccessoryCore``.
package struct IPAccessory: AccessoryBinding {
    package let transport = "ip"
    var channels: [ConnectionID: IPChannel] = [:]
    private var accepted = 0
    /// The bytes that wait, because another connection blocks theirs.
    var held: [ConnectionID: [UInt8]] = [:]
    /// The output for the current input.
    var actions: [AccessoryAction] = []
    /// The newest response to a read, if connections share it.
    var lastRead: (connection: ConnectionID, reply: IPReply)?

    package init() {}

    package func nextDeadline(_ core: AccessoryCore) -> Moment? {
        guard let idle = core.idleLimit else { return nil }
        return channels.values.filter { !$0.isClosing }.map { $0.lastActive.advanced(by: idle) }.min()
    }

    // MARK: Input

    package mutating func opened(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        let limits = HTTPDecoder.Limits(
            head: Int(clamping: core.constant(.headMaximum)),
            body: Int(clamping: core.constant(.bodyMaximum))
        )
        channels[connection] = IPChannel(now: now, limits: limits)
        for change in core.linkChanges(at: .accept, core.context(connection)) { apply(change, to: connection) }
        if channels.count > Int(clamping: core.constant(.connections)) { makeRoom(&core, for: connection) }
        accepted += 1
        let total = core.constant(.connectionsTotal)
        if total > 0, accepted > total { close(connection) }
    }

    package mutating func received(
        _ core: inout AccessoryCore,
        _ bytes: [UInt8],
        on connection: ConnectionID,
        now: Moment
    ) {
        if isHeldUp(&core, connection) {
            held[connection, default: []] += bytes
        } else {
            take(&core, bytes, on: connection, now: now)
        }
        takeHeld(&core, now: now)
        if let channel = channels[connection] { core.heard(connection, isReceiving: !channel.isIdle, now: now) }
    }

    package mutating func closed(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        if channels[connection]?.hasServed == true || !core.omits(.connectionRelease) {
            channels[connection] = nil
            held[connection] = nil
        }
        takeHeld(&core, now: now)
    }

    package mutating func wake(_ core: inout AccessoryCore, now: Moment) {
        guard let idle = core.idleLimit else { return }
        for connection in channels.keys.sorted() {
            guard let channel = channels[connection], channel.lastActive.advanced(by: idle) <= now else { continue }
            close(connection)
        }
    }

    package mutating func reset() { self = IPAccessory() }

    // MARK: Connections

    /// Closes the connection that was idle longest, to make room for a new one.
    private mutating func makeRoom(_ core: inout AccessoryCore, for connection: ConnectionID) {
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

    package mutating func close(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        close(connection)
    }

    mutating func close(_ connection: ConnectionID, abruptly: Bool = false) {
        guard channels[connection]?.isClosing == false else { return }
        channels[connection]?.isClosing = true
        actions.append(.close(connection, abruptly: abruptly))
    }

    /// A link defect's behaviour before or instead of a message.
    private mutating func apply(_ change: LinkChange, to connection: ConnectionID) {
        switch change {
        case .close, .hang: close(connection)
        case .reset: close(connection, abruptly: true)
        case .crash: actions.append(.crash)
        case .delay, .drip, .split: break
        }
    }

    // MARK: Output

    package mutating func takeActions() -> [AccessoryAction] {
        defer { actions = [] }
        return actions
    }

    package mutating func secure(_ core: inout AccessoryCore, _ connection: ConnectionID, with keys: SessionKeys) {
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

    /// Carries out the core's effects on the binding's own connections.
    mutating func carryOut(_ core: inout AccessoryCore, _ effect: CoreEffect) {
        switch effect {
        case .close(let connection): close(connection)
        case .secure(let connection, let keys): secure(&core, connection, with: keys)
        case .persist: actions.append(.persist(core.state))
        case .advertise: actions.append(.advertise)
        case .crash: actions.append(.crash)
        }
    }

    /// Sends plain bytes, or encrypts them in the session's frames.
    ///
    /// - Parameter isCounted: whether the frames increment the counter.
    mutating func transmit(
        _ core: inout AccessoryCore,
        _ bytes: [UInt8],
        on connection: ConnectionID,
        link: [LinkChange],
        isCounted: Bool = true
    ) {
        guard channels[connection]?.isClosing == false else { return }
        var sealed = bytes
        if channels[connection]?.isSecured == true, !core.isHooked(.sessionPlainAnswers, core.context(connection)) {
            let before = channels[connection]?.sealer
            let last = bytes.isEmpty ? 0 : (bytes.count - 1) % 1024 + 1
            let cut = last > 1006 && core.omits(.frameKeep, core.context(connection)) ? last - 1006 : 0
            sealed = channels[connection]?.sealer?.seal(Array(bytes.dropLast(cut))).flatMap(\.raw) ?? []
            if !isCounted { channels[connection]?.sealer = before }
        }
        actions.append(.send(sealed, to: connection, link: link))
    }
}
