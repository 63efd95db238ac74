import CStamps
import Foundation
import Measurement
import Synchronization

/// A socket with the kernel's time stamps, and the thread that reads it.
///
/// The thread owns the descriptor: it alone closes it, after the end of the connection.
final class StampedSocket: Sendable {
    private struct State {
        /// `nil` after the thread has closed it.
        var descriptor: Int32?
        /// Bytes that the kernel does not take yet, because the other side has not read the earlier ones.
        var waiting: [UInt8] = []
        /// The number of the next byte to send, as the kernel counts: modulo 2^32.
        var next: UInt32 = 0
        /// The kernel's stamps by the number of the last byte of each send call.
        var stamps: [UInt32: Moment] = [:]
        var ending: Ending?
        var onEnd: [@Sendable () -> Void] = []
    }

    private struct Ending {
        var isAbrupt: Bool
        /// Until when the other side may take to close, too.
        var deadline: Moment
    }

    let inbox: LinkInbox
    private let clock: MonotonicClock
    private let limits: LinkLimits
    private let stamps: KernelStamps
    private let bell: Int32
    private let state: Mutex<State>

    /// Takes over a connected socket that does not block, and starts its thread.
    init(_ descriptor: Int32, clock: MonotonicClock, limits: LinkLimits, stamps: KernelStamps) {
        self.clock = clock
        self.limits = limits
        self.stamps = stamps
        inbox = LinkInbox(clock: clock, limit: limits.inbound)
        bell = stamps_bell()
        state = Mutex(State(descriptor: descriptor))
        // Without stamps (a sandbox may forbid them) the moments are the program's own.
        _ = stamps_enable(descriptor)
        Thread.detachNewThread { [self] in read(descriptor) }
    }

    deinit {
        stamps_close(bell, 0)
    }

    // MARK: - Calls by the link

    /// Sends all bytes.
    ///
    /// - Returns: the moment before, and the number of the last byte.
    func send(_ bytes: [UInt8], name: String) throws(LinkError) -> (moment: Moment, last: UInt32) {
        let result: Result<(Moment, UInt32, Bool), LinkError> = state.withLock { state in
            guard let descriptor = state.descriptor, state.ending == nil, !inbox.isClosed else {
                return .failure(LinkError(.closed, "\(name) is closed: open a new connection"))
            }
            // Only the latest message is asked for.
            state.stamps.removeAll(keepingCapacity: true)
            guard state.waiting.isEmpty || state.waiting.count + bytes.count <= limits.outbound else {
                let count = state.waiting.count
                return .failure(LinkError(.congested, "\(name) has \(count) unread bytes: close the connection"))
            }
            let moment = clock.now
            state.waiting += bytes
            guard Self.flush(&state, descriptor) else {
                return .failure(LinkError(.closed, "\(name) is closed: open a new connection"))
            }
            let isWhole = state.waiting.isEmpty
            let last = state.next &+ UInt32(truncatingIfNeeded: state.waiting.count) &- 1
            return .success((moment, last, isWhole))
        }
        let (moment, last, isWhole) = try result.get()
        if !isWhole { stamps_ring(bell) }
        return (moment, last)
    }

    /// Gives the kernel as many of the waiting bytes as it takes.
    ///
    /// - Returns: whether the connection can still send.
    private static func flush(_ state: inout State, _ descriptor: Int32) -> Bool {
        guard !state.waiting.isEmpty else { return true }
        let sent = unsafe state.waiting.withUnsafeBytes { unsafe stamps_send(descriptor, $0.baseAddress, $0.count) }
        guard sent >= 0 else { return sent == -Int(EAGAIN) }
        state.next &+= UInt32(truncatingIfNeeded: sent)
        state.waiting.removeFirst(sent)
        return true
    }

    /// The kernel's stamp of sent bytes; `nil` if there is none.
    func takeStamp(ofByte last: UInt32) -> Moment? {
        state.withLock { $0.stamps.removeValue(forKey: last) }
    }

    /// Lets the thread read again, if it has paused and the caller has read enough.
    func resume() {
        if inbox.takesMoreAgain() { stamps_ring(bell) }
    }

