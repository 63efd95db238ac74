import Foundation
import Reporting
import RunRecord
import Synchronization

/// What the terminal can do, and the only output to it.
///
/// It takes nothing but clean text, and it never shows a secret that the process knows.
enum Terminal {
    private static let redaction = Mutex(Redaction.none)

    /// Replaces what the redaction knows in all output from now on.
    static func conceal(_ redaction: Redaction) { self.redaction.withLock { $0 = redaction } }

    /// Whether standard output is a terminal that wants colour: never under NO_COLOR.
    static var style: Style {
        let environment = ProcessInfo.processInfo.environment
        let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isTerminal(1) && !wantsNone && environment["TERM"] != "dumb" ? .ansi : .plain
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// A line to standard output; it is written at once even if that is not a terminal.
    static func say(_ text: CleanText) { write(text + "\n", to: .standardOutput) }

    /// A line to standard error.
    static func complain(_ text: CleanText) { write(text + "\n", to: .standardError) }

    /// A line to standard error, or several, in the words of an error or a note.
    static func complain(_ text: String) { complain(CleanText(lines: text)) }

    /// Text to standard error without a line end: progress that the next line overwrites.
    static func show(_ text: CleanText) { write(text, to: .standardError) }

    /// A failed write is ignored: a reader that is gone must not keep a run from restoring what it changed.
    private static func write(_ text: CleanText, to handle: FileHandle) {
        let redacted = redaction.withLock { $0 }.redacted(text.string)
        try? handle.write(contentsOf: Data(redacted.utf8))
    }

    /// Asks for something that must not be seen; `nil` if standard input is not a terminal.
    static func askSecretly(_ prompt: String) -> String? {
        guard isTerminal(0), let answer = unsafe getpass(prompt) else { return nil }
        let text = unsafe String(cString: answer)
        // The C library keeps the answer in its buffer.
        unsafe memset(answer, 0, strlen(answer))
        return text.isEmpty ? nil : text
    }
}
