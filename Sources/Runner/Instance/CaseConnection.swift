import HAPController
import HAPPairing
import Observations
import SuiteLanguage

/// A connection of an instance, with the state of its pairing procedures.
struct CaseConnection {
    var wire: any Connection
    /// The controller that uses it: `alice`, `bob`, `carol`, `user`.
    var controller: String
    /// A pair-setup that a step began.
    var setup: PairSetupController?
    /// The controller of that pair-setup.
    var setupIdentity: ControllerIdentity?
    /// A pair-verify that a step began.
    var verify: PairVerifyController?
    /// The results of the procedure so far.
    var transcript = PairingTranscript()
    /// Whether later cases must not use it.
    var isSpoiled = false
}

/// A controller that was added through the tester's own pairing, or may have been although the accessory appeared to
/// reject it.
struct JoinedController {
    /// Its identifier when it was added: the intended one, and the altered one.
    var identifiers: [[UInt8]]
    /// Its identifier and key as intended.
    var identity: ControllerIdentity
    /// The id of its debt in the ledger.
    var debt: String
}

/// A pairing that a pair-setup made, or may have made although the accessory appeared to reject it.
struct MadePairing {
    var pairing: AccessoryPairing?
    var identity: ControllerIdentity
    /// The id of its debt in the ledger.
    var debt: String
}
