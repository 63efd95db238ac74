import Dispatch
import Glibc

/// Ctrl-C, SIGTERM and the end of the terminal: what goes on stops early, puts back what it changed, and says what it has.
enum Interruption {
    /// Dispatch sources may be used from any thread; the module does not say so yet.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Runs `body` in a task that the first signal cancels; the second ends the process as usual.
    static func cancels<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await body() }
        return await during({ await task.value }, onSignal: { task.cancel() })
    }

    /// Runs `body` and says when the first signal comes; the second ends the process as usual.
    static func during<Value: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> Value,
        onSignal: @escaping @Sendable () -> Void
    ) async throws(Failure) -> Value {
        // What is ignored from the start stays so: `nohup` wants the run to outlive its terminal.
        let handled = signals.filter { !isIgnored($0) }
        let sources = handled.map { number in
            signal(number, SIG_IGN)
            let source = Source(source: DispatchSource.makeSignalSource(signal: number, queue: .global()))
            source.source.setEventHandler {
                signal(number, SIG_DFL)
                onSignal()
            }
            source.source.activate()
            return source
        }
        defer {
            for source in sources { source.source.cancel() }
            for number in handled { signal(number, SIG_DFL) }
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
