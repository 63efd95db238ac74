/// Is told everything that happens on the wire, in order.
package protocol WireObserver: Sendable {
    /// Takes an event.
    ///
    /// - Returns: a number by which results cite it.
    func record(_ event: WireEvent) -> UInt64
}

/// An observer that records nothing.
package struct NoObserver: WireObserver {
    package init() {}

    package func record(_ event: WireEvent) -> UInt64 { 0 }
}
