extension AccessoryChoice.Place {
    /// The address of an accessory on the network; if it is named by its advertisement, it is searched for.
    ///
    /// - Throws: ``SetupError`` if the accessory is not found, or is a simulated one.
    package func address() async throws(SetupError) -> String {
        switch self {
        case .address(let address): return address
        case .advertised(let identity): return try await AccessorySearch().address(of: identity)
        case .simulated(let name, _):
            throw SetupError(.wrongArgument, "the simulated \(name) has no address of its own")
        }
    }
}
