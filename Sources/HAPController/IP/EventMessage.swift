package import HAPSession
package import HTTPWire
package import Measurement

/// An event as it came (HAP R1 5.8).
package struct EventMessage: Sendable {
    package let message: HTTPMessage
    /// When its last byte came.
    package let at: Moment
    /// The number under which the observer knows it.
    package let evidence: UInt64

    /// What it says.
    package var body: CharacteristicsBody { CharacteristicsBody(message) }

    /// The characteristics that changed.
    package var entries: [CharacteristicEntry] { body.entries }
}
