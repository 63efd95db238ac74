package import HAPPairing
package import Measurement

/// One transport of a simulated accessory: channels, frames and fragments.
///
/// A pure machine. It borrows the ``AccessoryCore`` for each input, asks it for whatever concerns values, sessions,
/// pairings and events, and turns the results into bytes. A core has any number of bindings; see ``AccessoryHost``.
package protocol AccessoryBinding: Sendable {
    /// A connection was opened; the core knows it.
    mutating func opened(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment)

    /// Bytes arrived on a connection.
    mutating func received(
        _ core: inout AccessoryCore,
        _ bytes: [UInt8],
        on connection: ConnectionID,
        now: Moment
    )

    /// A connection is gone; the core has forgotten it.
    mutating func closed(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment)

    /// A deadline has passed: its own, the core's or another binding's.
    mutating func wake(_ core: inout AccessoryCore, now: Moment)

    /// When the binding itself wants to be woken next; `nil` while it waits for nothing.
    func nextDeadline(_ core: AccessoryCore) -> Moment?

    /// Sends an event message.
    mutating func send(_ core: inout AccessoryCore, _ notice: EventNotice)

    /// Seals what follows on the connection with these keys.
    mutating func secure(_ core: inout AccessoryCore, _ connection: ConnectionID, with keys: SessionKeys)

    /// Closes the connection after all that was sent before.
    mutating func close(_ connection: ConnectionID)

    /// What the inputs since the last call want done, in order.
    mutating func takeActions() -> [AccessoryAction]

    /// Forgets every connection, as a factory reset does.
    mutating func reset()
}
