import Links
import Measurement
import Synchronization

/// What goes from the tester to the accessory: opened connections, bytes with their moments, and how the tester ends a
/// connection.
final class LinkTap: LinkDialer {
    enum What: Hashable, Sendable {
        case opened
        case bytes([UInt8])
        /// The tester ended the connection: FIN.
        case ended
        /// The tester broke the connection: RST.
        case broken
    }

    struct Item: Hashable, Sendable {
        /// The number of the connection, from 1.
        var link: Int
        var at: Moment
        var what: What
    }

    private let dialer: any LinkDialer
    private let clock: MonotonicClock
    private let witness: (any Witness)?
    private let state = Mutex<(links: Int, items: [Item])>((0, []))

    init(_ dialer: any LinkDialer, clock: MonotonicClock, witness: (any Witness)?) {
        (self.dialer, self.clock, self.witness) = (dialer, clock, witness)
    }

    var destination: String { dialer.destination }

    /// Everything so far, in its order.
    var items: [Item] { state.withLock { $0.items } }

    func dial(until deadline: Moment) async throws(LinkError) -> any Link {
        let link = try await dialer.dial(until: deadline)
        let number = state.withLock { state in
            state.links += 1
            return state.links
        }
        note(.opened, on: number)
        return TappedLink(link: link, number: number, tap: self)
    }

    fileprivate func note(_ what: What, on link: Int) {
        if case .bytes(let bytes) = what { witness?.sees(sent: bytes) }
        let item = Item(link: link, at: clock.now, what: what)
        state.withLock { $0.items.append(item) }
    }
}

/// The tester's end of a link, which notes what is sent before it leaves.
private struct TappedLink: Link {
    let link: any Link
    let number: Int
    let tap: LinkTap

    var name: String { link.name }

    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment {
        tap.note(.bytes(bytes), on: number)
        return try await link.send(bytes)
    }

    func receive(until deadline: Moment) async -> LinkEvent { await link.receive(until: deadline) }

    func close(abruptly: Bool) async {
        tap.note(abruptly ? .broken : .ended, on: number)
        await link.close(abruptly: abruptly)
    }
}
