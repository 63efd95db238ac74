package import HAPCrypto
package import HAPModel
package import HAPPairing
import HAPSession
package import HTTPWire
package import Links
package import Measurement
import Synchronization

/// One TCP connection to an accessory, which carries HTTP.
///
/// The link is read only while an operation runs; bytes that arrive in between wait in the link, with their arrival
/// time.
package final class IPConnection: Connection {
    struct State {
        var link: (any Link)?
        var conversation: Conversation
        /// How often a write with each number was prepared.
        private var prepared: [UInt64: UInt64] = [:]

        init(conversation: Conversation) {
            self.conversation = conversation
        }

        /// The pid of a timed write. It identifies one write of the connection, so the same number is another pid when it is
        /// prepared again.
        mutating func pid(of timed: TimedWrite) -> UInt64 {
            if timed.isPrepared { prepared[timed.number, default: 0] += 1 }
            return timed.number &+ 2 * (max(1, prepared[timed.number] ?? 0) - 1)
        }
    }

    package let name: String
    let clock: MonotonicClock
    let gate: AsyncGate
    let state: Mutex<State>
    private let dialer: any LinkDialer
    /// The destination without the zone of its address, which has a meaning only on this machine (RFC 6874 4).
    private let host: String
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
        host = Self.host(dialer.destination)
        self.clock = clock
        self.observer = observer
        self.name = name
        self.random = random
        gate = AsyncGate(clock: clock)
        state = Mutex(State(conversation: Conversation(name: name, observer: observer, random: random)))
    }

    package var transport: TransportKind { .ip }
    package var destination: String { dialer.destination }

    package func open(within limit: Duration) async throws(ControllerError) {
        let deadline = clock.deadline(in: limit)
        guard await gate.enter(until: deadline) else {
            throw ControllerError(.timedOut, "another operation on \(name) used all the time")
        }
        defer { gate.leave() }
        guard !isOpen else { throw ControllerError(.alreadyOpen, "\(name) is already open: close it first") }
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
            state.conversation = Conversation(name: name, observer: observer, random: random)
            let took = started.duration(to: moment)
            state.conversation.record(.out, .opened(destination: dialer.destination, took: took), at: moment)
        }
    }

    package var isOpen: Bool {
        state.withLock { $0.link != nil && $0.conversation.closing == nil }
    }

    package var isEnding: Bool {
        state.withLock { $0.conversation.isEnding }
    }

    package var isSecured: Bool {
        state.withLock { $0.conversation.isSecured }
    }

    package func secure(_ keys: SessionKeys, controller: String?) {
        let moment = clock.now
        state.withLock { $0.conversation.secure(keys, controller: controller, at: moment) }
    }

    package func close(abruptly: Bool) async {
        guard let link = state.withLock({ $0.link }) else { return }
        await link.close(abruptly: abruptly)
        let moment = clock.now
        state.withLock { $0.conversation.ended(.local, at: moment) }
    }

    package var closing: Exchange.Closing? {
        state.withLock { $0.conversation.closing }
    }

    package var raw: (any RawAccess)? { HTTPAccess(connection: self) }

    package func roundTrip(within limit: Duration) async -> RoundTrip? {
        guard let known = state.withLock({ $0.link })?.roundTrip else { return nil }
        return RoundTrip(
            method: "TCP_INFO",
            usual: known.smoothed,
            least: known.least,
            resent: known.resent,
            relay: known.relay
        )
    }

    // MARK: - Bytes that cases inspect

    /// The last frame of the last sent message; outside a session, its bytes.
    package var lastSent: [UInt8]? {
        state.withLock { $0.conversation.lastSent }
    }

    /// The last received frame; outside a session, the last bytes.
    package var lastReceived: [UInt8] {
        state.withLock { $0.conversation.lastReceived }
    }

    /// Records that the next plain bytes contain these requests; without any, their content is unknown.
    func expectAnswers(to requests: [HTTPRequest]) {
        let moment = clock.now
        state.withLock { $0.conversation.expectAnswers(to: requests, at: moment) }
    }

    /// The frames of a request, for sending as raw bytes; outside a session, the request itself.
    ///
    /// Their counters are consumed.
    /// - Parameters:
    ///   - departures: the alterations of the frames.
    ///   - sizes: the frames' text lengths; the last one repeats.
    package func frames(
        of request: HTTPRequest,
        departures: Departures = .none,
        sizes: [Int]? = nil
    ) -> [UInt8] {
        frames(of: completed(request).encoded(), departures: departures, sizes: sizes)
    }

    /// The frames of any bytes, for sending as raw bytes.
    package func frames(
        of plain: [UInt8],
        departures: Departures = .none,
        sizes: [Int]? = nil
    ) -> [UInt8] {
        state.withLock { $0.conversation.pack(plain, departures: departures, sizes: sizes) }.flatMap(\.raw)
    }

    /// The request with a Host field, unless it must be sent as given.
    func completed(_ request: HTTPRequest) -> HTTPRequest {
        guard request.framing != .asGiven, request.headers["Host"] == nil else { return request }
        var request = request
        request.headers.insert(HTTPHeader("Host", host), at: 0)
        return request
    }

    private static func host(_ destination: String) -> String {
        let parts = destination.split(separator: "%", maxSplits: 1)
        guard parts.count == 2, let end = parts[1].firstIndex(of: "]") else { return destination }
        return String(parts[0] + parts[1][end...])
    }
}
