import Glibc
import Reporting
import Synchronization

/// A line on standard error that the next text overwrites. It is shown only on terminals.
final class StandingLine: Sendable {
    /// Whether it is shown at all.
    let isLive = Terminal.isTerminal(2)
    /// The length of the line that the terminal shows now.
    private let shown = Mutex(0)

    /// The number of columns that the line may have: in more, it would begin a second line, which nothing removes.
    var width: Int { Terminal.columns(of: STDERR_FILENO) }

    /// Replaces the line, unless the user is asked for a secret there. The text has no escape codes, which not every
    /// terminal supports.
    func show(_ text: @autoclosure () -> CleanText) {
        guard isLive, !SecretPrompt.isOpen else { return }
        let text = text().prefix(width)
        shown.withLock { Self.replace(&$0, by: text) }
    }

    /// Removes the line.
    func clear() { writing {} }

    /// Removes the line, and calls `write`, which writes whole lines, before another thread shows the line again.
    func writing(_ write: () -> Void) {
        shown.withLock { shown in
            if shown > 0 {
                Self.replace(&shown, by: "")
                Terminal.show("\r")
            }
            write()
        }
    }

    private static func replace(_ shown: inout Int, by text: CleanText) {
        Terminal.show("\r\(text)\(CleanText.blanks(shown - text.count))")
        shown = text.count
    }
}
