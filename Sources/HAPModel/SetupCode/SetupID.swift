/// A setup ID: four characters from 0-9 and A-Z that link a setup payload to an advertisement.
package struct SetupID: Sendable, Hashable, CustomStringConvertible {
    /// The four characters.
    package let text: String

    /// - Returns: `nil` for any other length and for characters outside 0-9 and A-Z, including lower-case letters.
    package init?(_ text: String) {
        guard text.utf8.count == 4, text.utf8.allSatisfy({ Base36.value(of: $0) != nil }) else { return nil }
        self.text = text
    }

    package var description: String { text }
}
