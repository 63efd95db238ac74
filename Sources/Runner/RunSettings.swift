package import Gate
package import HAPModel
package import HAPPairing
package import Latency
package import SuiteLanguage

/// The settings of a run.
package struct RunSettings: Sendable {
    /// The accessory's name for people: `lightbulb`, `127.0.0.1:51826`.
    package var accessory: String
    /// The setup code; `nil` skips cases that need one.
    package var setupCode: SetupCode?
    /// The setup payload of the label; `nil` skips cases that need one.
    package var setupPayload: PrintedPayload?
    /// A pairing kept by `assay pair`. The run uses it and does not remove it.
    package var keptPairing: AccessoryPairing?
    package var selection: Selection
    /// The seed of values, identifiers and choices: the same seed gives the same run.
    package var seed: UInt64
    /// Whether the run may write characteristics that move, lock, arm, heat, cool, blow or water something, or that
    /// switch power.
    package var mayActuate: Bool
    /// The names of services that it may actuate even without ``mayActuate``.
    package var actuated: Set<String> = []
    /// The cases that the owner of the accessory leaves out.
    package var leftOut: [LeftOutCases] = []
    /// How often the run may write each characteristic; `nil` for no limit.
    package var writesPerCharacteristic: Int?
    /// Whether the run may do what cannot be undone over the network.
    package var mayDestroy: Bool
    /// The profile's limits for measured times.
    package var budgets: [LatencyBudget] = []
    /// Facts that the profile states.
    package var declared: Set<String>
    /// How long to wait for each response.
    package var answerWithin: Duration
    /// How long to wait for a connection to be accepted.
    package var connectWithin: Duration
    /// The command that repeats the run, without secrets and without its selection.
    package var rerun: String
    /// The command that repeats the whole run, without secrets; `nil` without a command line.
    package var command: String?
    /// The relay over which the accessory is reached; `nil` without one.
    package var relay: String?
    /// How often each procedure runs.
    package var rounds = 1
    /// Whether the run ends after the first failure that ``baseline`` does not allow.
    package var stopsAtFailure = false
    /// Whether each instance is carried out alone, also those that could wait at the same time.
    package var isSequential = false
    /// How long the run may take; `nil` for twice its planned time.
    package var timeLimit: Duration?
    /// Whether a warning also makes the run fail.
    package var failsOnWarning = false
    /// Wall-clock time of the start, as ISO 8601 with its offset from UTC.
    package var started: String
    /// What is known to fail; `nil` without a baseline.
    package var baseline: Baseline?
    /// Whether the setup code is known to be right, as for a simulated accessory. If the accessory rejects it, the
    /// accessory is wrong.
    package var isCodeCertain: Bool
    /// The seed of the order of cases, as far as their states allow it; `nil` keeps the order of the suites.
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
        baseline: Baseline? = nil,
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
        self.baseline = baseline
        self.isCodeCertain = isCodeCertain
        self.orderSeed = orderSeed
    }
}
