import Foundation
import Reporting

/// What the terminal can do, and output to it.
enum Terminal {
    /// Whether standard output is a terminal that wants colour: never under NO_COLOR.
    static var style: Style {
        let environment = ProcessInfo.processInfo.environment
        let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return isTerminal(1) && !wantsNone && environment["TERM"] != "dumb" ? .ansi : .plain
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// A line to standard output, at once also where nobody's terminal is.
    static func say(_ text: String) { write(text + "\n", to: .standardOutput) }

    /// A line to standard error.
    static func complain(_ text: String) { write(text + "\n", to: .standardError) }

    /// Text to standard error without a line end: progress that the next line overwrites.
    static func show(_ text: String) { write(text, to: .standardError) }

    /// Nobody may be listening any more; that must not keep a run from putting back what it changed.
    private static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }

    /// Asks for something that must not be seen; `nil` if nobody is there to ask.
    static func askSecretly(_ prompt: String) -> String? {
        guard isTerminal(0), let answer = unsafe getpass(prompt) else { return nil }
        let text = unsafe String(cString: answer)
        // The C library keeps the answer in a buffer of its own.
        unsafe memset(answer, 0, strlen(answer))
        return text.isEmpty ? nil : text
    }
}
