import Dispatch
import Glibc
import Reporting

/// Handles Ctrl-C, SIGTERM and SIGHUP: the command stops early, restores what it changed, and reports its results.
///
/// Every command that a signal ends early has the same exit status, whether it had begun to work on an accessory or not.
enum Interruption {
    /// Dispatch sources may be used from any thread; the module does not say so yet.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Ends the process at once, with the status of an interruption. It may only call what a signal handler may call.
    private static let end: @convention(c) (Int32) -> Void = { _ in
        // At a terminal, the progress is on a line that has not ended.
        let note: StaticString = isatty(STDERR_FILENO) == 1 ? "\ninterrupted\n" : "interrupted\n"
        unsafe _ = write(STDERR_FILENO, note.utf8Start, note.utf8CodeUnitCount)
        _exit(ExitStatus.unjudged.rawValue)
    }

    /// From now on a signal ends the process, except in the closures below.
    static func endsProcess() {
        for number in signals where !isIgnored(number) { signal(number, end) }
    }

    /// Runs `body` in a task that the first signal cancels; the second signal ends the process.
    static func cancels<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await body() }
        return await during({ await task.value }, onSignal: { task.cancel() })
    }

    /// Runs `body` and calls a closure at the first signal; the second signal ends the process.
    static func during<Value: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> Value,
        onSignal: @escaping @Sendable () -> Void
    ) async throws(Failure) -> Value {
        // Signals that were ignored at the start stay ignored: with `nohup`, the run outlives its terminal.
        let handled = signals.filter { !isIgnored($0) }
        let sources = handled.map { number in
            signal(number, SIG_IGN)
            let source = Source(source: DispatchSource.makeSignalSource(signal: number, queue: .global()))
            source.source.setEventHandler {
                signal(number, end)
                onSignal()
            }
            source.source.activate()
            return source
        }
        defer {
            for source in sources { source.source.cancel() }
            for number in handled { signal(number, end) }
        }
        return try await body()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
