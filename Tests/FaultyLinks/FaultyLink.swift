import Links
import Measurement
import Synchronization

/// The tester's end of a link that fails once.
final class FaultyLink: Link {
    private struct Arrival {
        var event: LinkEvent
        var due: Moment
    }

    private struct State {
        /// The number of messages so far, in each direction.
        var (sent, received) = (0, 0)
        /// What the fault has made of an answer, in order.
        var arrivals: [Arrival] = []
        var isHanging = false
        /// How the link has ended by its fault.
        var end: LinkEvent?
    }

    private let link: any Link
    private let fault: LinkFault
    private let clock: MonotonicClock
    private let onFault: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ link: any Link, fault: LinkFault, clock: MonotonicClock, onFault: @escaping @Sendable () -> Void) {
        (self.link, self.fault, self.clock, self.onFault) = (link, fault, clock, onFault)
    }

    var name: String { link.name }

    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment {
        let (number, isEnded) = state.withLock { state in
            defer { state.sent += 1 }
            return (state.sent, state.end != nil)
        }
        if isEnded { throw LinkError(.closed, "\(name) was closed by a fault") }
        guard fault.kind == .swallow, number == fault.message else { return try await link.send(bytes) }
        onFault()
        return clock.now
    }

    func receive(until deadline: Moment) async -> LinkEvent {
        while true {
            if let event = await arrived(until: deadline) { return event }
            if let end = state.withLock({ $0.end }) { return end }
            let event = await link.receive(until: deadline)
            guard case .bytes(let bytes, let moment) = event else { return event }
            let (number, isHanging) = state.withLock { state in
                defer { state.received += 1 }
                return (state.received, state.isHanging)
            }
            if isHanging { continue }
            guard fault.kind != .swallow, number == fault.message else { return event }
            onFault()
            await fail(bytes, at: moment)
        }
    }

    func close(abruptly: Bool) async { await link.close(abruptly: abruptly) }

    /// The next part of a damaged answer, or the end of the wait for it; `nil` if there is none to come.
    private func arrived(until deadline: Moment) async -> LinkEvent? {
        guard let next = state.withLock({ $0.arrivals.first }) else { return nil }
        if next.due > clock.now {
            guard deadline > clock.now, (try? await clock.sleep(until: min(next.due, deadline))) != nil,
                next.due <= clock.now
            else { return .timedOut(at: clock.now) }
        }
        state.withLock { state in
            state.arrivals.removeFirst()
            if case .closed = next.event { state.end = next.event }
        }
        guard case .bytes(let bytes, _) = next.event else { return next.event }
        return .bytes(bytes, at: next.due)
    }

    /// Damages an answer.
    private func fail(_ bytes: [UInt8], at moment: Moment) async {
        func arrive(_ pieces: [ArraySlice<UInt8>], after delay: Duration = .zero, pause: Duration = .zero) {
            var due = moment.advanced(by: delay)
            for piece in pieces where !piece.isEmpty {
                let arrival = Arrival(event: .bytes(Array(piece), at: due), due: due)
                state.withLock { $0.arrivals.append(arrival) }
                due = due.advanced(by: pause)
            }
        }
        switch fault.kind {
        case .reset: await end(.reset, at: moment)
        case .half:
            arrive([bytes.prefix(bytes.count / 2)])
            await end(.byPeer, at: moment)
        case .hang: state.withLock { $0.isHanging = true }
        case .drip:
            arrive(stride(from: 0, to: bytes.count, by: 16).map { bytes[$0...].prefix(16) }, pause: .milliseconds(20))
        case .duplicate: arrive([bytes[...], bytes[...]])
        case .flip:
            var damaged = bytes
            damaged[Int(fault.place % UInt64(bytes.count))] ^= 1 << (fault.place >> 32 & 7)
            arrive([damaged[...]])
        case .late: arrive([bytes[...]], after: .seconds(11))
        case .swallow: break
        }
    }

    private func end(_ closure: LinkClosure, at moment: Moment) async {
        await link.close(abruptly: true)
        let end = Arrival(event: .closed(closure, at: moment), due: moment)
        state.withLock { $0.arrivals.append(end) }
    }
}
