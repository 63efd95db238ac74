import FaultyLinks
import Foundation
import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import Judge
import Links
import Measurement
import RunRecord
import Runner
import SelfTest
import SuiteLanguage

/// A run of some cases against the conformant lightbulb, over links that fail as its seed decides, on a bench of virtual
/// time.
struct FaultyRun: Sendable {
    let suites: FaultSuites
    let seed: UInt64
    /// The cases; `nil` draws some.
    var cases: [String]?
    /// What the accessory does wrong.
    var defects: [Defect] = []
    /// How late the tester's timers are, as its clock says.
    var delay = Duration.zero
    /// The faults by the number of their connection, from 1; `nil` draws them.
    var faults: [Int: LinkFault]?

    /// The result of a run.
    struct Outcome: Sendable {
        var faults: [LinkFault] = []
        var verdicts: [Verdict] = []
        var end = RunEnd.completed
        var events: [JournalEvent] = []
        /// What is left at the accessory although neither the run nor its ledger names it.
        var unnamed: [String] = []
        /// What is left at the accessory after `recover` on a link without faults.
        var leftAfterRecovery: [String] = []

        /// The verdicts that accuse the accessory of a violated must.
        var accusations: [Verdict] { verdicts.filter { $0.outcome == .failed } }
    }

    /// Carries the run out on the calling thread.
    func carryOut() throws -> Outcome {
        let folder = Self.memory.appending(path: "assay-faults-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let bench = VirtualBench()
        let clock = MonotonicClock(source: LateTime(source: bench, delay: delay))
        return try bench.run { [self] in try await carryOut(clock: clock, folder: folder.path) }
    }

    /// A folder in memory if the machine has one: a ledger waits until each line is on disk.
    private static var memory: URL {
        let shared = URL(filePath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: shared.path)
        return isThere ? shared : FileManager.default.temporaryDirectory
    }

    private func carryOut(clock: MonotonicClock, folder: String) async throws -> Outcome {
        let network = InProcessNetwork(clock: clock)
        let random = SeededRandom(seed: seed)
        let core = AccessoryCore(
            suites.lightbulb,
            state: PersistentState(random: random),
            defects: defects,
            random: random
        )
        let server = AccessoryServer(core, listener: try network.listen(at: "accessory"), clock: clock)
        let dialer = FaultyDialer(network.dialer(to: "accessory"), clock: clock) { [self] number in
            faults.map { $0[number] } ?? LinkFault.drawn(seed: seed, connection: number)
        }
        let ledger = try Ledger(folder: folder, address: "accessory")
        let journal = Journal(clock: clock)
        let engine = RunEngine(
            environment: environment(dialer, clock),
            settings: settings,
            library: suites.library,
            locks: suites.locks,
            catalogue: suites.catalogue,
            journal: journal,
            ledger: ledger
        )
        return try await server.serving { [self] in
            let before = suites.writable(at: server)
            let result = await engine.run()
            var outcome = Outcome(
                faults: dialer.faults,
                verdicts: result.verdicts,
                end: result.end,
                events: journal.events
            )
            outcome.unnamed = suites.left(at: server, before, besides: ledger.debts())
            _ = await Recovery(
                environment: environment(network.dialer(to: "accessory"), clock),
                ledger: ledger,
                setupCode: suites.lightbulb.setupCode
            ).run()
            outcome.leftAfterRecovery = suites.left(at: server, before, besides: [])
            return outcome
        }
    }

    private func environment(_ dialer: any LinkDialer, _ clock: MonotonicClock) -> RunEnvironment {
        return RunEnvironment(
            transport: IPTransport(dialer: dialer, clock: clock),
            clock: clock,
            random: SeededRandom(seed: seed &+ 1)
        )
    }

    private var settings: RunSettings {
        RunSettings(
            accessory: "lightbulb",
            setupCode: suites.lightbulb.setupCode,
            selection: Selection(patterns: cases ?? suites.drawn(seed: seed)),
            seed: seed,
            mayActuate: true,
            rerun: "",
            started: "",
            isCodeCertain: true
        )
    }
}
