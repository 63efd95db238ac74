import Links
import Measurement
import Testing

/// A kind of datagram network; the contract holds for each.
enum DatagramWorld: String, CaseIterable, CustomTestStringConvertible {
    case bench = "in-process on virtual time"
    case delayed = "in-process on virtual time with latency"
    case process = "in-process on the system clock"
    case sockets = "UDP over loopback"

    var testDescription: String { rawValue }

    /// A network as seen by two hosts, and a group that is used only here.
    struct Site: Sendable {
        var clock: MonotonicClock
        var near: any DatagramNetwork
        var far: any DatagramNetwork
        var group: DatagramAddress
    }

    func run(_ body: @escaping @Sendable (Site) async throws -> Void) async throws {
        let group = DatagramAddress(host: "224.0.0.251", port: Self.port)
        switch self {
        case .bench, .delayed:
            let bench = VirtualBench()
            let latency = self == .delayed ? Duration.milliseconds(3) : .zero
            try bench.run {
                let near = InProcessDatagrams(clock: bench.clock, host: "192.0.2.1", latency: latency)
                let far = near.neighbour("192.0.2.2")
                try await body(Site(clock: bench.clock, near: near, far: far, group: group))
            }
        case .process:
            let near = InProcessDatagrams(clock: .system, host: "192.0.2.1")
            try await body(Site(clock: .system, near: near, far: near.neighbour("192.0.2.2"), group: group))
        case .sockets:
            let loopback = SocketDatagrams(interface: IPAddress(127, 0, 0, 1))
            try await body(Site(clock: .system, near: loopback, far: loopback, group: group))
        }
    }

    /// Not the group of multicast DNS, where responders of this machine would answer; the contract's tests are serialized.
    private static let port = 53535
}
