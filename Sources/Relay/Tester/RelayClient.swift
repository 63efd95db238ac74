package import Links
package import Measurement
import Synchronization

/// A tester's connection to a relay: the networks of the relay's bench.
///
/// Everything happens when a frame arrives or a deadline passes, so no task has to run for it. A connection that is lost stays
/// lost: everything on it ends, and nothing more can be opened.
package final class RelayClient: Sendable {
    /// Opens the connection and hands over what arrives on it.
    package typealias Dial =
        @Sendable (
            _ deadline: Moment, _ receiving: @escaping @Sendable (StreamArrival) -> Void
        ) async throws(LinkError) -> any StreamSocket

    private enum Phase {
        case greeting
        case open
        /// The reason in words.
        case lost(String)
        case closed
    }

    private struct State {
        var phase = Phase.greeting
        var decoder = RelayFrameDecoder()
        var socket: (any StreamSocket)?
        var receivers: [UInt32: any RelayReceiver] = [:]
        var asked: [UInt32: RelayReply] = [:]
        var channels: UInt32 = 0
        var pings = RelayPings()
        var alarm: ScheduledAction?
        var onLoss: [@Sendable (String) -> Void] = []

        var isOpen: Bool { if case .open = phase { true } else { false } }

        var isGreeting: Bool { if case .greeting = phase { true } else { false } }

        var isConnected: Bool { isOpen || isGreeting }
    }

    /// `relay://bench.example:7070`
    package let name: String
    let clock: MonotonicClock
    private let state = Mutex(State())

    /// How often the tester shows that it is there, and how long a sign of the relay may take.
    private static let heartbeat = Duration.seconds(10)
    private static let patience = Duration.seconds(20)
    /// How many bytes may wait to be sent.
    private static let outbound = LinkLimits().outbound

    private init(name: String, clock: MonotonicClock) {
        self.name = name
        self.clock = clock
    }

    /// Connects to a relay.
    ///
    /// - Parameters:
    ///   - name: the relay, for messages.
    ///   - dial: opens the connection, which checks the relay's certificate.
    /// - Throws: ``LinkError`` if the relay is not reached, is not the expected one, or does not accept the tester.
    package static func connect(
        to name: String,
        token: [UInt8],
        clock: MonotonicClock = .system,
        until deadline: Moment,
        dial: Dial
    ) async throws(LinkError) -> RelayClient {
        let client = RelayClient(name: name, clock: clock)
        let socket: any StreamSocket
        do throws(LinkError) {
            socket = try await dial(deadline) { [weak client] in client?.arrived($0) }
        } catch {
            throw unreachable(name, error)
        }
        client.state.withLock { $0.socket = socket }
        let hello = RelayMessage.hello(version: RelayMessage.version, token: token)
        let answer = await client.ask(hello, on: 0, until: deadline)
        guard case .success(.welcome(let version, _)) = answer, version == RelayMessage.version else {
            let error = client.greetingError(answer)
            await client.close()
            throw error
        }
        client.beat()
        return client
    }

    private static func unreachable(_ name: String, _ error: LinkError) -> LinkError {
        switch error.code {
        case .refused: LinkError(.refused, "nothing listens at \(name): is `assay relay` started there?")
        case .timedOut: LinkError(.timedOut, "\(name) did not respond in time: is it reachable from this network?")
        default: LinkError(error.code, "cannot reach \(name): \(error.message)")
        }
    }

    private func greetingError(_ answer: Result<RelayMessage, LinkError>) -> LinkError {
        switch answer {
        case .success(.refused(let refusal)): LinkError(.unreachable, "\(name): \(refusal.text)")
        case .success: LinkError(.unreachable, "\(name) is not a relay of this version of Assay")
        case .failure(let error): error
        }
    }

    deinit {
        // No reference is left that could close it; the socket closes itself.
        state.withLock { $0.alarm }?.cancel()
    }

    /// Calls `action` with the reason when the connection is lost, at once if it is lost already; not after ``close()``.
    package func onLoss(_ action: @escaping @Sendable (String) -> Void) {
        let reason: String? = state.withLock { state in
            if case .lost(let reason) = state.phase { return reason }
            state.onLoss.append(action)
            return nil
        }
        if let reason { action(reason) }
    }

    /// Closes the connection, and everything on it.
    package func close() async {
        let socket = end(.closed, "the connection to \(name) is closed")
        await socket?.close()
    }

    package var relayRoundTrip: Duration? { state.withLock { $0.pings.last } }

    // MARK: - Channels

    func newChannel() -> UInt32 {
        state.withLock { state in
            state.channels += 1
            return state.channels
        }
    }

    /// Opens a channel for a receiver.
    ///
    /// - Returns: its number.
    func open(_ target: RelayTarget, for receiver: any RelayReceiver, until deadline: Moment) async throws(LinkError)
        -> UInt32
    {
        let channel = newChannel()
        state.withLock { $0.receivers[channel] = receiver }
        let patience = max(0, clock.now.duration(to: deadline).wholeNanoseconds / 1_000_000)
        let answer = await ask(.open(target.text, within: UInt32(clamping: patience)), on: channel, until: deadline)
        if case .success(.opened) = answer { return channel }
        forget(channel)
        switch answer {
        case .success(.refused(let refusal)): throw refusal.linkError
        case .success: throw LinkError(.unreachable, "\(name) did not open \(target.text)")
        case .failure(let error):
            if error.code == .timedOut { post([.end(.abrupt)], on: channel) }
            throw error
        }
    }

    func forget(_ channel: UInt32) { state.withLock { $0.receivers[channel] = nil } }

    /// Ends a channel, and returns when the relay has closed it.
    func end(_ channel: UInt32, abruptly: Bool) async {
        let deadline = clock.deadline(in: LinkLimits().linger + .seconds(1))
        _ = await ask(.end(abruptly ? .abrupt : .orderly), on: channel, until: deadline)
        forget(channel)
    }

    /// Ends a channel without waiting.
    func abandon(_ channel: UInt32) {
        forget(channel)
        post([.end(.abrupt)], on: channel)
    }

    /// Sends messages on a channel.
    ///
    /// - Parameter measuring: whether a ping goes beside them, for the round trip to the relay at this moment.
    /// - Returns: the moment just before; `nil` if the connection is lost or too much waits.
    @discardableResult
    func post(_ messages: [RelayMessage], on channel: UInt32, measuring: Bool = false) -> Moment? {
        let now = clock.now
        var bytes = messages.flatMap { $0.frame(on: channel).encoded() }
        let socket: (any StreamSocket)? = state.withLock { state in
            guard state.isOpen, let socket = state.socket else { return nil }
            guard socket.unsent == 0 || socket.unsent + bytes.count <= Self.outbound else { return nil }
            if measuring, let number = state.pings.send(at: now) {
                bytes += RelayMessage.ping(number).frame(on: channel).encoded()
            }
            return socket
        }
        return socket?.send(bytes)
    }

    /// Why nothing can be sent; `nil` if the connection is there.
    var loss: LinkError? {
        state.withLock { state in
            switch state.phase {
            case .lost(let reason): LinkError(.unreachable, reason)
            case .closed: LinkError(.closed, "the connection to \(name) is closed")
            case .greeting, .open: nil
            }
        }
    }

    // MARK: - Answers

    /// Sends a message, and waits for the message that answers it on its channel.
    func ask(
        _ message: RelayMessage,
        on channel: UInt32,
        until deadline: Moment
    ) async -> Result<RelayMessage, LinkError> {
        let reply = RelayReply()
        let late = LinkError(.timedOut, "\(name) did not answer in time: is it an Assay relay, and reachable?")
        // Outside the lock: a send that fails may end the connection before it returns.
        let socket: (any StreamSocket)? = state.withLock { state in
            guard state.isConnected, let socket = state.socket else { return nil }
            state.asked[channel] = reply
            return socket
        }
        guard let socket else { return .failure(loss ?? late) }
        socket.send(message.frame(on: channel).encoded())
        let alarm = clock.source.schedule(at: deadline) { reply.finish(.failure(late)) }
        let answer = await withTaskCancellationHandler {
            await reply.value()
        } onCancel: {
            reply.finish(.failure(LinkError(.timedOut, "the wait for \(name) was cancelled")))
        }
        alarm.cancel()
        state.withLock { state in
            if state.asked[channel] === reply { state.asked[channel] = nil }
        }
        return answer
    }

    // MARK: - What arrives

    private func arrived(_ arrival: StreamArrival) {
        switch arrival {
        case .bytes(let bytes, at: let moment):
            // What still arrives on a connection that was given up is dropped.
            state.withLock { if $0.isConnected { $0.decoder.add(bytes) } }
            while let frame = nextFrame() { received(frame, at: moment) }
        case .closed(let closure, at: _): lose(Self.words(closure))
        }
    }

    private static func words(_ closure: LinkClosure) -> String {
        switch closure {
        case .byPeer, .local: "it closed the connection"
        case .reset: "it broke the connection"
        case .failed(let text): text
        }
    }

    private func nextFrame() -> RelayFrame? {
        let result: Result<RelayFrame?, RelayFrameDecoder.Malformed> = state.withLock { state in
            guard state.isConnected else { return .success(nil) }
            do throws(RelayFrameDecoder.Malformed) { return .success(try state.decoder.next()) } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let frame): return frame
        case .failure(let error):
            lose("it is not an Assay relay: \(error)")
            return nil
        }
    }

    private func received(_ frame: RelayFrame, at moment: Moment) {
        guard let message = RelayMessage(frame) else {
            // What another version has added is skipped.
            if frame.kind.rawValue <= RelayFrame.Kind.answer.rawValue { lose("it sent a malformed frame") }
            return
        }
        let (receiver, reply): ((any RelayReceiver)?, RelayReply?) = state.withLock { state in
            switch message {
            case .welcome where frame.channel == 0, .refused where frame.channel == 0:
                let reply = state.asked.removeValue(forKey: 0)
                if case .welcome(RelayMessage.version, _) = message, reply != nil { state.phase = .open }
                return (nil, reply)
            case .pong(let number, _):
                state.pings.answered(number, at: moment)
                return (state.receivers[frame.channel], nil)
            case .opened, .refused, .answer: return (nil, state.asked.removeValue(forKey: frame.channel))
            case .end: return (state.receivers[frame.channel], state.asked.removeValue(forKey: frame.channel))
            default: return (state.receivers[frame.channel], nil)
            }
        }
        if let violation = receiver?.take(message, at: moment) { return lose(violation) }
        reply?.finish(.success(message))
        if reply == nil, frame.channel == 0, case .refused(let refusal) = message { lose(refusal.text) }
    }

    private func lose(_ reason: String) {
        let isGreeting = state.withLock { $0.isGreeting }
        let text = isGreeting ? "cannot use \(name): \(reason)" : "the connection to \(name) is lost: \(reason)"
        let (handlers, isFirst) = state.withLock { ($0.onLoss, $0.isConnected) }
        _ = end(.lost(text), text)
        guard isFirst else { return }
        for handler in handlers { handler(text) }
    }

    /// Ends everything on the connection; only the first end counts.
    ///
    /// - Returns: the socket, if it was open.
    private func end(_ phase: Phase, _ reason: String) -> (any StreamSocket)? {
        let (socket, receivers, replies, alarm):
            ((any StreamSocket)?, [any RelayReceiver], [RelayReply], ScheduledAction?) =
                state.withLock { state in
                    guard state.isConnected else { return (nil, [], [], nil) }
                    state.phase = phase
                    defer {
                        state.receivers = [:]
                        state.asked = [:]
                        state.onLoss = []
                    }
                    return (
                        state.socket.take(), Array(state.receivers.values), Array(state.asked.values),
                        state.alarm.take()
                    )
                }
        alarm?.cancel()
        let now = clock.now
        for receiver in receivers { receiver.take(.end(.failed(reason)), at: now) }
        for reply in replies { reply.finish(.failure(LinkError(.unreachable, reason))) }
        return socket
    }

    // MARK: - The heartbeat

    /// Shows the relay that the tester is there, and looks whether the relay is.
    private func beat() {
        let now = clock.now
        let isSilent = state.withLock { state in
            guard case .open = state.phase else { return false }
            return state.pings.oldest.map { $0.duration(to: now) > Self.patience } ?? false
        }
        if isSilent { return lose("it has not responded for \(Self.patience.components.seconds) s") }
        post([], on: 0, measuring: true)
        let alarm = clock.source.schedule(at: now.advanced(by: Self.heartbeat)) { [weak self] in self?.beat() }
        state.withLock { state in
            if state.isConnected { state.alarm = alarm } else { alarm.cancel() }
        }
    }
}
