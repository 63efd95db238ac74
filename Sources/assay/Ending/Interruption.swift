import Dispatch
import Glibc
import Measurement
import Reporting
import Synchronization

/// Handles Ctrl-C, SIGTERM and SIGHUP: the command stops early, restores what it changed, and reports its results.
///
/// Every command that a signal ends early has the same exit status, whether it had begun to work on an accessory or not.
enum Interruption {
    /// Dispatch sources may be used from any thread; the module does not say so yet.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// What the next signal does; `nil` ends the process.
    private static let action = Mutex<(@Sendable () -> Void)?>(nil)
    /// When a signal stopped work; `nil` if none did.
    private static let stopped = Mutex<Moment?>(nil)
    /// `timeout` sends its signal to the process and to its group, so that it arrives twice within microseconds. It takes a person
    /// longer to press Ctrl-C again.
    private static let echo = Duration.milliseconds(100)
    /// They last as long as the process: the system restores the old behaviour some time after the end of a source.
    private static let sources = Mutex<[Source]>([])

    /// From now on a signal ends the process, except while one of the closures below runs.
    static func takeSignals() {
        // A queue of its own has a thread also while the process computes on all others.
        let queue = DispatchQueue(label: "signals", qos: .userInteractive)
        // Signals that were ignored at the start stay ignored: with `nohup`, the run outlives its terminal.
        for number in signals where !isIgnored(number) {
            signal(number, SIG_IGN)
            let source = Source(source: DispatchSource.makeSignalSource(signal: number, queue: queue))
            source.source.setEventHandler(handler: take)
            source.source.activate()
            sources.withLock { $0.append(source) }
        }
    }

    /// Takes a signal.
    private static func take() {
        let now = MonotonicClock.system.now
        if let stopped = stopped.withLock(\.self), stopped.duration(to: now) < echo { return }
        guard let action = action.withLock({ $0.take() }) else { end() }
        stopped.withLock { $0 = now }
        action()
        // It may have taken longer than the second signal.
        stopped.withLock { $0 = MonotonicClock.system.now }
    }

    /// Ends the process at once, with the status of an interruption.
    static func end() -> Never {
        // If this must wait nevertheless, the next signal does not.
        endImmediately()
        RawMode.leave()
        // At a terminal, the progress is on a line that has not ended.
        let start: CleanText = Terminal.isTerminal(STDERR_FILENO) ? "\n" : ""
        // The work that the first signal stopped may have had something to restore.
        let hint: CleanText = stopped.withLock({ $0 != nil }) ? "; `assay recover` undoes what is left of a run" : ""
        Terminal.complainWithoutWaiting("\(start)interrupted\(hint)")
        Glibc._exit(ExitStatus.unjudged.rawValue)
    }

    /// From now on a signal ends the process in its handler, without the queue.
    private static func endImmediately() {
        var taken = sigset_t()
        unsafe sigemptyset(&taken)
        for number in sources.withLock({ $0.map { Int32($0.source.handle) } }) {
            signal(number) { _ in Glibc._exit(ExitStatus.unjudged.rawValue) }
            unsafe sigaddset(&taken, number)
        }
        // Dispatch blocks the signals that it takes.
        unsafe pthread_sigmask(SIG_UNBLOCK, &taken, nil)
    }

    /// Runs `body`, which the first signal cancels; the second signal ends the process.
    ///
    /// - Parameter onSignal: is called in the handler of that signal.
    static func cancels<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value,
        onSignal: @escaping @Sendable () -> Void = {}
    ) async -> Value {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        // The closure is in place before `body` starts: a command of the user that `body` runs can send the first signal.
        return await during(
            { await EarlyEnd.cancels(body) { for await _ in signals {} } },
            onSignal: {
                onSignal()
                signal.finish()
            }
        )
    }

    /// Runs `body` and calls a closure at the first signal; the second signal ends the process.
    static func during<Value: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> Value,
        onSignal: @escaping @Sendable () -> Void
    ) async throws(Failure) -> Value {
        action.withLock { $0 = onSignal }
        defer { action.withLock { $0 = nil } }
        return try await body()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
