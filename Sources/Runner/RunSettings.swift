package import HAPModel
package import HAPPairing
package import SuiteLanguage

/// What a run is asked to do.
package struct RunSettings: Sendable {
    /// The accessory's name for people: `lightbulb`, `127.0.0.1:51826`.
    package var accessory: String
    /// The setup code; `nil` leaves out what needs one.
    package var setupCode: SetupCode?
    /// The setup payload of the label; `nil` leaves out what needs one.
    package var setupPayload: PrintedPayload?
    /// A pairing kept from `assay pair`; it is used and stays.
    package var keptPairing: AccessoryPairing?
    package var selection: Selection
    /// Decides values, identifiers and the order of choices: the same seed gives the same run.
    package var seed: UInt64
    /// What moves, locks, guards, heats, cools, blows or waters, and switches and outlets, may be written.
    package var mayActuate: Bool
    /// What cannot be undone over the wire may be done.
    package var mayDestroy: Bool
    /// What the profile states.
    package var declared: Set<String>
    /// How long the accessory may take for an answer.
    package var answerWithin: Duration
    /// How long it may take to accept a connection.
    package var connectWithin: Duration
    /// The command that runs the same again, without secrets and without its selection.
    package var rerun: String
    /// Wall-clock time of the start, as ISO 8601 with its offset from UTC.
    package var started: String
    /// The setup code is known to be right, as a simulated accessory's is: if it is refused, the accessory is wrong.
    package var isCodeCertain: Bool
    /// Decides another order of the cases, where their states allow it; `nil` keeps that of the suites.
    package var orderSeed: UInt64?

    package init(
        accessory: String,
        setupCode: SetupCode?,
        setupPayload: PrintedPayload? = nil,
        keptPairing: AccessoryPairing? = nil,
        selection: Selection = Selection(),
        seed: UInt64,
        mayActuate: Bool = false,
        mayDestroy: Bool = false,
        declared: Set<String> = [],
        answerWithin: Duration = .seconds(10),
        connectWithin: Duration = .seconds(5),
        rerun: String,
        started: String,
        isCodeCertain: Bool = false,
        orderSeed: UInt64? = nil
    ) {
        self.accessory = accessory
        self.setupCode = setupCode
        self.setupPayload = setupPayload
        self.keptPairing = keptPairing
        self.selection = selection
        self.seed = seed
        self.mayActuate = mayActuate
        self.mayDestroy = mayDestroy
        self.declared = declared
        self.answerWithin = answerWithin
        self.connectWithin = connectWithin
        self.rerun = rerun
        self.started = started
        self.isCodeCertain = isCodeCertain
        self.orderSeed = orderSeed
    }
}
