import CStamps
import Foundation
package import Measurement

/// Opens TCP connections whose moments are stamps of the kernel, for measurements.
package struct StampedDialer: LinkDialer {
    private let target: TCPDestination
    private let clock: MonotonicClock
    private let limits: LinkLimits
    /// Which moments of its links the kernel has stamped.
    package let stamps: KernelStamps

    /// - Parameter host: a numeric address, or a name to resolve.
    package init(
        host: String,
        port: Int,
        clock: MonotonicClock = .system,
        limits: LinkLimits = LinkLimits(),
        stamps: KernelStamps = KernelStamps()
    ) {
        target = TCPDestination(host: host, port: port)
        self.clock = clock
        self.limits = limits
        self.stamps = stamps
    }

    package var destination: String { target.name }

    package func dial(until deadline: Moment) async throws(LinkError) -> any Link {
        try target.check()
        let patience = clock.now.duration(to: deadline).wholeNanoseconds / 1_000_000
        guard patience > 0 else { throw target.timedOut }
        let (host, port) = (target.host, target.port)
        // Resolving a name blocks.
        let descriptor: Int32 = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: unsafe stamps_connect(host, Int32(port), Int32(clamping: patience))
                )
            }
        }
        guard descriptor >= 0 else { throw error(-descriptor) }
        let socket = StampedSocket(descriptor, clock: clock, limits: limits, stamps: stamps)
        return StampedLink(socket, name: destination)
    }

    private func error(_ code: Int32) -> LinkError {
        switch code {
        case ECONNREFUSED: target.refused
        case ETIMEDOUT: target.timedOut
        case Self.unresolved: target.unresolved
        default: unsafe target.unreachable(String(cString: strerror(code)).lowercased())
        }
    }

    /// What stamps_connect returns for a name without an address, negated.
    private static let unresolved: Int32 = 4096
}

extension SocketDialer {
    /// A dialer to the same address whose links have the kernel's time stamps.
    package var stamped: StampedDialer { StampedDialer(host: host, port: port) }
}
