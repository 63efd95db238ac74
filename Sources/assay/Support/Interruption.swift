import Dispatch
import Glibc

/// Ctrl-C and SIGTERM: the run stops taking up cases, puts back what it changed, and reports what it has.
enum Interruption {
    /// Dispatch sources may be used from any thread; the module does not say so yet.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    /// Runs `body` in a task that the first signal cancels; the second ends the process as usual.
    static func cancels<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await body() }
        return await during({ await task.value }, onSignal: { task.cancel() })
    }

    /// Runs `body` and says when the first signal comes; the second ends the process as usual.
    static func during<Value: Sendable>(
        _ body: @Sendable () async -> Value,
        onSignal: @escaping @Sendable () -> Void
    ) async -> Value {
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = Source(source: DispatchSource.makeSignalSource(signal: number, queue: .global()))
            source.source.setEventHandler {
                signal(number, SIG_DFL)
                onSignal()
            }
            source.source.activate()
            return source
        }
        let value = await body()
        for source in sources { source.source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        return value
    }
}
