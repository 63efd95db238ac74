extension PairingPoint {
    /// The number of the controller's first message that an alteration at the point changes, in the procedure that has the point;
    /// `nil` if it changes none, as the keys of the session.
    package var firstMessage: Int? {
        let part = name.prefix { $0 != "." }
        if part.first == "M", let number = Int(part.dropFirst()) { return number | 1 }
        return switch part {
        case "srp": 3
        // The keys of a session are derived when all messages are sent. The others are first used in M5 of pair-setup, or M3 of
        // pair-verify.
        case "hkdf" where name.contains("accessory-to-controller") || name.contains("controller-to-accessory"): nil
        case "hkdf": procedure == .pairSetup ? 5 : 3
        default: nil
        }
    }
}
