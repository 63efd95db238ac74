/// The bits of the Flags item in Pair Setup (ADK R14, tables 5-17 and 5-18).
package struct PairSetupFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The procedure ends with M4, opens a session and stores nothing.
    package static let transient = PairSetupFlags(rawValue: 0x10)
    /// A transient procedure and the one that pairs after it share setup code, salt and verifier.
    package static let split = PairSetupFlags(rawValue: 0x0100_0000)

    static let known: PairSetupFlags = [.transient, .split]
}
