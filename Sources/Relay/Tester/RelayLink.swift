import Links
import Measurement
import Synchronization

/// Opens TCP connections to an address of a relay's bench.
struct RelayDialer: LinkDialer {
    let client: RelayClient
    let address: DatagramAddress

    var destination: String { address.description }

    func dial(until deadline: Moment) async throws(LinkError) -> any Link {
        guard (1...65535).contains(address.port) else {
            throw LinkError(.unreachable, "\(address.port) is not a port: give one from 1 to 65535")
        }
        let receiver = RelayStreamReceiver(clock: client.clock)
        let channel = try await client.open(.stream(address), for: receiver, until: deadline)
        return RelayLink(receiver, on: channel, of: client, name: destination)
    }
}

/// A TCP connection of a relay's bench.
///
/// A ping goes beside all bytes that are sent, so the round trip to the relay is known for each exchange.
final class RelayLink: Link {
    let name: String
    private let client: RelayClient
    private let channel: UInt32
    private let receiver: RelayStreamReceiver
    /// The bytes that were read and are not granted again yet.
    private let read = Mutex(0)

    init(_ receiver: RelayStreamReceiver, on channel: UInt32, of client: RelayClient, name: String) {
        self.receiver = receiver
        self.channel = channel
        self.client = client
        self.name = name
    }

    deinit {
        // No reference is left that could close the link.
        if !receiver.inbox.isClosed { client.abandon(channel) } else { client.forget(channel) }
    }

    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment {
        guard !receiver.inbox.isClosed else { throw LinkError(.closed, "\(name) is closed: open a new connection") }
        let pieces = stride(from: 0, to: bytes.count, by: RelayStream.piece).map { start in
            RelayMessage.data(Array(bytes[start..<min(start + RelayStream.piece, bytes.count)]))
        }
        guard let moment = client.post(pieces, on: channel, measuring: true) else {
            throw client.loss
                ?? LinkError(.congested, "\(client.name) takes no more bytes for \(name): close the connection")
        }
        return moment
    }

    func receive(until deadline: Moment) async -> LinkEvent {
        let event = await receiver.inbox.receive(until: deadline)
        if case .bytes(let bytes, at: _) = event { grant(bytes.count) }
        return event
    }

    /// Lets the relay send as many bytes again, in steps.
    private func grant(_ count: Int) {
        let granted: Int? = read.withLock { read in
            read += count
            guard read >= RelayCredit.initial / 4 else { return nil }
            defer { read = 0 }
            return read
        }
        if let granted { client.post([.credit(UInt32(clamping: granted))], on: channel) }
    }

    func close(abruptly: Bool) async {
        let hasEnded = receiver.inbox.isClosed
        receiver.inbox.close(.local, at: client.clock.now, discarding: true)
        if hasEnded { client.forget(channel) } else { await client.end(channel, abruptly: abruptly) }
    }

    var roundTrip: LinkRoundTrip? { receiver.trip?.linkRoundTrip(relay: client.relayRoundTrip) }
}
