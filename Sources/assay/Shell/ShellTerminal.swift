import Foundation
import Glibc
import Reporting
import Synchronization

/// A terminal on which lines are edited while other output appears above them.
final class ShellTerminal: Sendable {
    private static let prompt: CleanText = "assay> "

    private let editor: Mutex<LineEditor>
    private let isAsking = Mutex(false)

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
                _ = RawMode.enter(STDIN_FILENO)
                ask()
                var byte: UInt8 = 0
                while unsafe read(0, &byte, 1) == 1 {
                    for action in editor.withLock({ $0.take(byte) }) {
                        switch action {
                        case .redraw: redraw()
                        case .candidates(let words):
                            say(Terminal.folded(words.map { CleanText($0) }.joined(separator: "  ")))
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
        let columns = Terminal.allColumns(of: STDERR_FILENO) - Self.prompt.count
        let (line, behind) = editor.withLock { $0.view(columns: columns) }
        let back: CleanText = behind > 0 ? "\u{1b}[" + CleanText("\(behind)") + "D" : ""
        Terminal.show("\r\u{1b}[K" + Self.prompt + CleanText(line) + back)
    }

    /// Gives the terminal the mode that it had before.
    func close() { RawMode.leave() }
}
