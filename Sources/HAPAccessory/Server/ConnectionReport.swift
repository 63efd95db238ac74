/// What happened on a connection of a simulated accessory, for its user.
package struct ConnectionReport: Sendable, Hashable {
    package enum Event: Sendable, Hashable {
        /// A controller opened it from this address.
        case opened(by: String)
        /// It has a session of the controller with this identifier.
        case verified([UInt8])
        /// Its session has ended, and it stays, as over Thread; reported with the next message on it.
        case sessionEnded
        /// It was closed, by the accessory or by the controller.
        case closed(byAccessory: Bool)
    }

    /// Counted from 1.
    package let number: UInt64
    package let event: Event

    init(_ connection: ConnectionID, _ event: Event) {
        number = connection.number
        self.event = event
    }
}
