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
    private(set) var environment: RunEnvironment
    let settings: RunSettings
    let journal: Journal
    let observer: JournalObserver
    private(set) var evaluator: Evaluator
    let ledger: Ledger?
    let memory: (any AccessoryMemory)?
    let controllers: Controllers
    let controls: Controls
    let writes: WriteBudget
    /// Ends the run early when a stop is requested.
    let stop: StopRequest
    private(set) var database: AttributeDatabase
    let catalogue: Catalogue
    /// What the selected cases depend on.
    let lookout: Lookout

    var clock: MonotonicClock { environment.clock }

    /// The name of the transport that is used where nothing names another one.
    var transport: String { environment.transportName }

    /// The names of all transports to the accessory.
    var transports: [String] { environment.transports.map(\.kind.rawValue) }

    /// The same context with the accessory's database.
    func with(database: AttributeDatabase) -> RunContext {
        var context = self
        context.database = database
        return context
    }

    /// The same context over another transport of the accessory.
    func over(_ name: String) -> RunContext {
        guard name != transport else { return self }
        var context = self
        context.environment = environment.over(name)
        context.evaluator = Evaluator(vocabulary: evaluator.vocabulary, transport: context.transport)
        return context
    }

    /// Records a snapshot of the accessory. If it has several transports, that of one of them names it.
    func record(snapshot: JSON) {
        journal.record(.snapshot, transports.count > 1 ? snapshot.with("transport", .string(transport)) : snapshot)
    }

    /// A new connection to the accessory, not opened yet.
    func connection(_ name: String) -> any Connection {
        environment.connection(named: name, observer: observer)
    }
}
