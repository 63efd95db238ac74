package import Measurement
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Opens TLS connections to one address. The caller decides which certificates it accepts.
package struct TLSDialer: Sendable {
    /// Judges the other side's certificates, the first of which is its own, in DER.
    ///
    /// It returns why they are rejected; `nil` accepts them.
    package typealias Check = @Sendable (_ chain: [[UInt8]]) -> String?

    private let target: TCPDestination
    private let clock: MonotonicClock
    private let loop: SocketLoop
    private let check: Check

    /// - Parameter host: a numeric address, or a name to resolve.
    package init(
        host: String,
        port: Int,
        clock: MonotonicClock = .system,
        loop: SocketLoop = SocketLoop(),
        check: @escaping Check
    ) {
        target = TCPDestination(host: host, port: port)
        self.clock = clock
        self.loop = loop
        self.check = check
    }

    /// The address, for messages: `192.0.2.1:7070`.
    package var destination: String { target.name }

    /// Connects. The handshake may still be going on: if it fails, that is the end of the stream.
    ///
    /// - Parameter receiving: gets what arrives, in order, on the thread of the sockets; it must not block.
    /// - Throws: ``LinkError`` if nothing accepts the connection before the deadline.
    package func dial(
        until deadline: Moment,
        receiving: @escaping @Sendable (StreamArrival) -> Void
    ) async throws(LinkError) -> any StreamSocket {
        try target.check()
        let patience = clock.now.duration(to: deadline).wholeNanoseconds
        guard patience > 0 else { throw target.timedOut }
        do {
            let context = try NIOSSLContext(configuration: Self.configuration)
            let bootstrap = ClientBootstrap(group: loop.eventLoop)
                .connectTimeout(.nanoseconds(patience))
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { [clock] channel in
                    channel.eventLoop.makeCompletedFuture {
                        try secure(channel, context, StreamHandler(clock: clock, receiving: receiving))
                    }
                }
            let channel: any Channel
            if let address = try? SocketAddress(ipAddress: target.host, port: target.port) {
                channel = try await bootstrap.connect(to: address).get()
            } else {
                channel = try await bootstrap.connect(host: target.host, port: target.port).get()
            }
            return TLSStream(channel, clock: clock)
        } catch {
            throw target.linkError(error)
        }
    }

    /// The check decides alone, so no authority of the system counts.
    private static var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv13
        configuration.trustRoots = .certificates([])
        configuration.certificateVerification = .noHostnameVerification
        return configuration
    }

    private func secure(_ channel: any Channel, _ context: NIOSSLContext, _ handler: StreamHandler) throws {
        // The name of a server may not be an address (RFC 6066 3).
        let name = IPAddress(target.host) == nil ? target.host : nil
        let security = try NIOSSLClientHandler(context: context, serverHostname: name) { [check] chain, promise in
            let problem = check(chain.compactMap { try? $0.toDERBytes() })
            handler.rejection = problem
            promise.succeed(problem == nil ? .certificateVerified : .failed)
        }
        try channel.pipeline.syncOperations.addHandlers(security, handler)
    }
}

/// A connection of a ``TLSDialer``.
private final class TLSStream: StreamSocket {
    private let channel: any Channel
    private let clock: MonotonicClock
    private let waiting = Mutex(0)

    init(_ channel: any Channel, clock: MonotonicClock) {
        self.channel = channel
        self.clock = clock
    }

    deinit {
        // No reference is left that could close the stream.
        channel.close(promise: nil)
    }

    var unsent: Int { waiting.withLock { $0 } }

    func send(_ bytes: [UInt8]) -> Moment {
        waiting.withLock { $0 += bytes.count }
        let moment = clock.now
        channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { [weak self] _ in
            self?.waiting.withLock { $0 -= bytes.count }
        }
        return moment
    }

    func close() async {
        // It fails only if the stream has already ended, which is the intended state.
        try? await channel.close().get()
    }
}

/// Hands received bytes over, stamped at the start of the read, and the end of the stream with its reason.
private final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let clock: MonotonicClock
    private let receiving: @Sendable (StreamArrival) -> Void
    private var failure: LinkClosure?
    /// Why the other side's certificates were rejected.
    var rejection: String?

    init(clock: MonotonicClock, receiving: @escaping @Sendable (StreamArrival) -> Void) {
        self.clock = clock
        self.receiving = receiving
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let moment = clock.now
        receiving(.bytes(Array(unwrapInboundIn(data).readableBytesView), at: moment))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if failure == nil { failure = closure(error) }
        context.close(promise: nil)
    }

    private func closure(_ error: any Error) -> LinkClosure {
        switch error {
        case NIOSSLError.handshakeFailed: .failed(rejection ?? "it does not speak TLS 1.3")
        case NIOSSLError.uncleanShutdown: .byPeer
        default: SocketFailure.closure(error)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        receiving(.closed(rejection.map { .failed($0) } ?? failure ?? .byPeer, at: clock.now))
        context.fireChannelInactive()
    }
}
