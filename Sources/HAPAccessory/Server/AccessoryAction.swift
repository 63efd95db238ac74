/// An action on a simulated accessory's connections or storage, in order.
package enum AccessoryAction: Sendable, Equatable {
    /// Bytes for a connection; a defect of the link may act on them.
    case send([UInt8], to: ConnectionID, link: [LinkChange])
    /// The connection is closed, after all earlier bytes are sent.
    case close(ConnectionID, abruptly: Bool)
    /// The state is stored before any later action.
    case persist(PersistentState)
    /// The advertisement has changed and is announced.
    case advertise
    /// The accessory crashes: every connection breaks, and new ones are not accepted.
    case crash
}
