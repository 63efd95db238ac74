import Glibc
import Reporting
import Synchronization

/// Asks the user for a secret, which the terminal does not show.
enum SecretPrompt {
    private static let asking = Mutex(false)

    /// Whether the user is asked now, so that nothing else may write on the line.
    static var isOpen: Bool { asking.withLock { $0 } }

    /// Asks until the user has entered a line; Ctrl-C ends the command like a signal.
    ///
    /// - Returns: `nil` if standard input is not a terminal, or if the line is empty.
    static func answer(to question: CleanText) -> String? {
        guard Terminal.isTerminal(STDIN_FILENO) else { return nil }
        // The other streams may be redirected to files.
        let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { if terminal >= 0 { close(terminal) } }
        let (input, output) = terminal >= 0 ? (terminal, terminal) : (STDIN_FILENO, STDERR_FILENO)
        asking.withLock { $0 = true }
        defer { asking.withLock { $0 = false } }
        guard RawMode.enter(input) else { return nil }
        // A standing line may be there.
        Terminal.ask("\r\(CleanText.blanks(CleanText.columns - 1))\r\(question)", at: output)
        let (line, isGivenUp) = line(from: input)
        RawMode.leave()
        Terminal.ask("\n", at: output)
        if isGivenUp { Interruption.end() }
        return line.isEmpty ? nil : line
    }

    /// The line that the user enters, and whether Ctrl-C has given it up.
    private static func line(from input: Int32) -> (String, isGivenUp: Bool) {
        var editor = LineEditor(history: []) { _ in [] }
        var byte: UInt8 = 0
        while unsafe read(input, &byte, 1) == 1 {
            for action in editor.take(byte) {
                switch action {
                case .line(let line): return (line, false)
                case .givenUp: return ("", true)
                case .end: return ("", false)
                case .redraw, .candidates: break
                }
            }
        }
        return ("", false)
    }
}
