import Glibc
package import Measurement
import NIOCore
import NIOPosix

/// Datagrams over one interface of this machine, over IPv4 or IPv6: UDP, with groups by IP multicast.
///
/// Datagrams to a group leave by this interface only; datagrams to a group that arrive at another one are ignored.
package struct SocketDatagrams: DatagramNetwork {
    private let interface: IPAddress
    private let clock: MonotonicClock
    private let loop: SocketLoop

    /// - Parameter interface: the address of the interface; an IPv6 address has its zone.
    package init(interface: IPAddress, clock: MonotonicClock = .system, loop: SocketLoop = SocketLoop()) {
        self.interface = interface
        self.clock = clock
        self.loop = loop
    }

    /// The interface by which this machine reaches an address, and the numeric address; no packet is sent.
    ///
    /// - Parameter deadline: until then the system may look a name up.
    /// - Throws: ``LinkError`` if the name has no address, or no route leads there.
    package static func route(
        to host: String,
        port: Int,
        until deadline: Moment,
        clock: MonotonicClock = .system,
        loop: SocketLoop = SocketLoop()
    ) async throws(LinkError) -> (interface: IPAddress, host: IPAddress) {
        let target = try await HostAddress.resolved(host, port: port, until: deadline, clock: clock)
        let local: String?
        let remote: String?
        let zone: String?
        do {
            let channel = try await DatagramBootstrap(group: loop.eventLoop).connect(to: target).get()
            (local, remote) = (channel.localAddress?.ipAddress, channel.remoteAddress?.ipAddress)
            try? await channel.close().get()
            // A link-local address may belong to several interfaces; then the host names the one to use.
            zone = try IPAddress(host)?.zone ?? System.enumerateDevices().first { $0.address?.ipAddress == local }?.name
        } catch {
            throw LinkError(.unreachable, "no route to \(host): \(SocketFailure.text(error))")
        }
        guard let interface = local.flatMap(IPAddress.init), let address = remote.flatMap(IPAddress.init) else {
            throw LinkError(.unreachable, "no route to \(host) over IPv4 or IPv6")
        }
        return (interface.inZone(zone), address.inZone(zone))
    }

    /// One address of each interface of this machine for each version of IP that it has.
    ///
    /// - Throws: ``LinkError`` if the system does not list its interfaces.
    package static func interfaces() throws(LinkError) -> [IPAddress] {
        let devices: [NIONetworkDevice]
        do { devices = try System.enumerateDevices() } catch {
            throw LinkError(
                .unreachable,
                "the system does not list its network interfaces: \(SocketFailure.text(error))"
            )
        }
        var seen: Set<String> = []
        return devices.compactMap { device in
            guard let address = device.address?.ipAddress.flatMap(IPAddress.init)?.inZone(device.name),
                address.isOneHost, !address.isVersion6 || address.isLinkLocal || address.isLoopback,
                seen.insert("\(device.name) \(address.isVersion6)").inserted
            else { return nil }
            return address
        }
    }

    package func open() async throws(LinkError) -> any DatagramPort {
        do {
            let inbox = DatagramInbox(clock: clock)
            let address = try SocketAddress(ipAddress: interface.description, port: 0)
            return SocketPort(try await bootstrap(inbox).bind(to: address).get(), inbox: inbox, clock: clock)
        } catch {
            throw LinkError(.unreachable, "cannot open a UDP port at \(interface): \(SocketFailure.text(error))")
        }
    }

    package func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort {
        do {
            let inbox = DatagramInbox(clock: clock)
            let host = IPAddress(group.host)?.inZone(interface.zone).description ?? group.host
            let address = try SocketAddress(ipAddress: host, port: group.port)
            let channel = try await bootstrap(inbox)
                .channelOption(.socketOption(.so_reuseaddr), value: 1)
                .channelOption(SocketSetting.reusePort, value: 1)
                .channelOption(SocketSetting(interface).groupsOfOthers, value: 0)
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
            throw LinkError(.unreachable, "cannot join \(group) at \(interface): \(SocketFailure.text(error))")
        }
    }

    package func hardwareAddress(of host: IPAddress) async -> [UInt8]? { HardwareAddress.ofNeighbour(host) }

    /// The interface in the system's list. The loopback device supports multicast although the system does not say so.
    private var device: NIONetworkDevice {
        get throws {
            let devices = try System.enumerateDevices()
            let own = devices.first { device in
                (interface.zone ?? device.name) == device.name
                    && device.address?.ipAddress == interface.inZone(nil).description
            }
            let loopback = devices.first { $0.address?.ipAddress.flatMap(IPAddress.init)?.isLoopback == true }
            guard var device = own ?? (interface.isLoopback ? loopback : nil) else {
                throw LinkError(.unreachable, "\(interface) is not an address of this machine")
            }
            device.multicastSupported = true
            return device
        }
    }

    private func bootstrap(_ inbox: DatagramInbox) -> DatagramBootstrap {
        let (clock, interface) = (clock, interface)
        let settings = SocketSetting(interface)
        return DatagramBootstrap(group: loop.eventLoop)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.largest))
            .channelOption(settings.multicastTTL, value: 255)
            .channelOption(settings.unicastTTL, value: 255)
            .channelOption(settings.multicastLoop, value: 1)
            .channelInitializer { channel in
                guard let socket = channel as? any SocketOptionProvider else {
                    return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
                }
                return Self.sendGroups(of: socket, by: interface, on: channel.eventLoop).flatMapThrowing {
                    let handler = SocketPortHandler(inbox: inbox, clock: clock, zone: interface.zone)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
    }

    /// Lets datagrams to groups leave by the interface.
    private static func sendGroups(
        of socket: any SocketOptionProvider,
        by interface: IPAddress,
        on loop: any EventLoop
    ) -> EventLoopFuture<Void> {
        guard interface.isVersion6 else {
            // Four bytes in network order: a channel option would make eight of them.
            let address = UInt32(bigEndian: interface.bytes.reduce(0) { $0 << 8 | UInt32($1) })
            return socket.unsafeSetSocketOption(level: .ip, name: .ip_multicast_if, value: address)
        }
        let devices = (try? System.enumerateDevices()) ?? []
        guard let index = devices.first(where: { $0.name == interface.zone })?.interfaceIndex else {
            let zone = interface.zone ?? "without a zone"
            return loop.makeFailedFuture(LinkError(.unreachable, "\(interface) is at no interface \(zone)"))
        }
        let name = NIOBSDSocket.Option(rawValue: CInt(IPV6_MULTICAST_IF))
        return socket.unsafeSetSocketOption(level: .ipv6, name: name, value: CInt(index))
    }

    /// The largest datagram that is read whole: mDNS allows 9000 bytes with all headers (RFC 6762 17).
    private static let largest = 9000
}

