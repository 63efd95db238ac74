import AssayKit

extension AccessoryChoice {
    /// Calls `body` with the accessory, after its notes were shown. From then on the terminal shows none of its secrets.
    func withAccessFromTerminal<Value: Sendable>(
        _ suites: Suites,
        _ body: @escaping @Sendable (AccessoryAccess) async throws -> Value
    ) async throws -> Value {
        try await withAccess(suites) { access in
            Terminal.conceal(access.redaction)
            for note in access.notes { Terminal.complain(note) }
            return try await body(access)
        }
    }
}
