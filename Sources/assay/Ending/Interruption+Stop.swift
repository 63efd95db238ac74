import AssayKit
import Runner
import Synchronization

extension Interruption {
    /// Runs `body` with a stop request, which the first signal triggers; the second signal ends the process.
    static func stops<Value: Sendable>(_ body: (StopRequest) async throws -> Value) async throws -> Value {
        let stop = StopRequest()
        return try await during({ try await body(stop) }, onSignal: stop.make)
    }

    /// Runs `body`, which the first signal cancels; the second signal ends the process.
    ///
    /// - Parameter message: what to know after a signal.
    /// - Throws: ``SetupError`` if a signal came; the errors of `body`.
    static func cancels<Value: Sendable>(
        saying message: String,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // A signal counts although the body ends just then.
        let hasSignal = Mutex(false)
        let result = await cancels {
            do {
                return Result<Value, any Error>.success(try await body())
            } catch {
                return .failure(error)
            }
        } onSignal: {
            hasSignal.withLock { $0 = true }
        }
        guard !hasSignal.withLock({ $0 }) else { throw SetupError(.unjudged, message) }
        return try result.get()
    }
}
