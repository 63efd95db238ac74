import Glibc
import Synchronization

/// The mode of a terminal in which the program receives each byte as it is typed, without echo.
///
/// The process has one terminal. Whatever ends the process first can give it back: the reader of a line, or a signal.
enum RawMode {
    /// The terminal that has this mode, and its mode before; `nil` if none has it.
    private static let changed = Mutex<(descriptor: Int32, before: termios)?>(nil)

    /// Gives the terminal this mode. ``leave()`` must follow.
    ///
    /// - Returns: `false` if the descriptor is not a terminal.
    static func enter(_ descriptor: Int32) -> Bool {
        changed.withLock { changed in
            var mode = termios()
            guard unsafe tcgetattr(descriptor, &mode) == 0 else { return false }
            changed = (descriptor, mode)
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
            mode.c_iflag &= ~tcflag_t(ICRNL | IXON)
            unsafe tcsetattr(descriptor, TCSANOW, &mode)
            return true
        }
    }

    /// Gives the terminal the mode that it had before, unless it has it already.
    static func leave() {
        changed.withLock { changed in
            guard var terminal = changed else { return }
            unsafe tcsetattr(terminal.descriptor, TCSANOW, &terminal.before)
            changed = nil
        }
    }
}
