import FaultyLinks
import Glibc
import Links
import Measurement
import Processes
import SuiteLanguage
import Testing

/// A link that fails and a run that is killed, over real sockets. The same faults run in virtual time in FaultTests.
@Suite("Kills over links that fail", .takingTurns, .timeLimit(.minutes(10)))
struct FaultyRelayTests {
    /// What a seed has shown.
    private struct Outcome: Sendable {
        var seed: UInt64
        var faults: [LinkFault]
        var isKilled: Bool
        /// What `recover` says, if it did not bring everything back.
        var trouble: String?
    }

    @Test("Over 20 seeds with kills at random points, `recover` leaves no pairing, and every value as before")
    func seeds() async throws {
        let groups = (0..<4).map { group in stride(from: UInt64(group + 1), through: 20, by: 4).map { $0 } }
        let outcomes = try await withThrowingTaskGroup(of: [Outcome].self) { tasks in
            for seeds in groups { tasks.addTask { try await carryOut(seeds) } }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
        for outcome in outcomes {
            #expect(outcome.trouble == nil, "seed \(outcome.seed), faults: \(outcome.faults.map(\.kind))")
        }
        // Otherwise the test would show nothing.
        #expect(outcomes.count { $0.isKilled } >= 10)
        #expect(outcomes.reduce(0) { $0 + $1.faults.count } >= 20)
    }

    private func carryOut(_ seeds: [UInt64]) async throws -> [Outcome] {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            return try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(
                    ["killed.pairs", "killed.joins", "killed.meets", "killed.writes"],
                    own: KilledRun.section
                ).write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let port = try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
                let program = assay
                return try await Relay.with(port: port) { relay in
                    let run = KilledRun(assay: program, relay: relay, accessory: accessory)
                    let requests = try await run.whole().count
                    // A run that the end of the test's time cancels has none.
                    try #require(requests > 0)
                    let untouched = try await run.remains()
                    var outcomes: [Outcome] = []
                    for seed in seeds {
                        outcomes.append(try await carryOut(seed, run, port, requests, untouched))
                    }
                    return outcomes
                }
            }
        }
    }

    /// Kills a run over links that fail, and recovers over good ones.
    private func carryOut(
        _ seed: UInt64,
        _ run: KilledRun,
        _ port: Int,
        _ requests: Int,
        _ untouched: KilledRun.Remains
    ) async throws -> Outcome {
        let good = SocketDialer(host: "127.0.0.1", port: port)
        let bad = FaultyDialer(good, clock: .system) { number in
            // Half of the connections fail: a run makes few of them.
            LinkFault.drawn(seed: seed, connection: number, share: 50)
        }
        var generator = SeededGenerator(seed: seed, purpose: "kill")
        let point = Relay.Point(
            request: Int(generator.next() % UInt64(requests)),
            isAnswered: generator.next().isMultiple(of: 2)
        )
        run.relay.lead(over: bad)
        let isKilled = try await run.tryToKill(at: point)
        run.relay.lead(over: good)
        let recovery = try await run.recover()
        let remains = try await run.remains()
        let isRight = recovery.status == 0 && remains == untouched
        let trouble = isRight ? nil : "status \(recovery.status), \(remains): \(recovery.everything)"
        return Outcome(seed: seed, faults: bad.faults, isKilled: isKilled, trouble: trouble)
    }
}
