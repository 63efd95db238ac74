import Runner

extension Interruption {
    /// Runs `body` with a stop request, which the first signal triggers; the second signal ends the process.
    static func stops<Value: Sendable>(_ body: (StopRequest) async throws -> Value) async throws -> Value {
        let stop = StopRequest()
        return try await during({ try await body(stop) }, onSignal: stop.make)
    }
}
