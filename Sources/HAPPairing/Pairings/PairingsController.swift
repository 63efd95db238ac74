package import HAPCrypto
package import HAPModel

/// The controller's side of Add, Remove and List Pairings.
package struct PairingsController: Sendable {
    private var conduct: Conduct

    package init(departures: Departures = .none, random: any RandomSource) {
        conduct = Conduct(.pairings, departures: departures, random: random)
    }

    /// The bytes of a request; `nil` if a departure drops it.
    package mutating func compose(_ request: PairingsRequest) -> [UInt8] {
        var draft = MessageDraft()
        draft.add("state", .state, [1])
        draft.add("method", .method, [request.method])
        switch request {
        case .add(let record):
            draft.add("identifier", .identifier, record.identifier)
            draft.add("public-key", .publicKey, record.publicKey)
            draft.add("permissions", .permissions, [record.permissions])
        case .remove(let identifier):
            draft.add("identifier", .identifier, identifier)
            draft.add("public-key", .publicKey, nil)
            draft.add("permissions", .permissions, nil)
        case .list:
            draft.add("identifier", .identifier, nil)
            draft.add("public-key", .publicKey, nil)
            draft.add("permissions", .permissions, nil)
        }
        return conduct.encode(draft, "M1") ?? []
    }

    /// Decodes the response; `entries` are those of a list.
    package func receive(_ bytes: [UInt8]) -> PairingsAnswer {
        PairingsAnswer(bytes)
    }
}
