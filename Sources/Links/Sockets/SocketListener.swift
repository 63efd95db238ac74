package import Measurement
import NIOCore
import NIOPosix
import Synchronization

/// Accepts TCP connections.
package final class SocketListener: LinkListener {
    /// Listens at a port.
    private typealias Listen = @Sendable (Int) async throws(LinkError) -> any Channel

    package let links: AsyncStream<any Link>
    /// The address that it listens at.
    package let host: String
    /// The port that it listens at.
    package let port: Int

    private struct State {
        var channel: any Channel
        var isClosed = false
    }

    private let state: Mutex<State>
    private let listen: Listen
    private let continuation: AsyncStream<any Link>.Continuation

    private init(
        channel: any Channel,
        listen: @escaping Listen,
        host: String,
        port: Int,
        links: AsyncStream<any Link>,
        continuation: AsyncStream<any Link>.Continuation
    ) {
        self.listen = listen
        state = Mutex(State(channel: channel))
        self.host = host
        self.port = port
        self.links = links
        self.continuation = continuation
    }

    /// Listens at a numeric address.
    ///
    /// - Parameters:
    ///   - port: 0 for any free port; ``port`` then has its number.
    ///   - identity: encrypts the connections with TLS; `nil` leaves them as they are.
    /// - Throws: ``LinkError`` if the address is not one of this machine, or is in use.
    package static func bind(
        host: String = "127.0.0.1",
        port: Int = 0,
        clock: MonotonicClock = .system,
        loop: SocketLoop = SocketLoop(),
        limits: LinkLimits = LinkLimits(),
        identity: TLSIdentity? = nil
    ) async throws(LinkError) -> SocketListener {
        let (links, continuation) = AsyncStream<any Link>.makeStream()
        let listen: Listen = { port throws(LinkError) in
            let bootstrap = ServerBootstrap(group: loop.eventLoop)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = SocketLinkHandler(clock: clock, limits: limits) { handler in
                            let name = channel.remoteAddress.map(Self.text) ?? "connection"
                            continuation.yield(SocketLink(handler, on: channel, name: name))
                        }
                        if let identity { try channel.pipeline.syncOperations.addHandler(identity.handler()) }
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                }
            do {
                return try await bootstrap.bind(to: SocketAddress(ipAddress: host, port: port)).get()
            } catch {
                throw LinkError(.unreachable, SocketFailure.listening(host: host, port: port, error))
            }
        }
        let channel = try await listen(port)
        return SocketListener(
            channel: channel,
            listen: listen,
            host: host,
            port: channel.localAddress?.port ?? port,
            links: links,
            continuation: continuation
        )
    }

    package func close() async {
        continuation.finish()
        state.withLock { $0.isClosed = true }
        await pause()
    }

    package func pause() async {
        // It fails only if the listener is already closed, which is the intended state.
        try? await state.withLock { $0.channel }.close().get()
    }

    package func resume() async throws(LinkError) {
        guard !state.withLock({ $0.isClosed }) else { return }
        let channel = try await listen(port)
        let isClosed = state.withLock { state in
            state.channel = channel
            return state.isClosed
        }
        // It was closed in the meantime.
        if isClosed { await pause() }
    }

    private static func text(_ address: SocketAddress) -> String {
        let host = address.ipAddress ?? "?"
        let port = address.port ?? 0
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
