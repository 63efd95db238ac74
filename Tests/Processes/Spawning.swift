import Glibc

/// A process started by the operating system, with descriptors that no other child inherits.
struct Spawned: Sendable {
    let pid: pid_t
    /// Writes to its standard input.
    let input: Int32
    /// Reads its standard output; on a terminal, all its output.
    let output: Int32
    /// Reads its standard error; `nil` on a terminal.
    let errors: Int32?

    /// - Parameters:
    ///   - environment: the whole environment.
    ///   - folder: its current folder.
    ///   - onTerminal: whether it runs at its own terminal.
    /// - Throws: ``SpawnFailure`` if it cannot be started.
    init(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String],
        folder: String,
        onTerminal: Bool
    ) throws(SpawnFailure) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // The tests ignore broken pipes and may block signals; a program that users start does not.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var inherited: [Int32] = []
        defer { for descriptor in inherited { close(descriptor) } }
        // These two become the started program, so the process id stays the same.
        var command = ["/usr/bin/env", "--chdir=\(folder)"]
        if onTerminal {
            let (master, name) = try Self.terminal()
            for number: Int32 in 0...2 {
                unsafe posix_spawn_file_actions_addopen(&actions, number, name, O_RDWR | O_NOCTTY, 0)
            }
            command += ["setsid", "--ctty"]
            (input, output, errors) = (master, master, nil)
        } else {
            let (toRead, toWrite, toComplain) = (try Self.line(), try Self.line(), try Self.line())
            inherited = [toRead.theirs, toWrite.theirs, toComplain.theirs]
            for (number, descriptor) in inherited.enumerated() {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            }
            (input, output, errors) = (toRead.ours, toWrite.ours, toComplain.ours)
        }
        command += [executable] + arguments

        let words = unsafe command.map { unsafe strdup($0) } + [nil]
        let settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            unsafe words.forEach { unsafe free($0) }
            unsafe settings.forEach { unsafe free($0) }
        }
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, command[0], &actions, &attributes, words, settings)
        guard code == 0 else { throw SpawnFailure(what: "\(executable) cannot be started", code: code) }
        self.pid = pid
    }

    /// A channel between this process and a child: sockets, because other children would inherit pipes.
    private static func line() throws(SpawnFailure) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SpawnFailure(what: "no line", code: errno) }
        return (ends[0], ends[1])
    }

    /// A new terminal: our end of it, and the name of the other.
    private static func terminal() throws(SpawnFailure) -> (master: Int32, name: String) {
        let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
        let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, index): (Int32, Int32) = (0, 0)
        guard master >= 0, unsafe ioctl(master, unlock, &lock) == 0, unsafe ioctl(master, number, &index) == 0 else {
            throw SpawnFailure(what: "no terminal", code: errno)
        }
        return (master, "/dev/pts/\(index)")
    }
}

/// The operating system cannot start a process.
package struct SpawnFailure: Error {
    package let what: String
    package let code: Int32
}
