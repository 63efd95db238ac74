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
    private(set) var settings: RunSettings
    let journal: Journal
    private(set) var observer: JournalObserver
    private(set) var evaluator: Evaluator
    let ledger: Ledger?
    let memory: (any AccessoryMemory)?
    let controllers: Controllers
    let controls: Controls
    let writes: WriteBudget
    /// What the run has seen of values that no controller can write.
    let unwritable = UnwritableValues()
    /// Ends the run early when a stop is requested.
    let stop: StopRequest
    private(set) var database: AttributeDatabase
    /// The characteristics of accessories that the bridge could not reach when the run began.
    private(set) var unreachable: Set<CharacteristicID> = []
    /// What the accessory advertised when the run began; `nil` if it was not looked for or not found.
    private(set) var advertisement: Advertisement?
    let catalogue: Catalogue
    /// What the selected cases depend on.
    let lookout: Lookout
    /// Tells the user at once what takes time.
    let announce: @Sendable (String) -> Void
    /// Tells the connections of an instance from those of the instances that are carried out beside it; empty for an instance
    /// alone.
    private(set) var lane = ""

    var clock: MonotonicClock { environment.clock }

    /// The name of the transport that is used where nothing names another one.
    var transport: String { environment.transportName }

    /// The names of all transports to the accessory.
    var transports: [String] { environment.transports.map(\.kind.rawValue) }

    /// The same context with what the accessory showed when the run began.
    func with(_ arrival: AccessoryKeeper.Arrival) -> RunContext {
        var context = self
        context.database = arrival.database
        context.unreachable = arrival.unreachable
        context.advertisement = arrival.advertisement
        return context
    }

    /// The same context for measurements: its connections have stamps as near to the wire as possible.
    ///
    /// - Parameter patience: how long to wait for each response.
    func measured(over transport: any Transport, patience: Duration) -> RunContext {
        var context = self
        context.environment.transport = transport
        context.settings.answerWithin = patience
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

    /// The same context for an instance that is carried out beside others.
    ///
    /// - Parameter lane: its number among them.
    func beside(lane: Int, as instance: String) -> RunContext {
        var context = self
        context.lane = "@\(lane)"
        context.observer = observer.beside(as: instance)
        return context
    }

    /// Records a snapshot of the accessory. If it has several transports, that of one of them names it.
    func record(snapshot: JSON) {
        journal.record(.snapshot, transports.count > 1 ? snapshot.with("transport", .string(transport)) : snapshot)
    }

    /// A new connection to the accessory, not opened yet.
    func connection(_ name: String) -> any Connection {
        environment.connection(named: name + lane, observer: observer)
    }
}
