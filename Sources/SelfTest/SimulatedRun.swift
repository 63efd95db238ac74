package import HAPAccessory
import HAPController
import HAPCrypto
package import HAPModel
import HAPPairing
import Links
import Measurement
package import RunRecord
package import Runner
package import SuiteLanguage

/// A run against a simulated accessory on a bench of virtual time: deterministic, and as fast as the computing in it.
package struct SimulatedRun: Sendable {
    package var library: SuiteLibrary
    /// The suite locks that runs of the library share; `nil` makes one for this run.
    package var locks: SuiteLocks?
    package var catalogue: Catalogue
    package var definition: AccessoryDefinition
    package var defects: [Defect]
    package var selection: Selection
    package var seed: UInt64
    /// Decides another order of the cases; `nil` keeps that of the suites.
    package var orderSeed: UInt64?
    /// Whether the accessory and the tester have been paired before, which spares the run a pair-setup.
    package var startsPaired: Bool

    package init(
        library: SuiteLibrary,
        locks: SuiteLocks? = nil,
        catalogue: Catalogue,
        definition: AccessoryDefinition,
        defects: [Defect] = [],
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
        self.startsPaired = startsPaired
    }

    /// What came of it.
    package struct Outcome: Sendable {
        package var result: RunResult
        package var events: [JournalEvent]
        /// Virtual time that passed.
        package var virtualTime: Duration
    }

    /// Carries the run out, on the calling thread.
    ///
    /// - Parameter watch: ends the run early; `nil` has everything run.
    /// - Throws: ``BenchStalled`` if something waits without a deadline.
    package func perform(watchedBy watch: KillWatch? = nil) throws -> Outcome {
        let bench = VirtualBench()
        let (result, events) = try bench.run { [self] in
            let clock = bench.clock
            let network = InProcessNetwork(clock: clock)
            let address = "simulated:\(definition.name)"
            let random = SeededRandom(seed: seed)
            var state = PersistentState(random: random)
            var settings = settings
            if startsPaired { settings.keptPairing = Self.pairing(with: &state, random) }
            var core = AccessoryCore(definition, state: state, defects: defects, random: random)
            settings.setupPayload = core.printedPayload()
            let datagrams = InProcessDatagrams(clock: clock, host: Self.host.description)
            let server = AccessoryServer(
                core,
                listener: try network.listen(at: address),
                clock: clock,
                advertising: Advertising(
                    over: try await datagrams.join(Advertising.group),
                    address: Self.host,
                    port: Self.port
                )
            )
            let place = ServiceFinder.Place(
                network: datagrams.neighbour("192.0.2.2"),
                host: Self.host,
                port: Self.port
            )
            return try await server.serving { [settings] in
                let journal = Journal(clock: clock)
                let engine = RunEngine(
                    environment: RunEnvironment(
                        transport: IPTransport(
                            dialer: network.dialer(to: address),
                            clock: clock,
                            finder: ServiceFinder(clock: clock) { place }
                        ),
                        clock: clock,
                        random: SeededRandom(seed: seed &+ 1),
                        stimulus: SimulatorStimulus(server: server, definition: definition)
                    ),
                    settings: settings,
                    library: library,
                    locks: locks,
                    catalogue: catalogue,
                    journal: journal,
                    ledger: nil,
                    stop: watch?.stop ?? StopRequest(),
                    progress: { watch?.look(at: $0, journal) }
                )
                let result = await engine.run()
                return (result, journal.events)
            }
        }
        return Outcome(result: result, events: events, virtualTime: .nanoseconds(bench.now.nanoseconds))
    }

    /// Where the accessory is on the bench: an address that RFC 5737 sets aside.
    private static let host = IPv4Address(192, 0, 2, 1)
    private static let port = 51826

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

    /// Carries the run out over loopback sockets, in real time.
    ///
    /// - Throws: ``LinkError`` if no port is free.
    package func performOverSockets() async throws -> (result: RunResult, events: [JournalEvent]) {
        let clock = MonotonicClock.system
        let random = SeededRandom(seed: seed)
        let listener = try await SocketListener.bind()
        var core = AccessoryCore(definition, state: PersistentState(random: random), defects: defects, random: random)
        var settings = settings
        settings.setupPayload = core.printedPayload()
        let advertising = try await Advertising(host: listener.host, port: listener.port)
        let server = AccessoryServer(core, listener: listener, clock: clock, advertising: advertising)
        return try await server.serving { [settings] in
            let environment = RunEnvironment(
                transport: IPTransport(SocketDialer(host: listener.host, port: listener.port)),
                clock: clock,
                random: SeededRandom(seed: seed &+ 1),
                stimulus: SimulatorStimulus(server: server, definition: definition)
            )
            let journal = Journal(clock: clock)
            let engine = RunEngine(
                environment: environment,
                settings: settings,
                library: library,
                catalogue: catalogue,
                journal: journal,
                ledger: nil
            )
            let result = await engine.run()
            return (result, journal.events)
        }
    }

    private var settings: RunSettings {
        RunSettings(
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
    }
}
