/// Quotes a text as one word of a shell.
package enum ShellWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+=")

    /// The text quoted so that it can be pasted into a shell, without control characters.
    package static func quoted(_ text: String) -> String {
        let line = CleanText(text).string
        if !line.isEmpty, line.allSatisfy(plain.contains) { return line }
        return "'\(line.replacing("'", with: "'\\''"))'"
    }
}
