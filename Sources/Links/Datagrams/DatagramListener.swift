package import Measurement
import Synchronization

/// Accepts datagrams of many peers at one port: each peer's datagrams are one ``Link``.
///
/// A peer's first datagram opens its link. UDP has no end of a conversation, so a link ends only when this side closes
/// it; the peer's next datagram then opens another one. At most ``capacity`` links are open: the one that was silent
/// for longest gives way.
package final class DatagramListener: LinkListener {
    /// How many peers can have a link at the same time.
    package static let capacity = 128

    private struct State {
        var links: [DatagramAddress: (link: DatagramLink, last: UInt64)] = [:]
        /// How many datagrams have arrived; `last` of a link is the number of its last one.
        var arrivals: UInt64 = 0
        var socket: (any DatagramSocket)?
        var isClosed = false
    }

    package let links: AsyncStream<any Link>
    private let continuation: AsyncStream<any Link>.Continuation
    private let clock: MonotonicClock
    private let limits: LinkLimits
    private let state = Mutex(State())

    private init(clock: MonotonicClock, limits: LinkLimits) {
        self.clock = clock
        self.limits = limits
        (links, continuation) = AsyncStream.makeStream()
    }

    /// Listens at an address.
    ///
    /// - Parameter local: port 0 takes any free one; ``address`` then has its number.
    /// - Throws: ``LinkError`` if the address cannot be bound.
    package static func bind(
        _ local: DatagramAddress,
        of carrier: some DatagramCarrier,
        clock: MonotonicClock = .system,
        limits: LinkLimits = LinkLimits()
    ) async throws(LinkError) -> DatagramListener {
        let listener = DatagramListener(clock: clock, limits: limits)
        let socket = try await carrier.bind(local) { [weak listener] in listener?.received($0) }
        listener.state.withLock { $0.socket = socket }
        return listener
    }

    /// Where it listens; `nil` after ``close()``.
    package var address: DatagramAddress? { state.withLock { $0.socket?.address } }

    package func close() async {
        continuation.finish()
        let (socket, links) = state.withLock { state in
            state.isClosed = true
            defer { state.links = [:] }
            return (state.socket.take(), state.links.values.map(\.link))
        }
        for link in links { link.end(.byPeer) }
        await socket?.close()
    }

    /// Does nothing: a datagram to an accessory that is off gets no answer, and one that has crashed sends none either.
    package func pause() async {}

    package func resume() async throws(LinkError) {}

    private func received(_ arrival: DatagramArrival) {
        guard case .datagram(let datagram) = arrival else { return }
        let peer = datagram.source
        let (link, isNew, silent): (DatagramLink?, Bool, DatagramLink?) = state.withLock { state in
            guard !state.isClosed else { return (nil, false, nil) }
            state.arrivals += 1
            if let link = state.links[peer]?.link {
                state.links[peer]?.last = state.arrivals
                return (link, false, nil)
            }
            let link = DatagramLink(to: peer, of: self, clock: clock, limit: limits.inbound)
            state.links[peer] = (link, state.arrivals)
            guard state.links.count > Self.capacity, let silent = state.links.min(by: { $0.value.last < $1.value.last })
            else { return (link, true, nil) }
            return (link, true, state.links.removeValue(forKey: silent.key)?.link)
        }
        silent?.end(.byPeer)
        link?.push(datagram)
        if isNew, let link { continuation.yield(link) }
    }

    fileprivate func send(_ bytes: [UInt8], to peer: DatagramAddress) -> Moment? {
        state.withLock { $0.socket }?.send(bytes, to: peer)
    }

    fileprivate func forget(_ link: DatagramLink) {
        state.withLock { state in
            if state.links[link.peer]?.link === link { state.links[link.peer] = nil }
        }
    }
}

/// The datagrams of one peer. What is sent in one piece is one datagram, and so is what is received in one.
private final class DatagramLink: Link {
    let peer: DatagramAddress
    let name: String
    private let listener: DatagramListener
    private let inbox: LinkInbox
    private let clock: MonotonicClock

    init(to peer: DatagramAddress, of listener: DatagramListener, clock: MonotonicClock, limit: Int) {
        self.peer = peer
        self.listener = listener
        self.clock = clock
        name = peer.description
        inbox = LinkInbox(clock: clock, limit: limit)
    }

    /// Keeps a datagram; it is dropped if too much is unread, as on any network.
    func push(_ datagram: Datagram) {
        if inbox.takesMore() { inbox.push(datagram.bytes, at: datagram.at) }
    }

    func end(_ closure: LinkClosure) { inbox.close(closure, at: clock.now) }

    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment {
        guard !inbox.isClosed, let moment = listener.send(bytes, to: peer) else {
            throw LinkError(.closed, "\(name) is closed: wait for the peer's next datagram")
        }
        return moment
    }

    func receive(until deadline: Moment) async -> LinkEvent { await inbox.receive(until: deadline) }

    func close(abruptly: Bool) async {
        listener.forget(self)
        inbox.close(.local, at: clock.now, discarding: true)
    }
}
