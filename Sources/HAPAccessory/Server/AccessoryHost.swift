package import HAPModel
package import Measurement

/// A simulated accessory with all its transports: one ``AccessoryCore``, and the bindings that borrow it.
///
/// A pure machine: inputs of connections go in, actions come out; it has neither links nor a clock. Values, pairings,
/// tries, the current Pair Setup and subscriptions belong to the core, so that all transports share them. The host
/// passes the core's effects on a connection to the binding that owns the connection.
package struct AccessoryHost: Sendable {
    package internal(set) var core: AccessoryCore
    private var bindings: [any AccessoryBinding]
    /// The index of each connection's binding.
    private var owners: [ConnectionID: Int] = [:]
    private var actions: [AccessoryAction] = []

    /// - Parameter bindings: the transports, which ``opened(_:over:now:)`` names by their index.
    package init(_ core: AccessoryCore, bindings: [any AccessoryBinding] = [IPAccessory()]) {
        self.core = core
        self.bindings = bindings
    }

    /// When the accessory needs the next call of ``wake(now:)``; `nil` if it waits for nothing.
    package var nextDeadline: Moment? {
        bindings.reduce(core.nextDeadline) { $0.earlier($1.nextDeadline(core)) }
    }

    // MARK: Input

    /// A connection was opened; its number is unique over all bindings.
    ///
    /// - Parameter binding: the index of its binding.
    package mutating func opened(
        _ connection: ConnectionID,
        over binding: Int = 0,
        now: Moment
    ) -> [AccessoryAction] {
        owners[connection] = binding
        core.activeTransport = bindings[binding].transport
        core.open(connection)
        core.request = nil
        bindings[binding].opened(&core, connection, now: now)
        return finish(now: now)
    }

    /// Bytes arrived on a connection.
    package mutating func received(
        _ bytes: [UInt8],
        on connection: ConnectionID,
        now: Moment
    ) -> [AccessoryAction] {
        core.advance(to: now)
        core.activeTransport = owners[connection].map { bindings[$0].transport }
        if let owner = owners[connection] { bindings[owner].received(&core, bytes, on: connection, now: now) }
        return finish(now: now)
    }

    /// A connection has ended.
    package mutating func closed(_ connection: ConnectionID, now: Moment) -> [AccessoryAction] {
        core.activeTransport = owners[connection].map { bindings[$0].transport }
        core.close(connection, now: now)
        if let owner = owners.removeValue(forKey: connection) { bindings[owner].closed(&core, connection, now: now) }
        return finish(now: now)
    }

    /// The moment of ``nextDeadline`` has passed.
    package mutating func wake(now: Moment) -> [AccessoryAction] {
        core.advance(to: now)
        for index in bindings.indices {
            core.activeTransport = bindings[index].transport
            bindings[index].wake(&core, now: now)
        }
        return finish(now: now)
    }

    /// Sets a value as the device would; `nil` if the characteristic does not exist or the value violates its rules.
    package mutating func set(_ id: CharacteristicID, _ value: JSON, now: Moment) -> [AccessoryAction]? {
        core.advance(to: now)
        return core.set(id, value, now: now) ? finish(now: now) : nil
    }

    /// Presses a button; `nil` if the button or the kind of press does not exist.
    package mutating func press(_ id: CharacteristicID, _ value: JSON, now: Moment) -> [AccessoryAction]? {
        core.advance(to: now)
        return core.press(id, value) ? finish(now: now) : nil
    }

    /// Shows these defects and twins from now on.
    mutating func show(_ conduct: [any AlteredConduct]) { core.defects = Switchboard(conduct) }

    /// Turns the accessory off and on; all connections are removed.
    package mutating func restart() { begin(as: core.afterRestart()) }

    /// Resets the accessory to factory settings; all connections are removed.
    package mutating func factoryReset() { begin(as: core.afterFactoryReset()) }

    private mutating func begin(as core: AccessoryCore) {
        self.core = core
        owners = [:]
        actions = []
        for index in bindings.indices { bindings[index].reset() }
    }

    // MARK: Output

    /// The core's effects, then the events that are due, in order.
    private mutating func finish(now: Moment) -> [AccessoryAction] {
        collect()
        var effects = core.takeEffects()
        while !effects.isEmpty {
            for effect in effects { carryOut(effect, now: now) }
            // The end of a session may end others.
            effects = core.takeEffects()
        }
        core.request = nil
        core.traits = []
        core.activeTransport = nil
        for notice in core.takeEvents(now: now) {
            guard let owner = owners[notice.connection] else { continue }
            bindings[owner].send(&core, notice, now: now)
            actions += bindings[owner].takeActions()
        }
        defer { actions = [] }
        return actions
    }

    private mutating func carryOut(_ effect: CoreEffect, now: Moment) {
        switch effect {
        case .persist: actions.append(.persist(core.state))
        case .advertise: actions.append(.advertise)
        case .crash: actions.append(.crash)
        case .close(let connection):
            guard let owner = owners[connection] else { return }
            bindings[owner].close(&core, connection, now: now)
        case .secure(let connection, let keys):
            guard let owner = owners[connection] else { return }
            bindings[owner].secure(&core, connection, with: keys)
        }
        collect()
    }

    private mutating func collect() {
        for index in bindings.indices { actions += bindings[index].takeActions() }
    }
}
