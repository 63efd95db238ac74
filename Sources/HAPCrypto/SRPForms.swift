/// How a number is encoded for hashing or sending; forms differ only for leading zero bytes.
package enum SRPForm: String, CaseIterable, Sendable {
    /// Leading zero bytes are omitted.
    case stripped
    /// Leading zero bytes pad it to the length of the modulus.
    case padded
    /// As sent or received.
    case asSent = "as-sent"

    /// The number's bytes in this form.
    package func bytes(_ number: [UInt8], group: SRPGroup) -> [UInt8] {
        switch self {
        case .stripped: number.withoutLeadingZeros
        case .padded: number.padded(to: group.length)
        case .asSent: number
        }
    }
}

/// The form of each number at each place; implementations differ, so about one pairing in a hundred fails.
package struct SRPForms: Sendable, Hashable {
    /// A in the controller's proof M1.
    package var controllerKeyInProof: SRPForm
    /// B in the controller's proof M1.
    package var accessoryKeyInProof: SRPForm
    /// S in K = H(S).
    package var secretInSessionKey: SRPForm
    /// A in u = H(A | B).
    package var controllerKeyInScramble: SRPForm
    /// B in u.
    package var accessoryKeyInScramble: SRPForm
    /// A in the accessory's proof M2.
    package var controllerKeyInAnswer: SRPForm
    /// K in both proofs and in the derived keys; it is a hash and must not be stripped.
    package var sessionKey: SRPForm

    package init(
        controllerKeyInProof: SRPForm = .stripped,
        accessoryKeyInProof: SRPForm = .stripped,
        secretInSessionKey: SRPForm = .stripped,
        controllerKeyInScramble: SRPForm = .padded,
        accessoryKeyInScramble: SRPForm = .padded,
        controllerKeyInAnswer: SRPForm = .padded,
        sessionKey: SRPForm = .padded
    ) {
        self.controllerKeyInProof = controllerKeyInProof
        self.accessoryKeyInProof = accessoryKeyInProof
        self.secretInSessionKey = secretInSessionKey
        self.controllerKeyInScramble = controllerKeyInScramble
        self.accessoryKeyInScramble = accessoryKeyInScramble
        self.controllerKeyInAnswer = controllerKeyInAnswer
        self.sessionKey = sessionKey
    }

    /// Apple's reference behaviour: A, B and S stripped in M1 and K, A and B padded in u and M2, K whole.
    package static let apple = SRPForms()
}
