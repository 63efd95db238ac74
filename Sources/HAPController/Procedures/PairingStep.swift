package import HAPPairing

/// One request of a pairing procedure, and its answer.
package struct PairingStep: Sendable {
    /// The number of the controller's message: 1, 3 or 5.
    package var message: Int
    package var exchange: Exchange
    /// What the answer says; `nil` if there is none.
    package var answer: PairingAnswer?

    /// Whether a careful controller goes on after it.
    package var isRight: Bool { answer?.isRight ?? false }
}
