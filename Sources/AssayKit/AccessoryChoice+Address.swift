import Links

extension AccessoryChoice.Place {
    /// The address of an accessory on the network; if it is named by its advertisement, it is searched for.
    ///
    /// - Parameter access: the networks on which the accessory is.
    /// - Throws: ``SetupError`` if the accessory is not found, or is a simulated one.
    func address(over access: any NetworkAccess) async throws(SetupError) -> String {
        switch self {
        case .address(let address): return address
        case .advertised(let identity): return try await AccessorySearch(over: access).address(of: identity)
        case .simulated(let name, _):
            throw SetupError(.wrongArgument, "the simulated \(name) has no address of its own")
        }
    }
}

extension AccessoryChoice {
    /// Calls `body` with the networks on which the accessory is: those of its relay, or those of this machine.
    ///
    /// - Throws: ``SetupError`` if the relay cannot be used; the errors of `body`.
    func withNetworks<Value>(_ body: (any NetworkAccess) async throws -> Value) async throws -> Value {
        try await RelayPlace.networks(of: relay, body)
    }

    /// Calls `body` with the accessory, for work that needs no setup code.
    ///
    /// - Parameter folder: makes or finds the state folder.
    /// - Throws: ``SetupError`` if the accessory is not found or cannot be set up; the errors of `body`.
    package func withKnownAccess<Value>(
        folder: (StateFolder) throws(SetupError) -> String,
        _ body: (AccessoryAccess) async throws -> Value
    ) async throws -> Value {
        try await withNetworks { networks in
            let address = try await place.address(over: networks)
            return try await body(
                try await AccessoryAccess(
                    address: address,
                    further: further,
                    over: networks,
                    state: state,
                    folder: folder
                )
            )
        }
    }
}
