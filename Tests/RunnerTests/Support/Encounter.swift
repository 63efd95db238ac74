import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Judge
import Links
import Measurement
import Observations
import RunRecord
import Synchronization
import Testing

@testable import Runner
@testable import SuiteLanguage

/// A tester and a simulated accessory on a bench of virtual time.
struct Encounter: Sendable {
    let environment: RunEnvironment
    let settings: RunSettings
    let library: SuiteLibrary
    let journal: Journal
    let ledger: Ledger?
    let server: AccessoryServer
    let tap: LinkTap
    let stop = StopRequest()
    /// The tester as it begins.
    let context: RunContext
    let keeper: AccessoryKeeper
    let announcements: Announcements

    /// What the tester tells its user at once.
    final class Announcements: Sendable {
        private let state = Mutex<[String]>([])

        var lines: [String] { state.withLock { $0 } }

        func add(_ line: String) { state.withLock { $0.append(line) } }
    }

    init(
        environment: RunEnvironment,
        settings: RunSettings,
        library: SuiteLibrary,
        journal: Journal,
        ledger: Ledger?,
        server: AccessoryServer,
        tap: LinkTap
    ) throws {
        (self.environment, self.settings, self.library) = (environment, settings, library)
        (self.journal, self.ledger, self.server, self.tap) = (journal, ledger, server, tap)
        let announcements = Announcements()
        self.announcements = announcements
        context = RunContext(
            environment: environment,
            settings: settings,
            journal: journal,
            observer: JournalObserver(journal: journal),
            evaluator: Evaluator(vocabulary: library.vocabulary, transport: "ip"),
            ledger: ledger,
            memory: nil,
            controllers: Controllers(random: environment.random),
            controls: Controls(journal: journal),
            writes: WriteBudget(limit: settings.writesPerCharacteristic),
            stop: stop,
            database: AttributeDatabase(.null),
            catalogue: try SmallSuites.catalogue,
            lookout: Lookout(),
            announce: { announcements.add($0) }
        )
        keeper = AccessoryKeeper(run: context)
    }

    // MARK: What the accessory holds

    /// The identifiers of the controllers that the accessory knows.
    var paired: [String] { records.map { String(decoding: $0.identifier, as: UTF8.self) } }

    var records: [PairingRecord] { server.snapshot().state.pairings }

    func value(_ id: String) -> JSON? { CharacteristicID(id).flatMap { server.snapshot().value(of: $0) } }

    /// The attribute database as the accessory has it, without a connection.
    var database: AttributeDatabase {
        var core = server.snapshot()
        return AttributeDatabase(core.database(on: ConnectionID(number: 0)))
    }

    // MARK: The engine

    /// Runs all cases of the test's own section.
    func runAll(_ progress: @escaping @Sendable (RunEngine.Progress) -> Void = { _ in }) async throws -> RunResult {
        try await run(Selection(patterns: ["own.*"]), progress)
    }

    /// Runs the selected cases.
    func run(_ selection: Selection, _ progress: @escaping @Sendable (RunEngine.Progress) -> Void = { _ in })
        async throws -> RunResult
    {
        var settings = settings
        settings.selection = selection
        return await RunEngine(
            environment: environment,
            settings: settings,
            library: library,
            catalogue: try SmallSuites.catalogue,
            journal: journal,
            ledger: ledger,
            stop: stop,
            progress: progress
        ).run()
    }

    /// One case that a test carries out step by step, after the tester has arrived.
    func instance(
        _ name: String = "a-case",
        of characteristics: [String: String] = [:],
        main: CaseConnection? = nil
    ) async throws -> InstanceRunner {
        let runner = InstanceRunner(
            run: context.with(AccessoryKeeper.Arrival(database: database)),
            item: try SmallSuites.someCase,
            instance: Self.instance(name, characteristics),
            keeper: keeper
        )
        await runner.prepare(main: main)
        return runner
    }

    private static func instance(_ name: String, _ characteristics: [String: String]) -> Instance {
        Instance(
            caseID: name,
            target: nil,
            row: nil,
            transport: "ip",
            characteristics: characteristics.compactMapValues { CharacteristicID($0) },
            rowValue: nil,
            rowProves: []
        )
    }
}

extension InstanceRunner {
    /// Carries out a verb with literal arguments.
    @discardableResult
    func does(
        _ verb: String,
        _ arguments: JSONObject = JSONObject(),
        on name: String = "main",
        keeping captures: [(what: String, name: String)] = []
    ) async throws -> JSON {
        let entries = arguments.members.map { Argument.Entry(key: $0.key, value: .literal($0.value)) }
        let call = Call(verb: verb, arguments: entries, scope: scope.values, mustReachEnd: false)
        return try await carryOut(call, on: name, captures: captures).json
    }
}

extension Journal {
    /// The bodies of the events of a kind.
    func bodies(_ kind: JournalEvent.Kind) -> [JSON] { events.filter { $0.kind == kind }.map(\.body) }
}
