import Links
import Measurement
import Synchronization

/// Takes what a relay sends on one channel.
protocol RelayReceiver: Sendable {
    /// - Returns: what the relay must not do, and did; `nil` if there is nothing.
    @discardableResult
    func take(_ message: RelayMessage, at moment: Moment) -> String?
}

/// What arrives on a stream.
final class RelayStreamReceiver: RelayReceiver {
    let inbox: LinkInbox
    private let network = Mutex<RelayNetworkTrip?>(nil)
    /// How many bytes can be unread: what the tester grants, and what the relay had already read when that was used up.
    static let most = 4 * RelayCredit.initial

    init(clock: MonotonicClock) {
        // The credit is the limit, and a relay that ignores it is left.
        inbox = LinkInbox(clock: clock, limit: .max)
    }

    /// The network's round trip between the relay and the accessory.
    var trip: RelayNetworkTrip? { network.withLock { $0 } }

    func take(_ message: RelayMessage, at moment: Moment) -> String? {
        switch message {
        case .data(let bytes):
            inbox.push(bytes, at: moment)
            if inbox.buffered > Self.most { return "it sent more than was granted" }
        case .end(let end): inbox.close(end.closure, at: moment)
        case .pong(_, let trip?): network.withLock { $0 = trip }
        default: break
        }
        return nil
    }
}

/// What arrives at a UDP port for one peer.
struct RelayDatagramReceiver: RelayReceiver {
    let peer: DatagramAddress
    let receiving: @Sendable (DatagramArrival) -> Void

    func take(_ message: RelayMessage, at moment: Moment) -> String? {
        switch message {
        case .datagram(_, let bytes): receiving(.datagram(Datagram(bytes: bytes, source: peer, at: moment)))
        case .noListener: receiving(.refused(at: moment))
        default: break
        }
        return nil
    }
}

/// What arrives at a port for multicast DNS.
final class RelayGroupReceiver: RelayReceiver {
    let inbox: DatagramInbox
    private let end = Mutex<RelayEnd?>(nil)

    init(clock: MonotonicClock) {
        inbox = DatagramInbox(clock: clock)
    }

    /// Why the relay has closed the port; `nil` if it has not said so.
    var failure: String? {
        if case .failed(let reason) = end.withLock({ $0 }) { reason } else { nil }
    }

    func take(_ message: RelayMessage, at moment: Moment) -> String? {
        switch message {
        case .datagram(let peer, let bytes):
            guard let source = DatagramAddress(written: peer) else { break }
            inbox.push(Datagram(bytes: bytes, source: source, at: moment))
        case .end(let end):
            self.end.withLock { $0 = end }
            inbox.close()
        default: break
        }
        return nil
    }
}
