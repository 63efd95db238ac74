import HAPCrypto
import HAPModel

extension Conduct {
    /// What a controller does about a number's leading zeros.
    func leadingZeros(_ constant: PairingConstant) -> LeadingZeros {
        LeadingZeros(rawValue: self.constant(constant)) ?? .avoid
    }

    /// Whether the peer plays with leading zeros or exponents, so that nothing may be avoided behind its back.
    var choosesItsNumbers: Bool {
        alterer.touches("srp.a") || alterer.touches(anyBeginningWith: "srp.form.")
            || [PairingConstant.leadingZeroA, .leadingZeroB, .leadingZeroS, .leadingZeroK].contains {
                departures.constants[$0.name] != nil
            }
    }
}
