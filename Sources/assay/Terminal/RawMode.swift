import Glibc

/// The mode of a terminal in which the program receives each byte as it is typed, without echo.
struct RawMode: Sendable {
    private let descriptor: Int32
    /// The mode before this.
    private let before: termios

    /// Gives the terminal this mode. ``leave()`` must follow.
    ///
    /// - Returns: `nil` if the descriptor is not a terminal.
    init?(_ descriptor: Int32) {
        var mode = termios()
        guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
        (self.descriptor, before) = (descriptor, mode)
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        mode.c_iflag &= ~tcflag_t(ICRNL | IXON)
        unsafe tcsetattr(descriptor, TCSANOW, &mode)
    }

    /// Gives the terminal the mode that it had before.
    func leave() {
        var mode = before
        unsafe tcsetattr(descriptor, TCSANOW, &mode)
    }
}
