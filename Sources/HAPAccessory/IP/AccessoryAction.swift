/// What a simulated accessory wants done with its connections and its memory, in order.
package enum AccessoryAction: Sendable, Equatable {
    /// Bytes for a connection; a defect of the link may act on them.
    case send([UInt8], to: ConnectionID, link: [LinkChange])
    /// The connection is closed, after all that was sent before.
    case close(ConnectionID, abruptly: Bool)
    /// The state is kept, before any later action.
    case persist(PersistentState)
    /// What is advertised has changed, and is announced.
    case advertise
    /// The accessory dies: every connection breaks, and none is taken any more.
    case crash
}
