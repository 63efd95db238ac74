package import HAPPairing
package import Measurement

/// One transport of a simulated accessory: channels, frames and fragments.
///
/// A pure machine. It borrows the ``AccessoryCore`` for each input, uses it for values, sessions, pairings and
/// events, and encodes the results. A core has any number of bindings; see ``AccessoryHost``.
package protocol AccessoryBinding: Sendable {
    /// The name of the transport, as defects and suites use it: `ip`.
    var transport: String { get }

    /// A connection was opened and registered with the core.
    mutating func opened(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment)

    /// Bytes arrived on a connection.
    mutating func received(
        _ core: inout AccessoryCore,
        _ bytes: [UInt8],
        on connection: ConnectionID,
        now: Moment
    )

    /// A connection has ended; the core has removed it.
    mutating func closed(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment)

    /// A deadline has passed: its own, the core's or another binding's.
    mutating func wake(_ core: inout AccessoryCore, now: Moment)

    /// When the binding needs to be woken next; `nil` if it waits for nothing.
    func nextDeadline(_ core: AccessoryCore) -> Moment?

    /// Sends an event message.
    mutating func send(_ core: inout AccessoryCore, _ notice: OutgoingEvent, now: Moment)

    /// Encrypts later messages on the connection with these keys.
    mutating func secure(_ core: inout AccessoryCore, _ connection: ConnectionID, with keys: SessionKeys)

    /// Closes the connection after all earlier bytes are sent; a transport without connections ends the session.
    mutating func close(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment)

    /// The actions since the last call, in order.
    mutating func takeActions() -> [AccessoryAction]

    /// Removes every connection, for a factory reset.
    mutating func reset()
}
