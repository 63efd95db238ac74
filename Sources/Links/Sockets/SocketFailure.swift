import Glibc
import NIOCore

/// Translates socket errors into link errors.
enum SocketFailure {
    static let refused = ECONNREFUSED
    static let timedOut = ETIMEDOUT

    /// How a connection that failed with `error` ended.
    static func closure(_ error: any Error) -> LinkClosure {
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
        case nil: "`\(host)` is not a numeric address, such as 127.0.0.1"
        }
    }

    private static func words(_ code: CInt) -> String { unsafe String(cString: strerror(code)).lowercased() }

    /// The socket option that makes a close reset the connection: no lingering.
    static let breakOnClose = linger(l_onoff: 1, l_linger: 0)
}
