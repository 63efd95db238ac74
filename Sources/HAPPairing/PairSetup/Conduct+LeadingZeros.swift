import HAPCrypto
import HAPModel

extension Conduct {
    /// The controller's handling of a number's leading zeros.
    func leadingZeros(_ constant: PairingConstant) -> LeadingZeros {
        LeadingZeros(rawValue: self.constant(constant)) ?? .avoid
    }

    /// Whether the peer alters leading zeros or exponents, so that the controller must not avoid any values.
    var choosesItsNumbers: Bool {
        alterer.touches("srp.a") || alterer.touches(anyBeginningWith: "srp.form.")
            || [PairingConstant.leadingZeroA, .leadingZeroB, .leadingZeroS, .leadingZeroK].contains {
                departures.constants[$0.name] != nil
            }
    }
}
