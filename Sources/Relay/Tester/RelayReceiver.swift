import Links
import Measurement
import Synchronization

/// Takes what a relay sends on one channel.
protocol RelayReceiver: Sendable {
    func take(_ message: RelayMessage, at moment: Moment)
}

/// What arrives on a stream.
final class RelayStreamReceiver: RelayReceiver {
    let inbox: LinkInbox
    private let network = Mutex<RelayNetworkTrip?>(nil)

    init(clock: MonotonicClock) {
        // The relay sends no more than the tester grants.
        inbox = LinkInbox(clock: clock, limit: .max)
    }

    /// The network's round trip between the relay and the accessory.
    var trip: RelayNetworkTrip? { network.withLock { $0 } }

    func take(_ message: RelayMessage, at moment: Moment) {
        switch message {
        case .data(let bytes): inbox.push(bytes, at: moment)
        case .end(let end): inbox.close(end.closure, at: moment)
        case .pong(_, let trip?): network.withLock { $0 = trip }
        default: break
        }
    }
}

/// What arrives at a UDP port for one peer.
struct RelayDatagramReceiver: RelayReceiver {
    let peer: DatagramAddress
    let receiving: @Sendable (DatagramArrival) -> Void

    func take(_ message: RelayMessage, at moment: Moment) {
        switch message {
        case .datagram(_, let bytes): receiving(.datagram(Datagram(bytes: bytes, source: peer, at: moment)))
        case .noListener: receiving(.refused(at: moment))
        default: break
        }
    }
}

/// What arrives at a port for multicast DNS.
struct RelayGroupReceiver: RelayReceiver {
    let inbox: DatagramInbox

    func take(_ message: RelayMessage, at moment: Moment) {
        switch message {
        case .datagram(let peer, let bytes):
            guard let source = DatagramAddress(written: peer) else { return }
            inbox.push(Datagram(bytes: bytes, source: source, at: moment))
        case .end: inbox.close()
        default: break
        }
    }
}
