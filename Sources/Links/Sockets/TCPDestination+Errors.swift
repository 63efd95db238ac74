import NIOCore
import NIOPosix

extension TCPDestination {
    /// What to say about an attempt to connect that failed.
    func linkError(_ error: any Error) -> LinkError {
        switch error {
        case let error as LinkError:
            return error
        case let error as NIOConnectionError:
            guard let attempt = error.connectionErrors.first else { return unresolved }
            return linkError(attempt.error)
        case ChannelError.connectTimeout:
            return timedOut
        case let error as IOError where error.errnoCode == SocketFailure.refused:
            return refused
        case let error as IOError where error.errnoCode == SocketFailure.timedOut:
            return timedOut
        default:
            return unreachable(SocketFailure.text(error))
        }
    }
}
