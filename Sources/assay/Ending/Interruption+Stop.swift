import Runner

extension Interruption {
    /// Runs `body` with a request that the first signal makes; the second signal ends the process as usual.
    static func stops<Value: Sendable>(_ body: (StopRequest) async throws -> Value) async throws -> Value {
        let stop = StopRequest()
        return try await during({ try await body(stop) }, onSignal: stop.make)
    }
}
