/// Why no case proves a requirement: the closed list.
package enum UnprovenReason: String, Sendable, CaseIterable {
    /// Nothing that an accessory sends shows it.
    case notOnTheWire = "not-on-the-wire"
    /// Only an accessory with Apple's authentication coprocessor or its keys could show it.
    case needsCertifiedHardware = "needs-certified-hardware"
    /// Somebody has to press, read or power-cycle something.
    case needsAPerson = "needs-a-person"
}

extension Requirement {
    /// Why no case can prove it, as its entry says or as follows from who can see it; `nil` if a case has to.
    package var unprovenReason: UnprovenReason? {
        if let unproven { return unproven }
        switch automatic {
        case .yes: return nil
        case .operator: return .needsAPerson
        case .no: return .notOnTheWire
        }
    }
}
