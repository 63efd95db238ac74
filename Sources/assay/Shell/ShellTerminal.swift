import Foundation
import Glibc
import Reporting
import Synchronization

/// A terminal on which lines are edited while other output appears above them.
final class ShellTerminal: Sendable {
    private static let prompt: CleanText = "assay> "

    private let editor: Mutex<LineEditor>
    private let isAsking = Mutex(false)
    /// The mode of the terminal before this.
    private let saved = Mutex<termios?>(nil)

    /// - Parameters:
    ///   - history: the earlier lines.
    ///   - complete: the possible words for the last one of a text.
    init(history: [String], complete: @escaping @Sendable (String) -> [String]) {
        editor = Mutex(LineEditor(history: history, complete: complete))
    }

    /// The lines that were entered, the oldest first.
    var history: [String] { editor.withLock { $0.history } }

    /// The lines that the user enters, until the end of the input. ``close()`` must follow.
    var lines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread { [self] in
                enterRawMode()
                ask()
                var byte: UInt8 = 0
                while unsafe read(0, &byte, 1) == 1 {
                    for action in editor.withLock({ $0.take(byte) }) {
                        switch action {
                        case .redraw: redraw()
                        case .candidates(let words): say(words.map { CleanText($0) }.joined(separator: "  "))
                        case .givenUp:
                            Terminal.show("^C\n")
                            ask()
                        case .line(let line):
                            isAsking.withLock { $0 = false }
                            Terminal.show("\n")
                            continuation.yield(line)
                        case .end:
                            Terminal.show("\n")
                            continuation.finish()
                            return
                        }
                    }
                }
                continuation.finish()
            }
        }
    }

    /// Asks for the next line.
    func ask() {
        isAsking.withLock { $0 = true }
        redraw()
    }

    /// Shows a line above the one that the user edits.
    func say(_ text: CleanText) {
        guard isAsking.withLock({ $0 }) else { return Terminal.say(text) }
        Terminal.show("\r\u{1b}[K")
        Terminal.say(text)
        redraw()
    }

    private func redraw() {
        let (line, behind) = editor.withLock { ($0.line, $0.text.count - $0.cursor) }
        let back: CleanText = behind > 0 ? "\u{1b}[" + CleanText("\(behind)") + "D" : ""
        Terminal.show("\r\u{1b}[K" + Self.prompt + CleanText(line) + back)
    }

    // MARK: The mode of the terminal

    /// Lets the program receive each byte, without echo.
    private func enterRawMode() {
        var mode = termios()
        guard unsafe tcgetattr(0, &mode) == 0 else { return }
        let before = mode
        saved.withLock { $0 = before }
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        mode.c_iflag &= ~tcflag_t(ICRNL | IXON)
        unsafe tcsetattr(0, TCSANOW, &mode)
    }

    /// Gives the terminal the mode that it had before.
    func close() {
        guard var mode = saved.withLock({ $0.take() }) else { return }
        unsafe tcsetattr(0, TCSANOW, &mode)
    }
}
