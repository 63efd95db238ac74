import Foundation
import Reporting
import RunRecord
import Synchronization

/// The only output to the terminal.
///
/// It accepts only clean text, and never shows a secret that the process knows.
enum Terminal {
    private static let redaction = Mutex(Redaction.none)

    /// Hides the secrets that the redaction knows in all further output.
    static func conceal(_ redaction: Redaction) { self.redaction.withLock { $0 = redaction } }

    /// Whether standard output is a terminal that shows colour. NO_COLOR turns colour off.
    static var style: Style {
        let environment = ProcessInfo.processInfo.environment
        let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isTerminal(1) && !wantsNone && environment["TERM"] != "dumb" ? .ansi : .plain
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Writes a line to standard output immediately, even if it is not a terminal.
    static func say(_ text: CleanText) { write(text + "\n", to: .standardOutput) }

    /// Writes a line to standard error.
    static func complain(_ text: CleanText) { write(text + "\n", to: .standardError) }

    /// Writes one or more lines to standard error.
    static func complain(_ text: String) { complain(CleanText(lines: text)) }

    /// Writes text without a line end to standard error: progress that the next line overwrites.
    static func show(_ text: CleanText) { write(text, to: .standardError) }

    /// Ignores a failed write: even if the reader is gone, the run must restore what it changed.
    private static func write(_ text: CleanText, to handle: FileHandle) {
        let redacted = redaction.withLock { $0 }.redacted(text.string)
        try? handle.write(contentsOf: Data(redacted.utf8))
    }

    /// Asks for a secret without echoing it; `nil` if standard input is not a terminal.
    static func askSecretly(_ prompt: String) -> String? {
        guard isTerminal(0), let answer = unsafe getpass(prompt) else { return nil }
        let text = unsafe String(cString: answer)
        // The C library keeps the text in its buffer.
        unsafe memset(answer, 0, strlen(answer))
        return text.isEmpty ? nil : text
    }
}
