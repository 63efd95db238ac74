/// An address to connect to over TCP, and what to say if that fails.
struct TCPDestination: Sendable {
    /// A numeric address, or a name to resolve.
    let host: String
    let port: Int

    /// `127.0.0.1:51826`, or `[::1]:51826`.
    var name: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// - Throws: ``LinkError`` if the port does not exist.
    func check() throws(LinkError) {
        guard (1...65535).contains(port) else {
            throw LinkError(.unreachable, "\(port) is not a port: give one from 1 to 65535")
        }
    }

    var timedOut: LinkError {
        LinkError(.timedOut, "\(name) did not respond in time: is the accessory on this network?")
    }

    var refused: LinkError {
        LinkError(.refused, "\(name) refuses connections: is the accessory started and the port correct?")
    }

    /// The name has no address, or the interface of the address does not exist.
    var unresolved: LinkError {
        let hint =
            SocketFailure.zoneProblem(of: host) ?? "cannot resolve \(host): check the name, or pass the address"
        return LinkError(.unreachable, hint)
    }

    /// - Parameter reason: what the system says, in words.
    func unreachable(_ reason: String) -> LinkError { LinkError(.unreachable, "cannot reach \(name): \(reason)") }
}
