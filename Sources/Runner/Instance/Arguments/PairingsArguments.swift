import HAPModel

/// The arguments that all pairings methods have in common.
struct PairingsRequestArguments {
    let departures: Departures
    /// Whether the connection needs a session; `false` uses it as it is.
    let isSecured: Bool
    /// Whether a correct controller would not send this request.
    let isTampered: Bool

    init(_ call: Call) {
        departures = call.departures
        isSecured = call.bool("secured") ?? true
        isTampered = call.isTampered
    }
}

/// The arguments of `add-pairing`.
struct AddPairingArguments: VerbArguments {
    let request: PairingsRequestArguments
    let controller: String
    let isAdmin: Bool
    /// The identifier that the controller has from now on.
    let identifier: String?
    /// The controller whose key is sent.
    let keyOf: String?
    /// The controller that is removed first.
    let replaced: String?

    init(_ call: Call) {
        request = PairingsRequestArguments(call)
        controller = call.word("controller") ?? "guest"
        isAdmin = call.bool("admin") ?? false
        identifier = call.word("identifier")
        keyOf = call.word("key-of")
        replaced = call.word("replacing")
    }
}

/// The arguments of `remove-pairing`.
struct RemovePairingArguments: VerbArguments {
    let request: PairingsRequestArguments
    let controller: String

    init(_ call: Call) {
        request = PairingsRequestArguments(call)
        controller = call.word("controller") ?? "stranger"
    }
}

/// The arguments of `list-pairings`.
struct ListPairingsArguments: VerbArguments {
    let request: PairingsRequestArguments

    init(_ call: Call) {
        request = PairingsRequestArguments(call)
    }
}
