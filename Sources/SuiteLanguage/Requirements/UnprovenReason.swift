/// Why no case proves a requirement: the closed list.
package enum UnprovenReason: String, Sendable, CaseIterable {
    /// An accessory sends nothing that shows it.
    case notOnTheWire = "not-on-the-wire"
    /// Only an accessory with Apple's authentication coprocessor or its keys could show it.
    case needsCertifiedHardware = "needs-certified-hardware"
    /// A person must press, read or power-cycle something.
    case needsAPerson = "needs-a-person"
    /// It is about a transport, or a service of one, that Assay has no binding or no simulated accessory for yet.
    case needsAnotherTransport = "needs-another-transport"
}

extension Requirement {
    /// Why no case can prove it, from its entry or from how it can be observed; `nil` if a case must prove it.
    package var unprovenReason: UnprovenReason? {
        if let unproven { return unproven }
        switch automatic {
        case .yes: return nil
        case .operator: return .needsAPerson
        case .no: return .notOnTheWire
        }
    }
}
