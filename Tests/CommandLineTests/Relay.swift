import Links
import Measurement
import Synchronization

/// A port that leads to an accessory. A test decides how far a conversation on it continues.
///
/// The client waits for a response that does not arrive, so a test finds it in exactly the chosen state.
final class Relay: Sendable {
    /// A place in a conversation.
    struct Point: Sendable, Hashable {
        /// The number of the request, from 0 over all connections.
        var request: Int
        /// Whether the accessory gets the request and responds. The client never gets the response.
        var isAnswered: Bool
    }

    private struct State {
        var requests: [[UInt8]] = []
        var connections = 0
        var far: any LinkDialer
        var point: Point?
        var isAwaited = false
        var isStopped = false
        var isClosed = false
        var stopped: AsyncStream<Void>.Continuation?
    }

    private let listener: SocketListener
    private let clock = MonotonicClock.system
    private let state: Mutex<State>

    private init(_ listener: SocketListener, to dialer: any LinkDialer) {
        self.listener = listener
        state = Mutex(State(far: dialer))
    }

    /// Leads to another accessory from now on, like an address that was reassigned.
    func lead(to port: Int) {
        state.withLock { $0.far = SocketDialer(host: "127.0.0.1", port: port) }
    }

    /// Leads over this dialer from now on, which may make links that fail.
    func lead(over dialer: any LinkDialer) {
        state.withLock { $0.far = dialer }
    }

    /// Leads to the accessory on this port of 127.0.0.1 while `body` runs.
    static func with<Value: Sendable>(port: Int, _ body: (Relay) async throws -> Value) async throws -> Value {
        let relay = Relay(try await SocketListener.bind(), to: SocketDialer(host: "127.0.0.1", port: port))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await relay.run() }
            defer { group.cancelAll() }
            let value = try await body(relay)
            await relay.listener.close()
            return value
        }
    }

    /// `127.0.0.1:40123`
    var address: String { "127.0.0.1:\(listener.port)" }

    /// The number of connections.
    var connections: Int { state.withLock { $0.connections } }

    /// The requests since the last ``goOn()``.
    var requests: [[UInt8]] { state.withLock { $0.requests } }

    /// Blocks everything from this point on.
    ///
    /// - Returns: a stream that reports once that the point was reached.
    func stop(at point: Point) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        state.withLock { state in
            state.requests = []
            (state.point, state.isAwaited, state.isStopped) = (point, false, false)
            state.stopped = continuation
        }
        return stream
    }

    /// Lets everything pass again.
    func goOn() {
        state.withLock { state in
            state.requests = []
            (state.point, state.isAwaited, state.isStopped, state.isClosed) = (nil, false, false, false)
            state.stopped?.finish()
        }
    }

    /// Closes every connection as soon as it is made, until ``goOn()``.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    private func run() async {
        await withDiscardingTaskGroup { group in
            for await near in listener.links {
                state.withLock { $0.connections += 1 }
                group.addTask { await self.carry(near) }
            }
            group.cancelAll()
        }
    }

    private func carry(_ near: any Link) async {
        let (isClosed, dialer) = state.withLock { ($0.isClosed, $0.far) }
        guard !isClosed, let far = try? await dialer.dial(until: clock.deadline(in: .seconds(10))) else {
            return await near.close(abruptly: true)
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.forward(near, far, isRequest: true) }
            group.addTask { await self.forward(far, near, isRequest: false) }
        }
    }

    private func forward(_ from: any Link, _ to: any Link, isRequest: Bool) async {
        while case .bytes(let bytes, at: _) = await from.receive(until: Moment(nanoseconds: .max)) {
            if lets(bytes, pass: isRequest) { _ = try? await to.send(bytes) }
        }
        await to.close()
    }

    private func lets(_ bytes: [UInt8], pass isRequest: Bool) -> Bool {
        state.withLock { state in
            if state.isStopped { return false }
            if isRequest {
                // One in 256 B starts with a zero byte, and pair-setup starts a new attempt: this belongs to the same
                // conversation.
                let isAnew = [bytes, state.requests.last].allSatisfy { $0.flatMap(PairSetupRequest.message) == 1 }
                if isAnew { state.requests.removeLast() }
                state.requests.append(bytes)
                guard let point = state.point, point.request == state.requests.count - 1 else { return true }
                state.isAwaited = point.isAnswered
                state.isStopped = !point.isAnswered
            } else {
                state.isStopped = state.isAwaited
            }
            if state.isStopped { state.stopped?.yield() }
            return !state.isStopped
        }
    }
}
