import Glibc
package import Measurement
import NIOCore
import NIOPosix

/// Datagrams over one IPv4 interface of this machine: UDP, with groups by IP multicast.
///
/// Datagrams to a group leave by this interface only; datagrams to a group that arrive at another one are ignored.
package struct SocketDatagrams: DatagramNetwork {
    private let interface: IPv4Address
    private let clock: MonotonicClock
    private let loop: SocketLoop

    /// - Parameter interface: the address of the interface.
    package init(interface: IPv4Address, clock: MonotonicClock = .system, loop: SocketLoop = SocketLoop()) {
        self.interface = interface
        self.clock = clock
        self.loop = loop
    }

    /// The interface by which this machine reaches an address, and the numeric address; no packet is sent.
    ///
    /// - Throws: ``LinkError`` if no route leads there, or only one over IPv6.
    package static func route(
        to host: String,
        port: Int,
        loop: SocketLoop = SocketLoop()
    ) async throws(LinkError) -> (interface: IPv4Address, host: IPv4Address) {
        let bootstrap = DatagramBootstrap(group: loop.eventLoop)
        let local: String?
        let remote: String?
        do {
            let channel: any Channel
            if let address = try? SocketAddress(ipAddress: host, port: port) {
                channel = try await bootstrap.connect(to: address).get()
            } else {
                channel = try await bootstrap.connect(host: host, port: port).get()
            }
            (local, remote) = (channel.localAddress?.ipAddress, channel.remoteAddress?.ipAddress)
            try? await channel.close().get()
        } catch {
            throw LinkError(.unreachable, "no route to \(host): \(error)")
        }
        guard let interface = local.flatMap(IPv4Address.init), let host = remote.flatMap(IPv4Address.init) else {
            throw LinkError(.unreachable, "\(host) is reachable only over IPv6, which is not supported for mDNS")
        }
        return (interface, host)
    }

    package func open() async throws(LinkError) -> any DatagramPort {
        do {
            let inbox = DatagramInbox(clock: clock)
            let address = try SocketAddress(ipAddress: interface.description, port: 0)
            return SocketPort(try await bootstrap(inbox).bind(to: address).get(), inbox: inbox, clock: clock)
        } catch {
            throw LinkError(.unreachable, "cannot open a UDP port at \(interface): \(error)")
        }
    }

    package func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort {
        do {
            let inbox = DatagramInbox(clock: clock)
            let address = try SocketAddress(ipAddress: group.host, port: group.port)
            let channel = try await bootstrap(inbox)
                .channelOption(.socketOption(.so_reuseaddr), value: 1)
                .channelOption(SocketSetting.reusePort, value: 1)
                .channelOption(SocketSetting.groupsOfOthers, value: 0)
                .bind(to: address).get()
            let port = SocketPort(channel, inbox: inbox, clock: clock)
            do {
                guard let multicast = channel as? any MulticastChannel else {
                    throw ChannelError.operationUnsupported
                }
                try await multicast.joinGroup(address, device: try device).get()
            } catch {
                await port.close()
                throw error
            }
            return port
        } catch {
            throw LinkError(.unreachable, "cannot join \(group) at \(interface): \(error)")
        }
    }

    /// The interface in the system's list. The loopback device supports multicast although the system does not say so.
    private var device: NIONetworkDevice {
        get throws {
            let devices = try System.enumerateDevices()
            let own = devices.first { $0.address?.ipAddress == interface.description }
            let loopback = devices.first { $0.address?.ipAddress.flatMap(IPv4Address.init)?.isLoopback == true }
            guard var device = own ?? (interface.isLoopback ? loopback : nil) else {
                throw LinkError(.unreachable, "\(interface) is not an address of this machine")
            }
            device.multicastSupported = true
            return device
        }
    }

    private func bootstrap(_ inbox: DatagramInbox) -> DatagramBootstrap {
        let (clock, interface) = (clock, interface)
        return DatagramBootstrap(group: loop.eventLoop)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.largest))
            .channelOption(SocketSetting.multicastTTL, value: 255)
            .channelOption(SocketSetting.unicastTTL, value: 255)
            .channelOption(SocketSetting.multicastLoop, value: 1)
            .channelInitializer { channel in
                guard let socket = channel as? any SocketOptionProvider else {
                    return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
                }
                // Four bytes in network order: a channel option would make eight of them.
                let address = UInt32(bigEndian: interface.bytes.reduce(0) { $0 << 8 | UInt32($1) })
                return socket.unsafeSetSocketOption(level: .ip, name: .ip_multicast_if, value: address)
                    .flatMapThrowing {
                        try channel.pipeline.syncOperations.addHandler(SocketPortHandler(inbox: inbox, clock: clock))
                    }
            }
    }

    /// The largest datagram that is read whole: mDNS allows 9000 bytes with all headers (RFC 6762 17).
    private static let largest = 9000
}

/// Options of sockets for datagrams, by their numbers.
private enum SocketSetting {
    static let reusePort = ChannelOptions.Types.SocketOption(
        level: .socket,
        name: NIOBSDSocket.Option(rawValue: CInt(SO_REUSEPORT))
    )
    /// Whether datagrams for a group that another socket joined, at any interface, are received here too.
    static let groupsOfOthers = ip(CInt(IP_MULTICAST_ALL))
    static let multicastTTL = ip(CInt(IP_MULTICAST_TTL))
    static let multicastLoop = ip(CInt(IP_MULTICAST_LOOP))
    static let unicastTTL = ip(CInt(IP_TTL))

    private static func ip(_ number: CInt) -> ChannelOptions.Types.SocketOption {
        ChannelOptions.Types.SocketOption(level: .ip, name: NIOBSDSocket.Option(rawValue: number))
    }
}

/// One UDP socket.
private struct SocketPort: DatagramPort {
    private let channel: any Channel
    private let inbox: DatagramInbox
    private let clock: MonotonicClock

    init(_ channel: any Channel, inbox: DatagramInbox, clock: MonotonicClock) {
        self.channel = channel
        self.inbox = inbox
        self.clock = clock
    }

    func send(_ bytes: [UInt8], to destination: DatagramAddress) async throws(LinkError) -> Moment {
        let moment = clock.now
        do {
            let address = try SocketAddress(ipAddress: destination.host, port: destination.port)
            let envelope = AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: bytes))
            try await channel.writeAndFlush(envelope).get()
        } catch ChannelError.ioOnClosedChannel {
            throw LinkError(.closed, "the port is closed: open another one")
        } catch {
            throw LinkError(.unreachable, "cannot send to \(destination): \(error)")
        }
        return moment
    }

    func receive(until deadline: Moment) async -> Datagram? { await inbox.receive(until: deadline) }

    func close() async {
        // It fails only if the port is already closed, which is the intended state.
        try? await channel.close().get()
        inbox.close()
    }
}

/// Adds received datagrams to the inbox.
private final class SocketPortHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let inbox: DatagramInbox
    private let clock: MonotonicClock

    init(inbox: DatagramInbox, clock: MonotonicClock) {
        self.inbox = inbox
        self.clock = clock
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let moment = clock.now
        let envelope = unwrapInboundIn(data)
        guard let host = envelope.remoteAddress.ipAddress, let port = envelope.remoteAddress.port else { return }
        inbox.push(
            Datagram(
                bytes: Array(envelope.data.readableBytesView),
                source: DatagramAddress(host: host, port: port),
                at: moment
            )
        )
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An ICMP rejection by the other side says nothing about the port: a caller that waits keeps waiting.
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.close()
        context.fireChannelInactive()
    }
}
