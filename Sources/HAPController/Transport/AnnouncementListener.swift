package import Measurement

/// Keeps what an accessory announces by itself, from the moment at which it was made.
package protocol AnnouncementListener: Sendable {
    /// The next announcement with the pairing state; those that arrived before the call count, too, each once.
    ///
    /// - Parameter isPaired: the wanted state; `nil` accepts any.
    func next(isPaired: Bool?, until deadline: Moment) async -> Discovery

    /// Stops listening.
    func close() async
}

/// Why the tester cannot hear what an accessory announces.
package struct ListeningError: Error, Sendable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}
