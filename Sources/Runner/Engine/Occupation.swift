/// Why an accessory that must be unpaired starts no pair-setup.
enum Occupation: Sendable, Hashable {
    /// It has been busy with another pair-setup for longer than it may be.
    case busy
    /// It is paired, although the tester has removed its pairing.
    case paired
}
