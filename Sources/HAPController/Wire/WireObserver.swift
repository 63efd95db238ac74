/// Is told everything that happens on the wire, in order.
package protocol WireObserver: Sendable {
    /// Takes what happened.
    ///
    /// - Returns: a number by which results cite it.
    func record(_ event: WireEvent) -> UInt64
}

/// Nobody watches.
package struct NoObserver: WireObserver {
    package init() {}

    package func record(_ event: WireEvent) -> UInt64 { 0 }
}
