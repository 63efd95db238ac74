import Measurement
import NIOCore

/// The address of a host, which may be given by its name.
enum HostAddress {
    /// How long the system may take for a name where the caller has no deadline.
    static let patience = Duration.seconds(10)

    /// - Parameter host: a numeric address, or a name to resolve.
    /// - Throws: ``LinkError`` if the name has no address, or the system does not find it in time.
    static func resolved(
        _ host: String,
        port: Int,
        until deadline: Moment,
        clock: MonotonicClock
    ) async throws(LinkError) -> SocketAddress {
        if let address = try? SocketAddress(ipAddress: host, port: port) { return address }
        let found = await BlockingCall.value(until: deadline, clock: clock) {
            Result { try SocketAddress.makeAddressResolvingHost(host, port: port) }
        }
        switch found {
        case .success(let address)?: return address
        case .failure?: throw TCPDestination(host: host, port: port).unresolved
        case nil:
            throw LinkError(.timedOut, "\(host) was not resolved in time: check the name servers, or pass the address")
        }
    }
}
