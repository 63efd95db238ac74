import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import Synchronization

/// A connection that the tester closes after an exchange without an answer in time.
///
/// The answer may still arrive. On an open connection it would be taken for the answer to the next request. Bytes that
/// a case sends as they are (`send`) do not always ask for an answer, so the connection stays open after them.
final class PromptConnection: Connection {
    private let wire: any Connection
    private let clock: MonotonicClock
    /// Whether the tester has closed it for this reason, and not opened it since.
    private let isAbandoned = Mutex(false)

    init(_ wire: any Connection, clock: MonotonicClock) {
        self.wire = wire
        self.clock = clock
    }

    var name: String { wire.name }
    var transport: TransportKind { wire.transport }
    var destination: String { wire.destination }
    var isOpen: Bool { wire.isOpen }
    var isSecured: Bool { wire.isSecured }
    var isEnding: Bool { wire.isEnding }
    var closing: Exchange.Closing? { wire.closing }

    var raw: (any RawAccess)? { wire.raw.map { PromptAccess(connection: self, access: $0) } }

    func open(within limit: Duration) async throws(ControllerError) {
        try await wire.open(within: limit)
        isAbandoned.withLock { $0 = false }
    }

    func close(abruptly: Bool) async { await wire.close(abruptly: abruptly) }

    func secure(_ keys: SessionKeys, controller: String?) { wire.secure(keys, controller: controller) }

    func perform(_ operation: Operation, within limit: Duration) async -> Exchange {
        await closing { await wire.perform(operation, within: limit) }
    }

    func roundTrip(within limit: Duration) async -> RoundTrip? { await wire.roundTrip(within: limit) }

    func listen(within limit: Duration) async -> Exchange { await wire.listen(within: limit) }

    func events(from start: Moment?, until end: Moment) async -> [EventNotice] {
        await wire.events(from: start, until: end)
    }

    /// Carries out an exchange, and closes the connection if no answer arrived in time.
    fileprivate func closing(after exchange: () async -> Exchange) async -> Exchange {
        let abandoned = Exchange(failure: .abandoned, timing: Exchange.Timing(sent: clock.now))
        guard !isAbandoned.withLock({ $0 }) else { return abandoned }
        let result = await exchange()
        // A second operation that waited for its turn meanwhile finds the connection closed.
        if result.failure == .notOpen, isAbandoned.withLock({ $0 }) { return abandoned }
        guard result.failure == .timedOut else { return result }
        isAbandoned.withLock { $0 = true }
        await wire.close(abruptly: false)
        return result
    }
}

/// The messages of the transport on such a connection.
private struct PromptAccess: RawAccess {
    let connection: PromptConnection
    let access: any RawAccess

    func rejection(of step: RawStep) -> String? { access.rejection(of: step) }
    func needsSession(_ step: RawStep) -> Bool? { access.needsSession(step) }
    func writes(_ step: RawStep) -> Bool { access.writes(step) }

    func send(
        _ step: RawStep,
        reader: BytesReader,
        captured: [UInt8]?,
        within limit: Duration
    ) async -> Exchange {
        guard step.verb == "request" else {
            return await access.send(step, reader: reader, captured: captured, within: limit)
        }
        return await connection.closing {
            await access.send(step, reader: reader, captured: captured, within: limit)
        }
    }

    var lastSent: [UInt8]? { access.lastSent }
}

extension RunEnvironment {
    /// A new connection to the accessory, not opened yet.
    ///
    /// - Parameter observer: receives every event on it.
    func connection(named name: String, observer: any WireObserver = NoObserver()) -> any Connection {
        PromptConnection(transport.connection(named: name, observer: observer), clock: clock)
    }
}