/// Options of sockets for datagrams, by their numbers, for one version of IP.
private struct SocketSetting {
    static let reusePort = ChannelOptions.Types.SocketOption(
        level: .socket,
        name: NIOBSDSocket.Option(rawValue: CInt(SO_REUSEPORT))
    )

    /// Whether datagrams for a group that another socket joined, at any interface, are received here too.
    let groupsOfOthers: ChannelOptions.Types.SocketOption
    let multicastTTL: ChannelOptions.Types.SocketOption
    let multicastLoop: ChannelOptions.Types.SocketOption
    let unicastTTL: ChannelOptions.Types.SocketOption

    init(_ interface: IPAddress) {
        func option(_ number4: CInt, _ number6: CInt) -> ChannelOptions.Types.SocketOption {
            ChannelOptions.Types.SocketOption(
                level: interface.isVersion6 ? .ipv6 : .ip,
                name: NIOBSDSocket.Option(rawValue: interface.isVersion6 ? number6 : number4)
            )
        }
        groupsOfOthers = option(CInt(IP_MULTICAST_ALL), CInt(IPV6_MULTICAST_ALL))
        multicastTTL = option(CInt(IP_MULTICAST_TTL), CInt(IPV6_MULTICAST_HOPS))
        multicastLoop = option(CInt(IP_MULTICAST_LOOP), CInt(IPV6_MULTICAST_LOOP))
        unicastTTL = option(CInt(IP_TTL), CInt(IPV6_UNICAST_HOPS))
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
            throw LinkError(.unreachable, "cannot send to \(destination): \(SocketFailure.text(error))")
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
    private var senders: DatagramSenders

    init(inbox: DatagramInbox, clock: MonotonicClock, zone: String?) {
        self.inbox = inbox
        self.clock = clock
        senders = DatagramSenders(zone: zone)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let moment = clock.now
        guard let datagram = senders.datagram(unwrapInboundIn(data), at: moment) else { return }
        inbox.push(datagram)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An ICMP rejection by the other side says nothing about the port: a caller that waits keeps waiting.
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.close()
        context.fireChannelInactive()
    }
}
