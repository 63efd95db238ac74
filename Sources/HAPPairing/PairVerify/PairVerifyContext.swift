/// The accessory's state that Pair Verify needs at the moment of a message.
package struct PairVerifyContext: Sendable {
    /// The stored pairings.
    package var pairings: [PairingRecord]
    /// How many other connections are between M1 and M4 of Pair Verify.
    package var verifyingElsewhere: Int
    /// The identifiers of the controllers that have a session on another connection.
    package var openSessions: [[UInt8]]
    /// The number of failed setup attempts.
    package var failures: Int

    package init(
        pairings: [PairingRecord],
        verifyingElsewhere: Int = 0,
        openSessions: [[UInt8]] = [],
        failures: Int = 0
    ) {
        self.pairings = pairings
        self.verifyingElsewhere = verifyingElsewhere
        self.openSessions = openSessions
        self.failures = failures
    }
}
