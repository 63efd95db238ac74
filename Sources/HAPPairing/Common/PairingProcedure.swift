/// The three procedures of HAP's chapter on pairing; their names may precede the names of points.
package enum PairingProcedure: String, CaseIterable, Sendable {
    case pairSetup = "pair-setup"
    case pairVerify = "pair-verify"
    case pairings = "pairings"
}
