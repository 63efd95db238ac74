import Links
import Measurement
import Testing

/// A kind of link; the contract holds for each.
enum LinkWorld: String, CaseIterable, CustomTestStringConvertible {
    case bench = "in-process on virtual time"
    case delayed = "in-process on virtual time with latency"
    case process = "in-process on the system clock"
    case sockets = "TCP over loopback"
    case stamped = "TCP with the kernel's time stamps"

    var testDescription: String { rawValue }

    /// Whether its clock stands still while code runs, so that each moment is exact.
    var isVirtual: Bool { self == .bench || self == .delayed }

    /// Both ends of one link, and the objects that created them.
    struct Pair: Sendable {
        var clock: MonotonicClock
        var dialer: any LinkDialer
        var listener: any LinkListener
        var near: any Link
        var far: any Link
    }

    /// Runs `body` with two connected ends and closes everything afterwards.
    func run(limits: LinkLimits = LinkLimits(), _ body: @escaping @Sendable (Pair) async throws -> Void) async throws {
        switch self {
        case .bench, .delayed:
            let bench = VirtualBench()
            let latency = self == .delayed ? Duration.milliseconds(3) : .zero
            try bench.run {
                let network = InProcessNetwork(clock: bench.clock, latency: latency, limits: limits)
                try await Self.join(network.dialer(to: "lamp"), network.listen(at: "lamp"), bench.clock, body)
            }
        case .process:
            let network = InProcessNetwork(clock: .system, limits: limits)
            try await Self.join(network.dialer(to: "lamp"), network.listen(at: "lamp"), .system, body)
        case .sockets:
            let listener = try await SocketListener.bind(limits: limits)
            let dialer = SocketDialer(host: "127.0.0.1", port: listener.port, limits: limits)
            try await Self.join(dialer, listener, .system, body)
        case .stamped:
            let listener = try await SocketListener.bind(limits: limits)
            let dialer = StampedDialer(host: "127.0.0.1", port: listener.port, limits: limits)
            try await Self.join(dialer, listener, .system, body)
        }
    }

    private static func join(
        _ dialer: any LinkDialer,
        _ listener: any LinkListener,
        _ clock: MonotonicClock,
        _ body: (Pair) async throws -> Void
    ) async throws {
        let near = try await dialer.dial(until: clock.deadline(in: .seconds(60)))
        var opened = listener.links.makeAsyncIterator()
        guard let far = await opened.next() else { throw LinkError(.closed, "the listener gave no link") }
        let outcome: Result<Void, any Error>
        do {
            try await body(Pair(clock: clock, dialer: dialer, listener: listener, near: near, far: far))
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await near.close(abruptly: true)
        await far.close(abruptly: true)
        await listener.close()
        try outcome.get()
    }
}

extension Link {
    /// Reads until the given number of bytes has arrived, the link ends, or the deadline passes.
    func collect(_ count: Int, until deadline: Moment) async -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard case .bytes(let more, _) = await receive(until: deadline) else { return bytes }
            bytes += more
        }
        return bytes
    }

    /// How the link ended, after all earlier bytes are read; `nil` if it did not by the deadline.
    func closure(until deadline: Moment) async -> LinkClosure? {
        while true {
            switch await receive(until: deadline) {
            case .bytes: continue
            case .closed(let closure, _): return closure
            case .timedOut: return nil
            }
        }
    }
}
