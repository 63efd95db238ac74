import Glibc
import NIOCore
import NIOSSL

/// Translates socket errors into link errors.
enum SocketFailure {
    static let refused = ECONNREFUSED
    static let timedOut = ETIMEDOUT

    /// How a connection that failed with `error` ended.
    static func closure(_ error: any Error) -> LinkClosure {
        if case NIOSSLError.handshakeFailed = error {
            return .failed("it does not accept the certificate, or does not speak TLS 1.3")
        }
        guard let error = error as? IOError else { return .failed("\(error)") }
        switch error.errnoCode {
        case ECONNRESET, EPIPE: return .reset
        default: return .failed(error.description)
        }
    }

    /// Why the process cannot listen at an address, and what to do.
    static func listening(host: String, port: Int, _ error: any Error) -> String {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: "port \(port) at \(host) is in use: choose another one, or 0 for any free port"
        case EADDRNOTAVAIL: "\(host) is not an address of this machine"
        case EACCES: "port \(port) requires privileges that this process lacks: choose one above 1023"
        case let code?: "cannot listen at \(host) port \(port): \(words(code))"
        case nil: zoneProblem(of: host) ?? "`\(host)` is not a numeric address, such as 127.0.0.1"
        }
    }

    /// What to do about an address such as `fe80::5%eth7` whose network interface does not exist, or `2001:db8::5%eth0`, which
    /// has no zone; `nil` for every other address.
    static func zoneProblem(of host: String) -> String? {
        if let problem = IPAddress(host)?.zoneProblem(in: host) { return problem }
        guard let percent = host.firstIndex(of: "%") else { return nil }
        let name = String(host[host.index(after: percent)...])
        // An interface has a name or a number.
        guard unsafe if_nametoindex(name) == 0, UInt32(name) == nil else { return nil }
        return "\(host) names the network interface `\(name)`, which this machine does not have: `ip link` lists them"
    }

    /// What went wrong, in the system's words.
    static func text(_ error: any Error) -> String {
        (error as? IOError).map { words($0.errnoCode) } ?? "\(error)"
    }

    private static func words(_ code: CInt) -> String { unsafe String(cString: strerror(code)).lowercased() }

    /// The socket option that makes a close reset the connection: no lingering.
    static let breakOnClose = linger(l_onoff: 1, l_linger: 0)
}
