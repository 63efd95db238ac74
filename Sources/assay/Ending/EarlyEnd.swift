/// Work that something else may end early.
enum EarlyEnd {
    /// Runs `body`, and cancels it once `end` has returned.
    ///
    /// - Parameter end: waits for what ends the work; it is cancelled when the work is done.
    static func cancels<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value,
        after end: @escaping @Sendable () async -> Void
    ) async -> Value {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await end()
                return nil
            }
            while true {
                let value = await group.next() ?? nil
                group.cancelAll()
                if let value { return value }
            }
        }
    }
}
