import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Judge
import Measurement
import RunRecord
import SuiteLanguage

/// The context of all instances of a run. It does not change after planning.
struct RunContext: Sendable {
    let environment: RunEnvironment
    let settings: RunSettings
    let journal: Journal
    let observer: JournalObserver
    let evaluator: Evaluator
    let ledger: Ledger?
    let memory: (any AccessoryMemory)?
    let controllers: Controllers
    let controls: Controls
    let writes: WriteBudget
    /// Ends the run early when a stop is requested.
    let stop: StopRequest
    let database: AttributeDatabase
    let catalogue: Catalogue
    /// What the selected cases depend on.
    let lookout: Lookout

    var clock: MonotonicClock { environment.clock }

    /// The same context with the accessory's database.
    func with(database: AttributeDatabase) -> RunContext {
        RunContext(
            environment: environment,
            settings: settings,
            journal: journal,
            observer: observer,
            evaluator: evaluator,
            ledger: ledger,
            memory: memory,
            controllers: controllers,
            controls: controls,
            writes: writes,
            stop: stop,
            database: database,
            catalogue: catalogue,
            lookout: lookout
        )
    }

    /// A new connection to the accessory, not opened yet.
    func connection(_ name: String) -> any Connection {
        environment.connection(named: name, observer: observer)
    }
}
