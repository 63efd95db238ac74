/// The accessory's state that Pair Verify needs at the moment of a message.
package struct PairVerifyContext: Sendable {
    /// The stored pairings.
    package var pairings: [PairingRecord]
    /// Whether another connection is between M1 and M4 of Pair Verify.
    package var isVerifyingElsewhere: Bool
    /// The identifiers of the controllers that have a session on another connection.
    package var openSessions: [[UInt8]]
    /// The number of failed setup attempts.
    package var failures: Int

    package init(
        pairings: [PairingRecord],
        isVerifyingElsewhere: Bool = false,
        openSessions: [[UInt8]] = [],
        failures: Int = 0
    ) {
        self.pairings = pairings
        self.isVerifyingElsewhere = isVerifyingElsewhere
        self.openSessions = openSessions
        self.failures = failures
    }
}
