/// Who an accessory is, wherever it is reached: what M6 of pair-setup, M2 of pair-verify and the TXT record call it.
package struct DeviceID: Hashable, Sendable, CustomStringConvertible {
    /// `AA:BB:CC:DD:EE:FF`; in upper case, for an accessory may spell it in two ways.
    package let description: String

    /// - Returns: `nil` if it is nothing that an accessory could be told apart by.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        description = text.uppercased()
    }

    /// Longer than any that is right, which has 17 characters.
    private static let longest = 64
}
