package import HAPController
package import HAPModel
package import HAPPairing
import HAPSession
package import Links
package import Measurement
import Synchronization

/// One link to an accessory that carries PDUs.
///
/// The link is read only while an operation runs; what arrives in between waits in the link, with the moment of its
/// arrival.
package final class PDUConnection: Connection {
    struct State {
        var link: (any Link)?
        var conversation: PDUConversation
    }

    package let name: String
    let clock: MonotonicClock
    let formats: PDUFormats
    let gate: AsyncGate
    let state: Mutex<State>
    private let dialer: any LinkDialer
    private let observer: any WireObserver

    /// - Parameter formats: what connections to the same accessory have learned of its characteristics.
    package init(
        dialer: any LinkDialer,
        clock: MonotonicClock,
        formats: PDUFormats = PDUFormats(),
        observer: any WireObserver = NoObserver(),
        name: String
    ) {
        self.dialer = dialer
        self.clock = clock
        self.formats = formats
        self.observer = observer
        self.name = name
        gate = AsyncGate(clock: clock)
        let journal = PDUJournal(connection: name, observer: observer)
        state = Mutex(State(conversation: PDUConversation(journal: journal, formats: formats)))
    }

    package var transport: TransportKind { .thread }
    package var destination: String { dialer.destination }
    package var raw: (any RawAccess)? { nil }

    package var isOpen: Bool {
        state.withLock { $0.link != nil && $0.conversation.closing == nil }
    }

    package var isSecured: Bool {
        state.withLock { $0.conversation.isSecured }
    }

    package func open(within limit: Duration) async throws(ControllerError) {
        let deadline = clock.deadline(in: limit)
        guard await gate.enter(until: deadline) else {
            throw ControllerError(.timedOut, "another operation on \(name) took all the time")
        }
        defer { gate.leave() }
        guard !isOpen else { throw ControllerError(.alreadyOpen, "\(name) is open already: close it first") }
        let started = clock.now
        let link: any Link
        do {
            link = try await dialer.dial(until: deadline)
        } catch {
            throw ControllerError(error)
        }
        let moment = clock.now
        state.withLock { state in
            state.link = link
            let journal = PDUJournal(connection: name, observer: observer)
            state.conversation = PDUConversation(journal: journal, formats: formats)
            state.conversation.opened(to: dialer.destination, took: started.duration(to: moment), at: moment)
        }
    }

    package func close(abruptly: Bool) async {
        guard let link = state.withLock({ $0.link }) else { return }
        await link.close(abruptly: abruptly)
        let moment = clock.now
        state.withLock { $0.conversation.ended(.local, at: moment) }
    }

    package func secure(_ keys: SessionKeys, controller: String?) {
        let moment = clock.now
        state.withLock { $0.conversation.secure(keys, controller: controller, at: moment) }
    }

    package func events(from start: Moment?, until end: Moment) async -> [EventNotice] {
        // Nothing is read meanwhile: the link stamps what arrives.
        try? await clock.sleep(until: end)
        if gate.enterAtOnce() {
            defer { gate.leave() }
            if let link = state.withLock({ $0.link }) { await readWaiting(link) }
        }
        return state.withLock { $0.conversation.takeEvents(from: start) }
    }
}
