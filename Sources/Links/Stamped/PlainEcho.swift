import CStamps

/// Exchanges with an ``IdealResponder`` over a socket that the calling thread uses itself: nothing can be faster.
package final class PlainEcho: Sendable {
    private let socket: Int32

    /// - Returns: `nil` if the responder accepts no connection.
    package init?(_ responder: IdealResponder) {
        socket = unsafe stamps_connect("127.0.0.1", Int32(responder.port), 1000)
        guard socket >= 0 else { return nil }
    }

    deinit {
        if socket >= 0 { stamps_close(socket, 0) }
    }

    /// The time from sending to receiving. It blocks the calling thread for that time.
    ///
    /// - Returns: `nil` if no answer arrives within a second.
    package func round(_ bytes: [UInt8]) -> Duration? {
        let time = unsafe bytes.withUnsafeBytes { unsafe stamps_round(socket, $0.baseAddress, $0.count, 1000) }
        return time < 0 ? nil : .nanoseconds(time)
    }
}
