import SuiteLanguage

/// What a run can no longer bring about at the accessory. It is noticed once; only cases that need it are inconclusive.
struct Loss: Sendable, Hashable {
    enum Extent: Sendable {
        /// The accessory no longer responds.
        case everything
        /// The accessory responds on the shared session, but accepts no other connection.
        case connections
        /// The accessory is paired in a way that the tester can neither use nor undo.
        case pairing
        /// The accessory accepts connections, but no longer answers pair-verify.
        case sessions
        /// The accessory stays busy, although no pair-setup is in progress.
        case pairSetup
    }

    let extent: Extent
    /// The reason in words, with the case that caused it.
    let reason: String
    /// Whether the accessory may respond again later, by itself or because a case turns it off and on.
    var mayComeBack = false

    /// Whether a case needs what is lost.
    func concerns(_ item: Case) -> Bool {
        switch extent {
        case .everything: true
        case .connections: item.state.needs != .paired || !item.usesOnlySharedSession
        case .sessions: item.state.needs == .paired && item.usesSharedSession
        case .pairing: item.state.needs != .any
        case .pairSetup: item.state.needs == .unpaired || item.state.pairings > 0 || item.state.tries > 0
        }
    }
}

extension Case {
    /// Whether all steps run on the session that cases share.
    fileprivate var usesOnlySharedSession: Bool {
        guard case .procedure(let steps) = body, connections.isEmpty else { return false }
        return steps.allSatisfy(\.usesOnlySharedSession)
    }

    /// Whether any step runs on the session that cases share.
    fileprivate var usesSharedSession: Bool {
        guard case .procedure(let steps) = body else { return false }
        return steps.contains(where: \.usesSharedSession)
    }
}

extension Step {
    fileprivate var usesOnlySharedSession: Bool {
        (connection == nil || connection == InstanceRunner.mainName) && inner.allSatisfy(\.usesOnlySharedSession)
    }

    fileprivate var usesSharedSession: Bool {
        inner.isEmpty
            ? connection == nil || connection == InstanceRunner.mainName : inner.contains(where: \.usesSharedSession)
    }
}
