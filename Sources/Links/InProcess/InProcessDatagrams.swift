package import Measurement
import Synchronization

/// An in-process datagram network, as one of its hosts sees it.
///
/// It runs on any clock and loses no datagrams. On a ``VirtualBench`` every run is the same.
package struct InProcessDatagrams: DatagramNetwork {
    private let host: String
    private let medium: DatagramMedium

    /// Creates a network with this host on it.
    ///
    /// - Parameter latency: the time from sending to arrival.
    package init(clock: MonotonicClock, host: String, latency: Duration = .zero) {
        self.init(host: host, medium: DatagramMedium(clock: clock, latency: latency))
    }

    private init(host: String, medium: DatagramMedium) {
        self.host = host
        self.medium = medium
    }

    /// The same network as another host sees it.
    package func neighbour(_ host: String) -> InProcessDatagrams { InProcessDatagrams(host: host, medium: medium) }

    package func open() async throws(LinkError) -> any DatagramPort { medium.port(host: host, group: nil) }

    /// Every host of IPv4 has one that its address makes up, as virtual machines do.
    package func hardwareAddress(of host: IPAddress) -> [UInt8]? {
        host.isVersion6 ? nil : [0x02, 0x00] + host.bytes
    }

    package func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort {
        medium.port(host: host, group: group)
    }
}

/// Carries datagrams between ports.
private final class DatagramMedium: Sendable {
    private struct State {
        var ports: [InProcessPort] = []
        var opened = 0
    }

    let clock: MonotonicClock
    private let latency: Duration
    private let state = Mutex(State())

    init(clock: MonotonicClock, latency: Duration) {
        self.clock = clock
        self.latency = latency
    }

    func port(host: String, group: DatagramAddress?) -> InProcessPort {
        state.withLock { state in
            state.opened += 1
            let address = DatagramAddress(host: host, port: group?.port ?? 49151 + state.opened)
            let port = InProcessPort(address: address, group: group, medium: self)
            state.ports.append(port)
            return port
        }
    }

    func forget(_ port: InProcessPort) {
        state.withLock { $0.ports.removeAll { $0 === port } }
    }

    func carry(_ bytes: [UInt8], from source: DatagramAddress, to destination: DatagramAddress) {
        let (clock, latency) = (clock, latency)
        let receivers = state.withLock { state in
            // A group reaches all its members; an address reaches only one port, even if several share its number.
            let members = state.ports.filter { $0.group == destination }
            return members.isEmpty ? Array(state.ports.filter { $0.address == destination }.prefix(1)) : members
        }
        guard latency > .zero else {
            for port in receivers { port.inbox.push(Datagram(bytes: bytes, source: source, at: clock.now)) }
            return
        }
        _ = clock.source.schedule(at: clock.deadline(in: latency)) {
            for port in receivers { port.inbox.push(Datagram(bytes: bytes, source: source, at: clock.now)) }
        }
    }
}

/// One port of an in-process network.
private final class InProcessPort: DatagramPort {
    let address: DatagramAddress
    let group: DatagramAddress?
    let inbox: DatagramInbox
    private let medium: DatagramMedium

    init(address: DatagramAddress, group: DatagramAddress?, medium: DatagramMedium) {
        self.address = address
        self.group = group
        self.medium = medium
        inbox = DatagramInbox(clock: medium.clock)
    }

    func send(_ bytes: [UInt8], to destination: DatagramAddress) async throws(LinkError) -> Moment {
        if inbox.isClosed { throw LinkError(.closed, "the port \(address) is closed: open another one") }
        let moment = medium.clock.now
        medium.carry(bytes, from: address, to: destination)
        return moment
    }

    func receive(until deadline: Moment) async -> Datagram? { await inbox.receive(until: deadline) }

    func close() async {
        medium.forget(self)
        inbox.close()
    }
}
