import HAPController
import HAPPairing
import Observations
import SuiteLanguage

/// A connection of an instance, and how far the pairing procedures on it have come.
struct CaseConnection {
    var wire: any Connection
    /// The controller on it: `alice`, `bob`, `carol`.
    var controller: String
    /// A pair-setup that a step began.
    var setup: PairSetupController?
    /// Who that pair-setup introduced.
    var setupIdentity: ControllerIdentity?
    /// A pair-verify that a step began.
    var verify: PairVerifyController?
    /// Everything that the procedure on it has shown so far.
    var transcript = PairingTranscript()
    /// Whether anything was done on it that later cases must not inherit.
    var isSpoiled = false
}

/// A controller that joined the tester's own pairing, or may have although it looked refused.
struct JoinedController {
    /// What it was called when it was added: as it was meant, and as an alteration made it.
    var identifiers: [[UInt8]]
    var publicKey: [UInt8]
    /// The ledger's name for it.
    var debt: String
}

/// A pairing that a pair-setup of a case made, or may have made although it looked refused.
struct MadePairing {
    var pairing: AccessoryPairing?
    var identity: ControllerIdentity
    /// The ledger's name for it.
    var debt: String
}
