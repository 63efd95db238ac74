package import Measurement
import NIOCore
import NIOPosix
import Synchronization

/// UDP over IPv4 and IPv6; a link-local IPv6 address has its zone: `fe80::1%eth0`.
package struct UDPCarrier: DatagramCarrier {
    /// The largest datagram that IPv4 and IPv6 can carry is shorter.
    private static let largest = 1 << 16

    private let clock: MonotonicClock
    private let loop: SocketLoop

    package init(clock: MonotonicClock = .system, loop: SocketLoop = SocketLoop()) {
        self.clock = clock
        self.loop = loop
    }

    package func bind(
        _ local: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket {
        do {
            let address = try SocketAddress(ipAddress: local.host, port: local.port)
            let channel = try await bootstrap(zone: IPAddress(local.host)?.zone, receiving).bind(to: address).get()
            return UDPSocket(channel, host: local.host, isConnected: false, clock: clock)
        } catch {
            throw LinkError(.unreachable, "cannot open the UDP port \(local): \(SocketFailure.text(error))")
        }
    }

    package func connect(
        to peer: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket {
        guard (1...65535).contains(peer.port) else {
            throw LinkError(.unreachable, "\(peer.port) is not a port: give one from 1 to 65535")
        }
        let deadline = clock.deadline(in: HostAddress.patience)
        let address = try await HostAddress.resolved(peer.host, port: peer.port, until: deadline, clock: clock)
        do {
            let zone = IPAddress(peer.host)?.zone
            let channel = try await bootstrap(zone: zone, receiving).connect(to: address).get()
            let host = channel.localAddress?.ipAddress ?? "?"
            return UDPSocket(channel, host: host, isConnected: true, clock: clock)
        } catch {
            throw LinkError(.unreachable, "cannot send to \(peer): \(SocketFailure.text(error))")
        }
    }

    private func bootstrap(
        zone: String?,
        _ receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) -> DatagramBootstrap {
        let clock = clock
        return DatagramBootstrap(group: loop.eventLoop)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.largest))
            // A request is one datagram: a second attempt to read finds nothing, and takes as long as the first one.
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = UDPHandler(clock: clock, zone: zone, receiving: receiving)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
    }
}

private final class UDPSocket: DatagramSocket {
    let address: DatagramAddress
    private let channel: any Channel
    /// Whether the system knows the only peer.
    private let isConnected: Bool
    private let clock: MonotonicClock
    /// The last destination, to which the next datagram usually goes, too.
    private let last = Mutex<(name: DatagramAddress, address: SocketAddress)?>(nil)

    init(_ channel: any Channel, host: String, isConnected: Bool, clock: MonotonicClock) {
        self.channel = channel
        self.isConnected = isConnected
        self.clock = clock
        address = DatagramAddress(host: host, port: channel.localAddress?.port ?? 0)
    }

    deinit {
        // No reference is left that could close the port.
        channel.close(promise: nil)
    }

    func send(_ bytes: [UInt8], to destination: DatagramAddress) -> Moment {
        let moment = clock.now
        let buffer = ByteBuffer(bytes: bytes)
        if isConnected {
            channel.writeAndFlush(buffer, promise: nil)
        } else if let address = address(destination) {
            channel.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: buffer), promise: nil)
        }
        return moment
    }

    private func address(_ destination: DatagramAddress) -> SocketAddress? {
        last.withLock { last in
            if let last, last.name == destination { return last.address }
            guard let address = try? SocketAddress(ipAddress: destination.host, port: destination.port) else {
                return nil
            }
            last = (destination, address)
            return address
        }
    }

    func close() async {
        // It fails only if the port is already closed, which is the intended state.
        try? await channel.close().get()
    }
}

/// Hands received datagrams over.
private final class UDPHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let clock: MonotonicClock
    private var senders: DatagramSenders
    private let receiving: @Sendable (DatagramArrival) -> Void

    init(clock: MonotonicClock, zone: String?, receiving: @escaping @Sendable (DatagramArrival) -> Void) {
        self.clock = clock
        senders = DatagramSenders(zone: zone)
        self.receiving = receiving
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let moment = clock.now
        guard let datagram = senders.datagram(unwrapInboundIn(data), at: moment) else { return }
        receiving(.datagram(datagram))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, error.errnoCode == SocketFailure.refused {
            receiving(.refused(at: clock.now))
        }
    }
}
