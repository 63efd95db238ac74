import Synchronization

/// A line on standard error that the next text overwrites; nothing at all where nobody's terminal is.
final class StandingLine: Sendable {
    private let isLive = Terminal.isTerminal(2)
    /// How long the line is that stands on the terminal now.
    private let shown = Mutex(0)

    /// Writes over what stands there, with nothing but text: escape codes may be unwanted.
    func show(_ text: @autoclosure () -> String) {
        if isLive { write(text()) }
    }

    /// Takes the line away.
    func clear() {
        guard shown.withLock({ $0 }) > 0 else { return }
        write("")
        Terminal.show("\r")
    }

    private func write(_ text: String) {
        let before = shown.withLock { shown in
            defer { shown = text.count }
            return shown
        }
        Terminal.show("\r" + text + String(repeating: " ", count: max(0, before - text.count)))
    }
}
