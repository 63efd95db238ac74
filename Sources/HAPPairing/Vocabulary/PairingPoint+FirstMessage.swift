extension PairingPoint {
    /// The number of the controller's first message that an alteration at the point changes, in the procedure that has the point;
    /// `nil` if it changes none, as the order of the session's keys.
    package var firstMessage: Int? {
        let part = name.prefix { $0 != "." }
        if part.first == "M", let number = Int(part.dropFirst()) { return number | 1 }
        return switch part {
        case "srp": 3
        // Both keys of pair-setup and the text that it signs are first used in M5, those of pair-verify in M3.
        case "hkdf": procedure == .pairSetup ? 5 : 3
        default: nil
        }
    }
}
