package import HAPAccessory
import HAPCrypto
package import HAPModel
import HAPPairing
import Measurement
package import RunRecord
package import Runner
package import SuiteLanguage

/// A run against a simulated accessory: on a bench of virtual time deterministic, and as fast as the computing in it.
package struct SimulatedRun: Sendable {
    package var library: SuiteLibrary
    /// The suite locks that runs of the library share; `nil` makes one for this run.
    package var locks: SuiteLocks?
    package var catalogue: Catalogue
    package var definition: AccessoryDefinition
    /// How the tester reaches the accessory.
    package var entrance: any SimulatedEntrance
    /// Further transports to the same accessory.
    package var beside: [any SimulatedEntrance] = []
    package var defects: [any AlteredConduct]
    package var selection: Selection
    package var seed: UInt64
    /// Decides another order of the cases; `nil` keeps that of the suites.
    package var orderSeed: UInt64?
    /// Whether the accessory and the tester have been paired before, which spares the run a pair-setup.
    package var startsPaired: Bool
    /// Whether each instance is carried out alone.
    package var isSequential = false

    package init(
        library: SuiteLibrary,
        locks: SuiteLocks? = nil,
        catalogue: Catalogue,
        definition: AccessoryDefinition,
        entrance: any SimulatedEntrance,
        defects: [any AlteredConduct] = [],
        selection: Selection = Selection(),
        seed: UInt64 = 1,
        orderSeed: UInt64? = nil,
        startsPaired: Bool = false
    ) {
        self.library = library
        self.locks = locks
        self.catalogue = catalogue
        self.definition = definition
        self.defects = defects
        self.selection = selection
        self.seed = seed
        self.orderSeed = orderSeed
        self.entrance = entrance
        self.startsPaired = startsPaired
    }

    /// The result of a run.
    package struct Outcome: Sendable {
        package var result: RunResult
        package var events: [JournalEvent]
        /// Virtual time that passed.
        package var virtualTime: Duration
    }

    /// Carries the run out in virtual time, on the calling thread.
    ///
    /// - Parameter watch: ends the run early; `nil` has everything run.
    /// - Throws: ``BenchStalled`` if something waits without a deadline.
    package func carryOut(watchedBy watch: KillWatch? = nil) throws -> Outcome {
        let bench = VirtualBench()
        let (result, journal) = try bench.run { [self] in try await carryOut(clock: bench.clock, watchedBy: watch) }
        return Outcome(
            result: result,
            events: journal.events,
            virtualTime: .nanoseconds(bench.now.nanoseconds)
        )
    }

    /// Carries the run out in real time, as an entrance over sockets needs it.
    ///
    /// - Throws: ``LinkError`` if the entrance cannot be made.
    /// - Returns: the result, and the events of the journal.
    package func carryOutInRealTime() async throws -> (result: RunResult, events: [JournalEvent]) {
        let (result, journal) = try await carryOut(clock: .system, watchedBy: nil)
        return (result, journal.events)
    }

    private func carryOut(clock: MonotonicClock, watchedBy watch: KillWatch?) async throws -> (
        result: RunResult, journal: Journal
    ) {
        let random = SeededRandom(seed: seed)
        var state = PersistentState(random: random)
        var settings = settings
        if startsPaired { settings.keptPairing = Self.pairing(with: &state, random) }
        let memory = liveBeforeUpdate(&state, random)
        var core = AccessoryCore(definition, state: state, defects: defects, random: random)
        core.countConfiguration()
        settings.setupPayload = core.printedPayload()
        var joints: [SimulatedJoint] = []
        for entrance in [entrance] + beside { joints.append(try await entrance.join(definition.name, clock: clock)) }
        let server = AccessoryServer(
            core,
            entrances: joints.map(\.accessory),
            clock: clock,
            advertising: joints.compactMap(\.advertising)
        )
        var environment = RunEnvironment(
            transport: joints[0].transport,
            clock: clock,
            random: SeededRandom(seed: seed &+ 1),
            stimulus: SimulatorStimulus(server: server, definition: definition)
        )
        environment.others = joints.dropFirst().map(\.transport)
        let looksAround = library.lookout(selection, comparesTransports: !beside.isEmpty) != Lookout()
        return try await server.serving { [settings, environment] in
            let journal = Journal(clock: clock)
            if looksAround { await server.awaitAdvertisement(within: .seconds(10)) }
            let engine = RunEngine(
                environment: environment,
                settings: settings,
                library: library,
                locks: locks,
                catalogue: catalogue,
                journal: journal,
                ledger: nil,
                memory: memory,
                stop: watch?.stop ?? StopRequest(),
                progress: { watch?.look(at: $0, journal) }
            )
            return (await engine.run(), journal)
        }
    }

    /// The life of the accessory before its last update, in which an earlier run saw it.
    private func liveBeforeUpdate(_ state: inout PersistentState, _ random: any RandomSource) -> EarlierRun {
        state.configurationNumber = 7
        var core = AccessoryCore(definition.beforeUpdate, state: state, defects: defects, random: random)
        core.countConfiguration()
        state.databaseDigest = core.state.databaseDigest
        state.deviceID = core.deviceIDAfterUpdate()
        return EarlierRun(core: core)
    }

    /// The pairing of a tester that the accessory has met before.
    private static func pairing(with state: inout PersistentState, _ random: any RandomSource) -> AccessoryPairing {
        let controller = ControllerIdentity(
            pairingID: "A55A1000-0000-4000-8000-000000000001",
            keyPair: Ed25519KeyPair(random: random)
        )
        state.pairings = [
            PairingRecord(
                identifier: Array(controller.pairingID.utf8),
                publicKey: controller.keyPair.publicKey,
                permissions: 1
            )
        ]
        return AccessoryPairing(
            accessoryID: state.deviceID,
            accessoryLTPK: state.longTermKey.publicKey,
            controller: controller,
            isAdmin: true
        )
    }

    private var settings: RunSettings {
        var settings = RunSettings(
            accessory: definition.name,
            setupCode: definition.setupCode,
            selection: selection,
            seed: seed,
            mayActuate: true,
            mayDestroy: true,
            declared: definition.declared,
            rerun: "assay run --simulated \(definition.name)",
            started: "1970-01-01T00:00:00Z",
            isCodeCertain: true,
            orderSeed: orderSeed
        )
        settings.isSequential = isSequential
        return settings
    }
}
