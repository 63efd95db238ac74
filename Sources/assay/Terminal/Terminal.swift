import Foundation
import Glibc
import Reporting
import RunRecord
import Synchronization

/// The only output to the terminal.
///
/// It accepts only clean text, and never shows a secret that the process knows.
enum Terminal {
    private static let redaction = Mutex(Redaction.none)
    private static let failure = Mutex<Int32?>(nil)

    /// Hides the secrets that the redaction knows in all further output.
    static func conceal(_ redaction: Redaction) { self.redaction.withLock { $0 = redaction } }

    /// Whether standard output is a terminal that shows colour. NO_COLOR turns colour off.
    static var style: Style {
        let environment = ProcessInfo.processInfo.environment
        let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isTerminal(1) && !wantsNone && environment["TERM"] != "dumb" ? .ansi : .plain
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The number of columns of a terminal, but at most that for which texts are made.
    static func columns(of descriptor: Int32) -> Int { min(CleanText.columns, allColumns(of: descriptor)) }

    /// The number of columns of a terminal.
    static func allColumns(of descriptor: Int32) -> Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return CleanText.columns }
        return max(fewestColumns, Int(size.ws_col))
    }

    /// In fewer columns, texts cannot be read.
    private static let fewestColumns = 20

    /// The width of standard output; `nil` if it is not a terminal.
    static var width: Int? { isTerminal(STDOUT_FILENO) ? columns(of: STDOUT_FILENO) : nil }

    /// The text in lines of the terminal's width; unchanged for a file or a pipe, where programs read line by line.
    ///
    /// - Parameter hanging: the number of blanks before each further line; `nil` for two more than the line itself has.
    static func folded(
        _ text: CleanText,
        hanging: Int? = nil,
        for descriptor: Int32 = STDOUT_FILENO
    ) -> CleanText {
        isTerminal(descriptor) ? text.folded(hanging: hanging, columns: columns(of: descriptor)) : text
    }

    /// Writes entries of a list, an answer or a sentence to standard output: to a terminal in lines of its width, elsewhere
    /// each as one line.
    static func sayFolded(_ text: CleanText) { say(folded(text)) }

    /// Writes a text to standard output as it is, even if it is not a terminal: a document, or lines that are already made
    /// for a terminal.
    static func say(_ text: CleanText) {
        let code = write(text + "\n", to: STDOUT_FILENO)
        failure.withLock { $0 = $0 ?? code }
    }

    /// Whether something could not be written to standard output.
    static var hasFailed: Bool { failure.withLock { $0 != nil } }

    /// Why not all of the output could be written, in words; `nil` if it could, or if its reader wanted no more of it.
    static var problem: CleanText? {
        guard let code = failure.withLock({ $0 }), code != EPIPE else { return nil }
        let reason = unsafe String(cString: strerror(code)).lowercased()
        return "the output is not complete: standard output cannot be written (\(reason))"
    }

    /// Writes a message to standard error: to a terminal in lines of its width, elsewhere as it is.
    ///
    /// - Parameter hanging: the number of blanks before each further line; `nil` for two more than the line itself has.
    static func complain(_ text: CleanText, hanging: Int? = nil) {
        annotate(folded(text, hanging: hanging, for: STDERR_FILENO))
    }

    /// Writes one or more lines to standard error.
    static func complain(_ text: String) { complain(CleanText(lines: text)) }

    /// Writes a line to standard error as it is: for a program that reads it.
    static func annotate(_ line: CleanText) { _ = write(line + "\n", to: STDERR_FILENO) }

    /// Writes a line to standard error, unless it would have to wait for a reader, which may never read.
    static func complainWithoutWaiting(_ text: CleanText) {
        var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        if unsafe poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 { complain(text) }
    }

    /// Writes a question, or what ends it, to the terminal itself.
    static func ask(_ text: CleanText, at descriptor: Int32) { _ = write(text, to: descriptor) }

    /// Writes text without a line end to standard error: progress that the next line overwrites.
    static func show(_ text: CleanText) { _ = write(text, to: STDERR_FILENO) }

    /// Writes all of the text. After a failed write the command goes on, because a run must restore what it changed.
    ///
    /// - Returns: the number of the error; `nil` if there was none.
    private static func write(_ text: CleanText, to descriptor: Int32) -> Int32? {
        let redacted = redaction.withLock { $0 }.redacted(text.string)
        var rest = Array(redacted.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // The reader has made the pipe one that does not block, and is slow.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
