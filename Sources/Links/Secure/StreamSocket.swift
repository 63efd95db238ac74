package import Measurement

/// A byte stream that hands over what arrives at once, so that no task has to wait for it.
package protocol StreamSocket: Sendable {
    /// How many sent bytes the system has not taken yet.
    var unsent: Int { get }

    /// Sends all of `bytes`; a failure is reported as the end of the stream.
    ///
    /// - Returns: the moment just before the bytes were handed to the transport.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Moment

    /// Closes the stream; it returns when the stream has ended.
    func close() async
}

/// What arrives on a ``StreamSocket``.
package enum StreamArrival: Sendable, Equatable {
    case bytes([UInt8], at: Moment)
    /// The stream has ended; nothing follows.
    case closed(LinkClosure, at: Moment)
}
