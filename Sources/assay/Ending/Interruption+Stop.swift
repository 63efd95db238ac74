import AssayKit
import Runner

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
        let (result, hasSignal) = await cancels { () async -> (Result<Value, any Error>, Bool) in
            do {
                let value = try await body()
                return (.success(value), Task.isCancelled)
            } catch {
                return (.failure(error), Task.isCancelled)
            }
        }
        guard !hasSignal else { throw SetupError(.unjudged, message) }
        return try result.get()
    }
}
