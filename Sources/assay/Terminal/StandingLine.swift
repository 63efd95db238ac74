import Reporting
import Synchronization

/// A line on standard error that the next text overwrites. It is shown only on terminals.
final class StandingLine: Sendable {
    /// Whether it is shown at all.
    let isLive = Terminal.isTerminal(2)
    /// The length of the line that the terminal shows now.
    private let shown = Mutex(0)

    /// Replaces the line, unless the user is asked for a secret there. The text has no escape codes, which not every
    /// terminal supports.
    func show(_ text: @autoclosure () -> CleanText) {
        if isLive, !SecretPrompt.isOpen { write(text()) }
    }

    /// Removes the line.
    func clear() {
        guard shown.withLock({ $0 }) > 0 else { return }
        write("")
        Terminal.show("\r")
    }

    private func write(_ text: CleanText) {
        let before = shown.withLock { shown in
            defer { shown = text.count }
            return shown
        }
        Terminal.show("\r\(text)\(CleanText.blanks(before - text.count))")
    }
}
