/// A text as one word of a shell.
package enum ShellWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+=")

    /// The text as it can be pasted into a shell; control characters do not come along.
    package static func quoted(_ text: String) -> String {
        let line = CleanText(text).string
        if !line.isEmpty, line.allSatisfy(plain.contains) { return line }
        return "'\(line.replacing("'", with: "'\\''"))'"
    }
}
