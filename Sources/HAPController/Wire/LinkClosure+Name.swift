package import Links

extension LinkClosure {
    /// The word in records: `peer`, `reset`, `local`, `failed`.
    package var name: String {
        switch self {
        case .byPeer: "peer"
        case .reset: "reset"
        case .local: "local"
        case .failed: "failed"
        }
    }
}
