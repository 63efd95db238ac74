/// An accessory's Device ID, as in M6 of pair-setup, M2 of pair-verify and the TXT record.
package struct DeviceID: Hashable, Sendable, CustomStringConvertible {
    /// `AA:BB:CC:DD:EE:FF`, in upper case, because accessories use both spellings.
    package let description: String

    /// - Returns: `nil` if the text cannot identify an accessory.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        description = text.uppercased()
    }

    /// More than the 17 characters of a valid Device ID.
    private static let longest = 64
}
