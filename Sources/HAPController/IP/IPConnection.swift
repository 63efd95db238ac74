package import HAPCrypto
package import HAPModel
package import HAPPairing
import HAPSession
package import HTTPWire
package import Links
package import Measurement
import Synchronization

/// One TCP connection to an accessory: opened, perhaps secured, and at last closed.
///
/// What the accessory does never throws: it is a result. Every operation is bounded by a deadline; operations of several
/// tasks follow each other. The link is read only while an operation runs; what comes in between waits in the link, with
/// the moment of its arrival.
package final class IPConnection: Sendable {
    struct State {
        var link: (any Link)?
        var conversation: Conversation
    }

    /// What the connection is called in records.
    package let name: String
    let clock: MonotonicClock
    let gate: AsyncGate
    let state: Mutex<State>
    private let dialer: any LinkDialer
    private let observer: any WireObserver
    private let random: any RandomSource

    /// - Parameter random: for alterations of frames.
    package init(
        dialer: any LinkDialer,
        clock: MonotonicClock,
        observer: any WireObserver = NoObserver(),
        name: String,
        random: any RandomSource = SystemRandom()
    ) {
        self.dialer = dialer
        self.clock = clock
        self.observer = observer
        self.name = name
        self.random = random
        gate = AsyncGate(clock: clock)
        state = Mutex(State(conversation: Conversation(name: name, observer: observer, random: random)))
    }

    /// Opens the connection; after a close it may be opened again, for a new conversation.
    ///
    /// - Throws: ``ControllerError`` if nothing accepts it in time.
    package func open(within limit: Duration) async throws(ControllerError) {
        let deadline = clock.deadline(in: limit)
        guard await gate.enter(until: deadline) else {
            throw ControllerError(.timedOut, "another operation on \(name) took all the time")
        }
        defer { gate.leave() }
        guard !isOpen else { throw ControllerError(.alreadyOpen, "\(name) is open already: close it first") }
        let link: any Link
        do {
            link = try await dialer.dial(until: deadline)
        } catch {
            throw ControllerError(error)
        }
        let moment = clock.now
        state.withLock { state in
            state.link = link
            state.conversation = Conversation(name: name, observer: observer, random: random)
            state.conversation.record(.out, .opened(destination: dialer.destination), at: moment)
        }
    }

    /// Where it leads to: `127.0.0.1:51826`.
    package var destination: String { dialer.destination }

    /// Whether it was opened, and no end of it is known.
    package var isOpen: Bool {
        state.withLock { $0.link != nil && $0.conversation.closing == nil }
    }

    /// Whether everything on it is encrypted.
    package var isSecured: Bool {
        state.withLock { $0.conversation.isSecured }
    }

    /// Encrypts everything from here on, in both directions.
    ///
    /// - Parameter controller: the identifier of the controller whose session it is, for records.
    package func secure(_ keys: SessionKeys, controller: String? = nil) {
        let moment = clock.now
        state.withLock { $0.conversation.secure(keys, controller: controller, at: moment) }
    }

    /// Closes the connection; bytes that were sent are delivered first, unless `abruptly` (TCP: RST instead of FIN).
    package func close(abruptly: Bool = false) async {
        guard let link = state.withLock({ $0.link }) else { return }
        await link.close(abruptly: abruptly)
        let moment = clock.now
        state.withLock { $0.conversation.ended(.local, at: moment) }
    }

    /// How and when it ended, if that is known.
    package var closing: Exchange.Closing? {
        state.withLock { $0.conversation.closing }
    }

    // MARK: - What cases look at

    /// The last frame of the last message that was sent; outside a session the bytes.
    package var lastSent: [UInt8]? {
        state.withLock { $0.conversation.lastSent }
    }

    /// The last frame that came; outside a session the last bytes.
    package var lastReceived: [UInt8] {
        state.withLock { $0.conversation.lastReceived }
    }

    /// The frames of a request, to be sent as raw bytes; outside a session the request itself.
    ///
    /// Their counters are used up.
    /// - Parameters:
    ///   - departures: what is altered in the frames.
    ///   - sizes: how much text the frames carry, the last size as often as needed.
    package func frames(
        of request: HTTPRequest,
        departures: Departures = .none,
        sizes: [Int]? = nil
    ) -> [UInt8] {
        frames(of: completed(request).encoded(), departures: departures, sizes: sizes)
    }

    /// The frames of any bytes, to be sent as raw bytes.
    package func frames(
        of plain: [UInt8],
        departures: Departures = .none,
        sizes: [Int]? = nil
    ) -> [UInt8] {
        state.withLock { $0.conversation.pack(plain, departures: departures, sizes: sizes) }.flatMap(\.raw)
    }

    /// The request with the Host field that belongs there, unless it is to go out as it is given.
    func completed(_ request: HTTPRequest) -> HTTPRequest {
        guard request.framing != .asGiven, request.headers["Host"] == nil else { return request }
        var request = request
        request.headers.insert(HTTPHeader("Host", dialer.destination), at: 0)
        return request
    }
}
