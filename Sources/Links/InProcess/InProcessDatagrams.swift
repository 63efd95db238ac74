package import Measurement
import Synchronization

/// An in-process datagram network, as one of its hosts sees it.
///
/// It runs on any clock, and loses no datagrams unless ``DatagramFaults`` say so. On a ``VirtualBench`` every run is
/// the same.
package struct InProcessDatagrams: DatagramNetwork, DatagramCarrier {
    private let host: String
    private let medium: DatagramMedium

    /// Creates a network with this host on it.
    ///
    /// - Parameters:
    ///   - latency: the time from sending to arrival.
    ///   - faults: what happens to datagrams that are not sent to a group.
    ///   - random: decides which datagrams the faults concern.
    package init(
        clock: MonotonicClock,
        host: String,
        latency: Duration = .zero,
        faults: DatagramFaults? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        let medium = DatagramMedium(clock: clock, latency: latency, faults: faults, random: random)
        self.init(host: host, medium: medium)
    }

    private init(host: String, medium: DatagramMedium) {
        self.host = host
        self.medium = medium
    }

    /// The same network as another host sees it.
    package func neighbour(_ host: String) -> InProcessDatagrams { InProcessDatagrams(host: host, medium: medium) }

    package func open() async throws(LinkError) -> any DatagramPort { port(group: nil) }

    /// Every host of IPv4 has one that its address makes up, as virtual machines do.
    package func hardwareAddress(of host: IPAddress) async -> [UInt8]? {
        host.isVersion6 ? nil : [0x02, 0x00] + host.bytes
    }

    package func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort { port(group: group) }

    private func port(group: DatagramAddress?) -> any DatagramPort {
        let inbox = DatagramInbox(clock: medium.clock)
        let socket = medium.open(host: host, port: group?.port, group: group) {
            if case .datagram(let datagram) = $0 { inbox.push(datagram) }
        }
        return InProcessPort(socket: socket, inbox: inbox)
    }

    package func bind(
        _ local: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket {
        guard local.port == 0 || !medium.isTaken(local) else {
            throw LinkError(.unreachable, "\(local) is in use: choose another port")
        }
        return medium.open(host: local.host, port: local.port == 0 ? nil : local.port, receiving: receiving)
    }

    package func connect(
        to peer: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket {
        medium.open(host: host, port: nil, peer: peer, receiving: receiving)
    }
}

/// Carries datagrams between ports.
private final class DatagramMedium: Sendable {
    private struct State {
        var sockets: [InProcessSocket] = []
        var opened = 0
        var random: any RandomNumberGenerator & Sendable
    }

    let clock: MonotonicClock
    private let latency: Duration
    private let faults: DatagramFaults?
    private let state: Mutex<State>

    init(
        clock: MonotonicClock,
        latency: Duration,
        faults: DatagramFaults?,
        random: any RandomNumberGenerator & Sendable
    ) {
        self.clock = clock
        self.latency = latency
        self.faults = faults
        state = Mutex(State(random: random))
    }

    /// - Parameter port: `nil` takes the next free one.
    func open(
        host: String,
        port: Int?,
        group: DatagramAddress? = nil,
        peer: DatagramAddress? = nil,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) -> InProcessSocket {
        state.withLock { state in
            state.opened += 1
            let address = DatagramAddress(host: host, port: port ?? 49151 + state.opened)
            let socket = InProcessSocket(address: address, group: group, peer: peer, medium: self, receiving: receiving)
            state.sockets.append(socket)
            return socket
        }
    }

    func isTaken(_ address: DatagramAddress) -> Bool {
        state.withLock { $0.sockets.contains { $0.address == address } }
    }

    func isOpen(_ socket: InProcessSocket) -> Bool { state.withLock { $0.sockets.contains { $0 === socket } } }

    func forget(_ socket: InProcessSocket) { state.withLock { $0.sockets.removeAll { $0 === socket } } }

    func carry(_ bytes: [UInt8], from source: InProcessSocket, to destination: DatagramAddress) {
        let (isGroup, copies) = state.withLock { state in
            let isGroup = state.sockets.contains { $0.group == destination }
            guard let faults, !isGroup else { return (isGroup, [Duration.zero]) }
            return (isGroup, faults.copies(at: clock.now, using: &state.random))
        }
        for late in copies {
            let delay = latency + late
            guard delay > .zero else {
                arrive(bytes, from: source, at: destination, isGroup: isGroup)
                continue
            }
            _ = clock.source.schedule(at: clock.deadline(in: delay)) { [self] in
                arrive(bytes, from: source, at: destination, isGroup: isGroup)
            }
        }
    }

    private func arrive(
        _ bytes: [UInt8],
        from source: InProcessSocket,
        at destination: DatagramAddress,
        isGroup: Bool
    ) {
        let receivers = state.withLock { state in
            // A group reaches all its members; an address reaches only one port, even if several share its number.
            isGroup
                ? state.sockets.filter { $0.group == destination }
                : Array(state.sockets.filter { $0.address == destination }.prefix(1))
        }
        let moment = clock.now
        if receivers.isEmpty, source.peer == destination, isOpen(source) { source.receiving(.refused(at: moment)) }
        let datagram = Datagram(bytes: bytes, source: source.address, at: moment)
        for receiver in receivers where receiver.peer == nil || receiver.peer == source.address {
            receiver.receiving(.datagram(datagram))
        }
    }
}

/// One port of an in-process network.
private final class InProcessSocket: DatagramSocket {
    let address: DatagramAddress
    let group: DatagramAddress?
    /// The only peer of a connected port.
    let peer: DatagramAddress?
    let receiving: @Sendable (DatagramArrival) -> Void
    let medium: DatagramMedium

    init(
        address: DatagramAddress,
        group: DatagramAddress?,
        peer: DatagramAddress?,
        medium: DatagramMedium,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) {
        self.address = address
        self.group = group
        self.peer = peer
        self.medium = medium
        self.receiving = receiving
    }

    func send(_ bytes: [UInt8], to destination: DatagramAddress) -> Moment {
        let moment = medium.clock.now
        if medium.isOpen(self) { medium.carry(bytes, from: self, to: destination) }
        return moment
    }

    func close() async { medium.forget(self) }
}

/// A port whose datagrams wait for a caller.
private struct InProcessPort: DatagramPort {
    let socket: InProcessSocket
    let inbox: DatagramInbox

    func send(_ bytes: [UInt8], to destination: DatagramAddress) async throws(LinkError) -> Moment {
        if inbox.isClosed { throw LinkError(.closed, "the port \(socket.address) is closed: open another one") }
        return socket.send(bytes, to: destination)
    }

    func receive(until deadline: Moment) async -> Datagram? { await inbox.receive(until: deadline) }

    func close() async {
        await socket.close()
        inbox.close()
    }
}
