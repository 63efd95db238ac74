import Glibc
import NIOCore

/// What the errors of a socket mean for a link.
enum SocketFailure {
    static let refused = ECONNREFUSED
    static let timedOut = ETIMEDOUT

    /// How a connection ended that failed with `error`.
    static func closure(_ error: any Error) -> LinkClosure {
        guard let error = error as? IOError else { return .failed("\(error)") }
        switch error.errnoCode {
        case ECONNRESET, EPIPE: return .reset
        default: return .failed(error.description)
        }
    }

    /// Why nobody can listen at an address, and what to do.
    static func listening(host: String, port: Int, _ error: any Error) -> String {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: "port \(port) at \(host) is taken: choose another one; 0 is any free one"
        case EADDRNOTAVAIL: "\(host) is no address of this machine"
        case EACCES: "port \(port) needs more rights than this process has: choose one above 1023"
        case let code?: "cannot listen at \(host) port \(port): \(words(code))"
        case nil: "`\(host)` is no numeric address, such as 127.0.0.1"
        }
    }

    private static func words(_ code: CInt) -> String { unsafe String(cString: strerror(code)).lowercased() }

    /// The socket option by which a close breaks the connection: no lingering.
    static let breakOnClose = linger(l_onoff: 1, l_linger: 0)
}