    /// Ends the connection.
    ///
    /// - Parameters:
    ///   - lingering: whether the other side may take some time to close, too.
    ///   - done: called when the socket is closed.
    func finish(abruptly: Bool, lingering: Bool, _ done: @escaping @Sendable () -> Void = {}) {
        inbox.close(.local, at: clock.now, discarding: true)
        let isOver = state.withLock { state in
            guard let descriptor = state.descriptor else { return true }
            state.onEnd.append(done)
            if state.ending == nil, !abruptly, state.waiting.isEmpty { stamps_finish(descriptor) }
            let deadline = lingering && !abruptly ? clock.deadline(in: limits.linger) : clock.now
            state.ending = Ending(isAbrupt: abruptly || state.ending?.isAbrupt == true, deadline: deadline)
            return false
        }
        if isOver { return done() }
        stamps_ring(bell)
    }

    var roundTrip: LinkRoundTrip? {
        state.withLock { state in
            guard let descriptor = state.descriptor else { return nil }
            var (smoothed, least, resent): (UInt32, UInt32, UInt32) = (0, 0, 0)
            guard unsafe stamps_tcp(descriptor, &smoothed, &least, &resent) == 0 else { return nil }
            return LinkRoundTrip(
                smoothed: .microseconds(smoothed),
                least: least == 0 || least == .max ? nil : .microseconds(least),
                resent: Int(resent)
            )
        }
    }

    // MARK: - The thread

    private func read(_ descriptor: Int32) {
        var wall = WallClock(clock: clock)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var hasEnded = false
        while !hasEnded {
            let ending = state.withLock { $0.ending }
            if let ending, ending.isAbrupt || clock.now >= ending.deadline { break }
            if ending == nil, !inbox.takesMore() {
                // The descriptor -1 leaves the bell alone to wait for.
                _ = stamps_wait(-1, 0, bell, Self.longestWait)
                continue
            }
            let patience = ending.map { clock.now.duration(to: $0.deadline).wholeNanoseconds / 1_000_000 + 1 }
            let writes = state.withLock { !$0.waiting.isEmpty }
            let longest = patience.map { Int32(clamping: $0) } ?? Self.longestWait
            guard stamps_wait(descriptor, writes ? 1 : 0, bell, longest) > 0 else { continue }
            if writes { sendMore(descriptor) }
            takeStamps(descriptor, &wall)
            hasEnded = take(descriptor, &bytes, &wall)
        }
        let (isAbrupt, done) = state.withLock { state in
            state.descriptor = nil
            defer { state.onEnd = [] }
            return (state.ending?.isAbrupt == true, state.onEnd)
        }
        stamps_close(descriptor, isAbrupt ? 1 : 0)
        for action in done { action() }
    }

    /// The thread sleeps until something happens; the limit only guards against a lost signal.
    private static let longestWait: Int32 = 60_000

    private func sendMore(_ descriptor: Int32) {
        state.withLock { state in
            if !Self.flush(&state, descriptor) { state.waiting = [] }
            if state.waiting.isEmpty, state.ending != nil { stamps_finish(descriptor) }
        }
    }

    private func takeStamps(_ descriptor: Int32, _ wall: inout WallClock) {
        var (last, stamp): (UInt32, Int64) = (0, 0)
        while unsafe stamps_sent(descriptor, &last, &stamp) == 1 {
            guard stamp != 0, let moment = wall.moment(of: stamp) else { continue }
            stamps.add(moment)
            state.withLock { $0.stamps[last] = moment }
        }
    }

    /// Reads what there is.
    ///
    /// - Returns: whether the connection has ended.
    private func take(_ descriptor: Int32, _ bytes: inout [UInt8], _ wall: inout WallClock) -> Bool {
        var stamp: Int64 = 0
        let got = unsafe bytes.withUnsafeMutableBytes {
            unsafe stamps_receive(descriptor, $0.baseAddress, $0.count, &stamp)
        }
        let now = clock.now
        if got > 0 {
            var moment = now
            // A stamp in the future is one across a step of the clock.
            if stamp != 0, let exact = wall.moment(of: stamp), exact <= now {
                moment = exact
                stamps.add(exact)
            }
            inbox.push(Array(bytes[..<got]), at: moment)
            return false
        }
        switch -got {
        case 0: inbox.close(.byPeer, at: now)
        case Int(EAGAIN), Int(EINTR): return false
        case Int(ECONNRESET), Int(EPIPE): inbox.close(.reset, at: now)
        case let code:
            inbox.close(.failed(unsafe String(cString: strerror(Int32(code))).lowercased()), at: now)
        }
        return true
    }
}
