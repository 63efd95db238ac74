import Glibc
import Measurement

/// The reader of standard output. That of a pipe may end before the command, as `head -1` does.
enum OutputReader {
    /// Whether what is written to standard output still reaches a reader.
    static var isThere: Bool {
        guard !Terminal.hasFailed else { return false }
        // Without events to wait for, the system tells only that the other end is closed.
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return unsafe poll(&output, 1, 0) != 1 || output.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
    }

    /// Runs `body`, which prints until it is cancelled, and cancels it when its reader has ended.
    static func cancels<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        await EarlyEnd.cancels(body) {
            let clock = MonotonicClock.system
            while isThere, !Task.isCancelled { try? await clock.sleep(until: clock.deadline(in: pause)) }
        }
    }

    private static let pause = Duration.milliseconds(100)
}
