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

    /// The socket option by which a close breaks the connection: no lingering.
    static let breakOnClose = linger(l_onoff: 1, l_linger: 0)
}
