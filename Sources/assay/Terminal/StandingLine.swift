import Reporting
import Synchronization

/// A line on standard error that the next text overwrites; it is shown on terminals only.
final class StandingLine: Sendable {
    private let isLive = Terminal.isTerminal(2)
    /// How long the line is that stands on the terminal now.
    private let shown = Mutex(0)

    /// Overwrites the line. The text has no escape codes, which the user may not want.
    func show(_ text: @autoclosure () -> CleanText) {
        if isLive { write(text()) }
    }

    /// Takes the line away.
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
