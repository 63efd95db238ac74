import Links
import Measurement

/// Opens UDP ports of a relay's bench.
struct RelayCarrier: DatagramCarrier {
    let client: RelayClient

    func bind(
        _ local: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket {
        throw LinkError(.unreachable, "a relay opens UDP ports for one peer only, not \(local)")
    }

    func connect(
        to peer: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket {
        guard (1...65535).contains(peer.port) else {
            throw LinkError(.unreachable, "\(peer.port) is not a port: give one from 1 to 65535")
        }
        let receiver = RelayDatagramReceiver(peer: peer, receiving: receiving)
        let channel = try await client.open(.datagrams(peer), for: receiver, until: client.openDeadline)
        return RelayDatagramSocket(client: client, channel: channel, peer: peer)
    }
}

/// A UDP port of a relay's bench, for one peer.
final class RelayDatagramSocket: DatagramSocket {
    private let client: RelayClient
    private let channel: UInt32
    private let peer: DatagramAddress

    init(client: RelayClient, channel: UInt32, peer: DatagramAddress) {
        self.client = client
        self.channel = channel
        self.peer = peer
    }

    deinit { client.abandon(channel) }

    /// The tester does not know the port's number at the relay.
    var address: DatagramAddress { DatagramAddress(host: client.name, port: 0) }

    func send(_ bytes: [UInt8], to destination: DatagramAddress) -> Moment {
        client.post([.datagram(peer: "\(peer)", bytes)], on: channel, measuring: true) ?? client.clock.now
    }

    func close() async { await client.end(channel, abruptly: false) }
}

/// An interface of a relay's bench, for multicast DNS.
struct RelayNetwork: DatagramNetwork {
    let client: RelayClient
    let interface: IPAddress

    func open() async throws(LinkError) -> any DatagramPort {
        try await port(.questions(interface: interface.zonedText))
    }

    func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort {
        guard group == RelayGroup.group(isVersion6: interface.isVersion6) else {
            throw LinkError(.unreachable, "a relay joins the group of multicast DNS only, not \(group)")
        }
        return try await port(.group(interface: interface.zonedText))
    }

    private func port(_ target: RelayTarget) async throws(LinkError) -> any DatagramPort {
        let receiver = RelayGroupReceiver(clock: client.clock)
        let channel = try await client.open(target, for: receiver, until: client.openDeadline)
        return RelayPort(client: client, channel: channel, receiver: receiver)
    }

    func hardwareAddress(of host: IPAddress) async -> [UInt8]? {
        guard let text = try? await client.answer(to: .neighbour(host)), text.count == 12 else { return nil }
        let digits = text.map { $0 }
        let bytes = stride(from: 0, to: 12, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return bytes.count == 6 ? bytes : nil
    }
}

/// A port of a relay's bench for multicast DNS.
struct RelayPort: DatagramPort {
    let client: RelayClient
    let channel: UInt32
    let receiver: RelayGroupReceiver

    func send(_ bytes: [UInt8], to destination: DatagramAddress) async throws(LinkError) -> Moment {
        // Also the relay can close it.
        guard !receiver.inbox.isClosed,
            let moment = client.post([.datagram(peer: "\(destination)", bytes)], on: channel)
        else {
            throw client.loss ?? LinkError(.closed, receiver.failure ?? "the relay has closed the port")
        }
        return moment
    }

    func receive(until deadline: Moment) async -> Datagram? { await receiver.inbox.receive(until: deadline) }

    func close() async {
        await client.end(channel, abruptly: false)
        receiver.inbox.close()
    }
}

extension RelayClient {
    /// How long the relay may take to open a port, which needs no answer of an accessory.
    var openDeadline: Moment { clock.deadline(in: .seconds(10)) }
}
