import HAPModel
package import Links
package import Measurement
import Synchronization

/// A source of one transport's connections.
package struct AccessoryEntrance: Sendable {
    package var binding: any AccessoryBinding
    package var listener: any LinkListener

    package init(_ binding: any AccessoryBinding, listener: any LinkListener) {
        self.binding = binding
        self.listener = listener
    }
}

/// Runs a simulated accessory over listeners: sockets or in-process links, on any clock.
///
/// The ``AccessoryHost`` makes all decisions; this shell carries bytes, keeps time and stores the state.
package final class AccessoryServer: Sendable {
    struct State {
        var accessory: AccessoryHost
        var outboxes: [ConnectionID: AsyncStream<Outbox.Item>.Continuation] = [:]
        var opened: UInt64 = 0
        var alarm: (at: Moment, action: ScheduledAction)?
        /// After a crash.
        var isDead = false
        /// The end of a crash, if the accessory restarts.
        var restart: ScheduledAction?
        /// When that crash ends.
        var restartsAt = Moment(nanoseconds: 0)
        /// Whether the listeners refuse connections because of a crash.
        var isRefusing = false
        var storageFailure: AccessoryError?
        /// Connections that the accessory closes, not the controller.
        var closing: Set<ConnectionID> = []
    }

    private let listeners: [any LinkListener]
    private let clock: MonotonicClock
    private let store: AccessoryStore?
    /// Where it is advertised.
    private let places: [AdvertisedPlace]
    /// Reports what happens on the connections; `nil` reports nothing.
    private let report: (@Sendable (ConnectionReport) -> Void)?
    let state: Mutex<State>

    /// An accessory that is reached over IP alone.
    package convenience init(
        _ core: AccessoryCore,
        listener: any LinkListener,
        clock: MonotonicClock,
        store: AccessoryStore? = nil,
        advertising: Advertising? = nil,
        report: (@Sendable (ConnectionReport) -> Void)? = nil
    ) {
        let entrance = AccessoryEntrance(IPAccessory(), listener: listener)
        self.init(
            core,
            entrances: [entrance],
            clock: clock,
            store: store,
            advertising: advertising.map { [$0] } ?? [],
            report: report
        )
    }

    /// - Parameters:
    ///   - core: the accessory, with its stored state.
    ///   - entrances: the transports that share it.
    ///   - store: where the state is stored; `nil` does not store it.
    ///   - advertising: where it is advertised, once for each transport.
    ///   - report: reports what happens on the connections, in its order.
    package init(
        _ core: AccessoryCore,
        entrances: [AccessoryEntrance],
        clock: MonotonicClock,
        store: AccessoryStore? = nil,
        advertising: [Advertising] = [],
        report: (@Sendable (ConnectionReport) -> Void)? = nil
    ) {
        places = advertising.map { AdvertisedPlace($0) }
        self.report = report
        listeners = entrances.map(\.listener)
        self.clock = clock
        self.store = store
        var core = core
        if store != nil { core.countConfiguration() }
        state = Mutex(State(accessory: AccessoryHost(core, bindings: entrances.map(\.binding))))
        // An accessory keeps its identity from its first start.
        state.withLock { carryOut(.persist($0.accessory.core.state), &$0) }
        announce()
    }

    /// Serves while `body` runs, then closes the listener and every connection.
    package func serving<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.run() }
            defer { group.cancelAll() }
            let value = try await body()
            await closeListeners()
            return value
        }
    }

    /// Serves until the listeners are closed or the task is cancelled; connections then end too.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for place in places {
                let advertiser = Advertiser(
                    place.names,
                    advertising: place.advertising,
                    clock: clock,
                    delay: probeDelay
                ) { [self] in
                    records(place.advertising, $0)
                }
                group.addTask { await advertiser.run(place.changes) }
            }
            await withDiscardingTaskGroup { entrances in
                for index in listeners.indices { entrances.addTask { await self.run(entrance: index) } }
            }
            group.cancelAll()
        }
        state.withLock { state in
            state.alarm.take()?.action.cancel()
            state.restart.take()?.cancel()
        }
    }

    /// Waits until the accessory has advertised itself, after it has probed for its names and perhaps chosen others.
    ///
    /// It announces its records twice, a second apart, and what a tester asks for then must not seem to be answered by that.
    ///
    /// - Parameter limit: how long to wait at most. An accessory that is not advertised is not waited for.
    package func awaitAdvertisement(within limit: Duration) async {
        let deadline = clock.deadline(in: limit)
        while !places.allSatisfy(\.names.isAnnounced), clock.now < deadline, !Task.isCancelled {
            try? await clock.sleep(until: clock.deadline(in: .milliseconds(20)))
        }
    }

    private func run(entrance index: Int) async {
        await withDiscardingTaskGroup { group in
            for await link in listeners[index].links {
                let (items, outbox) = AsyncStream.makeStream(of: Outbox.Item.self)
                let connection = accept(outbox, over: index)
                group.addTask { await self.serve(link, connection, items) }
            }
            group.cancelAll()
        }
    }

    /// There are records to announce.
    private func announce() {
        for place in places { place.announce() }
    }

    private func closeListeners() async {
        for listener in listeners { await listener.close() }
    }

    /// The current advertisement; `nil` after a crash.
    private func records(_ advertising: Advertising, _ numbers: AdvertisedNames.Numbers) -> ServiceRecords? {
        state.withLock { state in
            state.accessory.core.activeTransport = advertising.service.transport
            defer { state.accessory.core.activeTransport = nil }
            guard !state.isDead, let conduct = state.accessory.core.advertisingConduct(),
                let label = state.accessory.core.advertisedLabel()
            else { return nil }
            return ServiceRecords(
                name: label,
                service: advertising.service,
                deviceID: state.accessory.core.state.deviceID,
                address: advertising.address,
                port: advertising.port,
                strings: state.accessory.core.advertisedText(),
                numbers: numbers,
                conduct: conduct
            )
        }
    }

    /// The delay before the first probe. Device IDs are random, so accessories have different ones.
    private var probeDelay: Duration {
        let digits = state.withLock { $0.accessory.core.state.deviceID }.suffix(2)
        return .milliseconds(UInt8(digits, radix: 16).map { Int($0) * 250 / 256 } ?? 0)
    }

    private func serve(_ link: any Link, _ connection: ConnectionID, _ items: AsyncStream<Outbox.Item>) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                guard await Outbox(link: link, clock: self.clock).drain(items) else { return }
                if self.isDeadForGood { await self.closeListeners() } else { await self.refuseUntilRestart() }
            }
            report?(ConnectionReport(connection, .opened(by: link.name)))
            var controller: [UInt8]?
            while case .bytes(let bytes, at: _) = await link.receive(until: Moment(nanoseconds: .max)) {
                apply { $0.received(bytes, on: connection, now: $1) }
                guard let report else { continue }
                let verified = self.controller(on: connection)
                guard verified != controller else { continue }
                controller = verified
                report(ConnectionReport(connection, verified.map { .verified($0) } ?? .sessionEnded))
            }
            apply { $0.closed(connection, now: $1) }
            let (outbox, isOwn) = state.withLock { state in
                (state.outboxes.removeValue(forKey: connection), state.closing.remove(connection) != nil)
            }
            report?(ConnectionReport(connection, .closed(byAccessory: isOwn)))
            outbox?.finish()
        }
    }

    /// The identifier of the controller whose session the connection has.
    private func controller(on connection: ConnectionID) -> [UInt8]? {
        state.withLock { $0.accessory.core.connections[connection]?.session?.identifier }
    }

    private func accept(_ outbox: AsyncStream<Outbox.Item>.Continuation, over entrance: Int) -> ConnectionID {
        let connection = state.withLock { state in
            state.opened += 1
            let connection = ConnectionID(number: state.opened)
            state.outboxes[connection] = outbox
            if state.isDead { outbox.yield(.close(abruptly: true)) }
            return connection
        }
        apply { $0.opened(connection, over: entrance, now: $1) }
        return connection
    }

    // MARK: State

    /// Resets the accessory to factory settings; every connection ends.
    package func factoryReset() async {
        state.withLock { state in
            state.restart.take()?.cancel()
            for outbox in state.outboxes.values { outbox.yield(.close(abruptly: false)) }
            state.isDead = false
            state.accessory.factoryReset()
            carryOut(.persist(state.accessory.core.state), &state)
            carryOut(.advertise, &state)
            setAlarm(&state)
        }
        await acceptAgain()
    }

    /// Turns the accessory off, and on again after a second. Every connection breaks, and what only its memory holds is
    /// lost; see ``AccessoryCore/afterRestart()``.
    ///
    /// - Returns: whether the accessory is on; one that has crashed for good does not start again.
    package func powerCycle() async -> Bool {
        let isOff = state.withLock { state in
            guard !state.isDead || state.restart != nil else { return false }
            state.restart.take()?.cancel()
            state.isDead = true
            state.closing.formUnion(state.outboxes.keys)
            for outbox in state.outboxes.values { outbox.yield(.close(abruptly: true)) }
            return true
        }
        guard isOff else { return false }
        try? await clock.sleep(until: clock.deadline(in: Self.timeOff))
        state.withLock { state in
            state.isDead = false
            state.accessory.restart()
            carryOut(.persist(state.accessory.core.state), &state)
            carryOut(.advertise, &state)
            setAlarm(&state)
        }
        await acceptAgain()
        return true
    }

    /// How long an accessory is off in a power cycle.
    private static let timeOff = Duration.milliseconds(200)

    /// A snapshot of the accessory, for callers that inspect it.
    package func snapshot() -> AccessoryCore {
        state.withLock { $0.accessory.core }
    }

    /// Why the state could not be stored; `nil` if it was.
    package var storageFailure: AccessoryError? { state.withLock { $0.storageFailure } }

    // MARK: Actions

    /// Gives the accessory an input, and carries out its actions in order.
    @discardableResult
    func apply(_ step: (inout AccessoryHost, Moment) -> [AccessoryAction]?) -> Bool {
        state.withLock { state in
            guard !state.isDead else { return true }
            guard let actions = step(&state.accessory, clock.now) else { return false }
            for action in actions { carryOut(action, &state) }
            setAlarm(&state)
            return true
        }
    }

    func carryOut(_ action: AccessoryAction, _ state: inout State) {
        switch action {
        case .send(let bytes, let connection, let link):
            state.outboxes[connection]?.yield(.bytes(bytes, link))
        case .close(let connection, let abruptly):
            state.closing.insert(connection)
            state.outboxes[connection]?.yield(.close(abruptly: abruptly))
        case .persist(let kept):
            do throws(AccessoryError) {
                try store?.save(kept)
            } catch {
                state.storageFailure = error
            }
        case .advertise:
            announce()
        case .crash:
            state.isDead = true
            state.closing.formUnion(state.outboxes.keys)
            for outbox in state.outboxes.values { outbox.yield(.crash) }
            let (seconds, connections) = (state.accessory.core.constant(.restartSeconds), Array(state.outboxes.keys))
            guard seconds > 0 else { return }
            state.restartsAt = clock.deadline(in: .seconds(seconds))
            state.restart = clock.source.schedule(at: state.restartsAt) { [weak self] in
                self?.restart(without: connections)
            }
        }
    }

    /// Whether the accessory has crashed and does not restart.
    private var isDeadForGood: Bool { state.withLock { $0.isDead && $0.restart == nil } }

    /// Refuses connections from a crash until the accessory restarts.
    private func refuseUntilRestart() async {
        let end = state.withLock { state in
            defer { state.isRefusing = true }
            return state.isRefusing ? nil : state.restartsAt
        }
        guard let end else { return }
        for listener in listeners { await listener.pause() }
        // A reset may have ended the crash in the meantime.
        guard state.withLock({ $0.isRefusing }) else {
            for listener in listeners { try? await listener.resume() }
            return
        }
        // The end of the server closes the listeners for good.
        guard (try? await clock.sleep(until: end)) != nil else { return }
        await acceptAgain()
    }

    /// Accepts connections again, if the accessory refuses them because of a crash.
    private func acceptAgain() async {
        guard state.withLock({ $0.isRefusing }) else { return }
        // Where another program has taken the port, the accessory stays away.
        for listener in listeners { try? await listener.resume() }
        state.withLock { $0.isRefusing = false }
    }

    /// Ends a crash. What was connected then is not connected any more.
    private func restart(without connections: [ConnectionID]) {
        state.withLock { $0.isDead = false }
        for connection in connections { apply { $0.closed(connection, now: $1) } }
    }

    private func setAlarm(_ state: inout State) {
        let deadline = state.accessory.nextDeadline.map { max($0, clock.now) }
        guard deadline != state.alarm?.at else { return }
        state.alarm?.action.cancel()
        state.alarm = deadline.map { deadline in
            (deadline, clock.source.schedule(at: deadline) { [weak self] in self?.wake(from: deadline) })
        }
    }

    private func wake(from deadline: Moment) {
        state.withLock { state in
            if state.alarm?.at == deadline { state.alarm = nil }
        }
        apply { $0.wake(now: $1) }
    }
}
