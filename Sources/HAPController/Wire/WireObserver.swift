/// Receives all events on the wire, in order.
package protocol WireObserver: Sendable {
    /// Receives an event.
    ///
    /// - Returns: a number with which results refer to it.
    func record(_ event: WireEvent) -> UInt64
}

/// An observer that records nothing.
package struct NoObserver: WireObserver {
    package init() {}

    package func record(_ event: WireEvent) -> UInt64 { 0 }
}
