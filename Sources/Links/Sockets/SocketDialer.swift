package import Measurement
import NIOCore
import NIOPosix
import Synchronization

/// Opens TCP connections to one address.
package struct SocketDialer: LinkDialer {
    /// A numeric address, or a name to resolve.
    package let host: String
    package let port: Int
    private let clock: MonotonicClock
    private let loop: SocketLoop
    private let limits: LinkLimits

    /// - Parameter host: a numeric address, or a name to resolve.
    package init(
        host: String,
        port: Int,
        clock: MonotonicClock = .system,
        loop: SocketLoop = SocketLoop(),
        limits: LinkLimits = LinkLimits()
    ) {
        self.host = host
        self.port = port
        self.clock = clock
        self.loop = loop
        self.limits = limits
    }

    private var target: TCPDestination { TCPDestination(host: host, port: port) }
    package var destination: String { target.name }

    package func dial(until deadline: Moment) async throws(LinkError) -> any Link {
        try target.check()
        let patience = clock.now.duration(to: deadline).wholeNanoseconds
        guard patience > 0 else { throw target.timedOut }
        // A name may have several addresses, so an attempt may use several channels.
        let attempts = Attempts()
        let bootstrap = ClientBootstrap(group: loop.eventLoop)
            .connectTimeout(.nanoseconds(patience))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { [clock, limits, destination] channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = SocketLinkHandler(clock: clock, limits: limits)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    attempts.add(SocketLink(handler, on: channel, name: destination), channel)
                }
            }
        do {
            let channel: any Channel
            if let address = try? SocketAddress(ipAddress: host, port: port) {
                channel = try await bootstrap.connect(to: address).get()
            } else {
                channel = try await bootstrap.connect(host: host, port: port).get()
            }
            guard let link = attempts.link(over: channel) else { throw ChannelError.inappropriateOperationForState }
            return link
        } catch {
            throw target.linkError(error)
        }
    }

    /// The links of the channels that the dialer tried.
    private final class Attempts: Sendable {
        private let links = Mutex<[ObjectIdentifier: SocketLink]>([:])

        func add(_ link: SocketLink, _ channel: any Channel) {
            links.withLock { $0[ObjectIdentifier(channel)] = link }
        }

        func link(over channel: any Channel) -> SocketLink? {
            links.withLock { $0[ObjectIdentifier(channel)] }
        }
    }
}
