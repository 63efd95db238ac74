import HAPModel
import Processes
import SuiteLanguage
import Testing

/// A run may be killed at any moment; its changes on the accessory can still be undone.
@Suite("Recovery", .takingTurns)
struct RecoveryTests {
    /// Calls `body` with short runs against a new lightbulb.
    private func withRuns(_ body: (inout AssayProgram, SimulatedAccessory, Relay) async throws -> Void) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(
                    ["killed.pairs", "killed.joins", "killed.meets", "killed.writes", "pairings.last-admin"],
                    own: KilledRun.section
                ).write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let port = try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
                try await Relay.with(port: port) { try await body(&assay, accessory, $0) }
            }
        }
    }

    @Test("After a kill at any of 36 points, `recover` leaves no pairing, and every value as before")
    func ownPairing() async throws {
        try await withRuns { assay, accessory, relay in
            let run = KilledRun(assay: assay, relay: relay, accessory: accessory)
            let requests = try await run.whole()
            let untouched = try await run.remains()
            #expect(untouched.pairings == 0 && !untouched.hasDebts)
            let points = KillPoints.spread(36, over: requests)
            #expect(points.count { PairSetupRequest.isM5(requests[$0.request]) && $0.isAnswered } >= 2)
            var (left, changed) = (0, 0)
            for point in points {
                let remains = try await run.kill(at: point)
                left += remains.pairings
                changed += remains.values == untouched.values ? 0 : 1
                if PairSetupRequest.isM5(requests[point.request]), point.isAnswered {
                    #expect(remains.pairings == 1, "M6 was on its way")
                }
                let recovery = try await run.recover()
                #expect(recovery.status == 0, "\(point): \(recovery.everything)")
                let removed = Spoken.count(remains.pairings, "pairing")
                #expect(recovery.output.hasPrefix("\(removed) removed, "), "\(point)")
                #expect(try await run.remains() == untouched, "\(point)")
            }
            // Otherwise there would be nothing to undo.
            #expect(left >= 24 && changed >= 4, "\(left) pairings and \(changed) values were left behind")
        }
    }

    @Test("After a kill at any of 14 points, `recover` leaves the kept pairing, and nothing else")
    func keptPairing() async throws {
        try await withRuns { assay, accessory, relay in
            let paired = try await assay.run("pair", "--address", relay.address)
            #expect(paired.status == 0, "\(paired.everything)")
            assay.environment = [:]
            let run = KilledRun(assay: assay, relay: relay, accessory: accessory)
            let requests = try await run.whole()
            let untouched = try await run.remains()
            #expect(untouched.pairings == 1 && !untouched.hasDebts)
            var (left, changed) = (0, 0)
            for point in KillPoints.spread(14, over: requests) {
                let remains = try await run.kill(at: point)
                left += remains.pairings - 1
                changed += remains.values == untouched.values ? 0 : 1
                let recovery = try await run.recover()
                #expect(recovery.status == 0, "\(point): \(recovery.everything)")
                #expect(try await run.remains() == untouched, "\(point)")
            }
            #expect(left >= 2 && changed >= 1, "\(left) pairings and \(changed) values were left behind")
        }
    }

    @Test("After a kill while the last administrator is removed, `recover` pays the debts of those that joined it")
    func lastAdministrator() async throws {
        try await withRuns { assay, accessory, relay in
            let run = KilledRun(assay: assay, relay: relay, accessory: accessory, cases: "pairings.last-admin")
            let requests = try await run.whole()
            let untouched = try await run.remains()
            #expect(untouched.pairings == 0 && !untouched.hasDebts)
            let files = try assay.workspace.files(below: ".local/state/assay")
            let removal = try #require(LastAdministrator.removal(in: requests))
            // From the removal to the pair-verify of a controller that went with the administrator.
            let points = [removal, removal + 1, removal + 2].flatMap { request in
                [false, true].map { Relay.Point(request: request, isAnswered: $0) }
            }
            for point in points {
                let remains = try await run.kill(at: point)
                // Only the first point is before the removal.
                #expect(remains.pairings == (point == points[0] ? 3 : 0), "\(point)")
                #expect(remains.joined == 2, "\(point)")
                let recovery = try await run.recover()
                #expect(recovery.status == 0, "\(point): \(recovery.everything)")
                let removed = Spoken.count(remains.pairings, "pairing")
                #expect(recovery.output == "\(removed) removed, 0 values restored.\n", "\(point)")
                #expect(try await run.remains() == untouched, "\(point)")
                #expect(try assay.workspace.files(below: ".local/state/assay") == files, "\(point)")
            }
        }
    }

    @Test("The next run undoes the changes of a killed one, and says so")
    func nextRun() async throws {
        try await withRuns { assay, accessory, relay in
            let run = KilledRun(assay: assay, relay: relay, accessory: accessory)
            let requests = try await run.whole()
            let untouched = try await run.remains()
            let proof = try #require(requests.firstIndex(where: PairSetupRequest.isM5))
            let remains = try await run.kill(at: .init(request: proof, isAnswered: true))
            #expect(remains.pairings == 1 && remains.hasDebts)
            let next = try await assay.run("run", "--address", relay.address, "killed.*")
            #expect(next.status == 0, "\(next.everything)")
            #expect(
                next.errors.contains(
                    "cleaned up after an earlier run that was killed: 1 pairing removed, 0 values restored\n"
                )
            )
            #expect(try await run.remains() == untouched)
        }
    }

    @Test("What cannot be undone stays recorded and is reported; it is undone as soon as possible")
    func later() async throws {
        try await withRuns { assay, accessory, relay in
            let run = KilledRun(assay: assay, relay: relay, accessory: accessory)
            let requests = try await run.whole()
            let untouched = try await run.remains()
            let proof = try #require(requests.firstIndex(where: PairSetupRequest.isM5))
            _ = try await run.kill(at: .init(request: proof, isAnswered: true))
            relay.close()
            let inVain = try await run.recover()
            #expect(inVain.status == 3)
            #expect(inVain.output == "0 pairings removed, 0 values restored.\n")
            #expect(inVain.errors.lines(holding: "not undone: ") == 2, "\(inVain.errors)")
            relay.goOn()
            #expect(try await run.remains().hasDebts)
            #expect(try await run.recover().output == "1 pairing removed, 0 values restored.\n")
            #expect(try await run.remains() == untouched)
        }
    }

    @Test("A pairing whose state the accessory does not report stays recorded, and the run says so")
    func silence() async throws {
        try await withRuns { assay, accessory, relay in
            let run = KilledRun(assay: assay, relay: relay, accessory: accessory)
            let arguments = ["run", "--address", relay.address, "--answer-within", "1s", "killed.pairs"]
            relay.goOn()
            #expect(try await assay.run(arguments).status == 0)
            let requests = relay.requests
            let proofs = requests.indices.filter { PairSetupRequest.isM5(requests[$0]) }
            // The tester's own pairing, and the case's.
            #expect(proofs.count == 2)
            for proof in proofs {
                let reached = relay.stop(at: .init(request: proof, isAnswered: true))
                async let closing: Void = { for await _ in reached { relay.close() } }()
                let cut = try await assay.run(arguments)
                relay.goOn()
                await closing
                #expect([1, 5].contains(cut.status), "\(cut.everything)")
                #expect(cut.errors.contains("not undone: "), "\(cut.errors)")
                let remains = try await run.remains()
                #expect(remains.pairings == 1 && remains.hasDebts)
                #expect(try await run.recover().output == "1 pairing removed, 0 values restored.\n")
            }
        }
    }

    @Test("`--forget` deletes what can never be undone, with its keys")
    func forgotten() async throws {
        try await withRuns { assay, accessory, relay in
            let run = KilledRun(assay: assay, relay: relay, accessory: accessory)
            let requests = try await run.whole()
            let proof = try #require(requests.firstIndex(where: PairSetupRequest.isM5))
            let remains = try await run.kill(at: .init(request: proof, isAnswered: true))
            #expect(remains.hasDebts)
            relay.close()
            let recovery = try await run.recover("--forget")
            #expect(recovery.status == 0, "\(recovery.everything)")
            #expect(recovery.errors.lines(holding: "not undone: ") == 2, "\(recovery.errors)")
            #expect(recovery.output.hasSuffix("The record of what was not undone is deleted.\n"))
            relay.goOn()
            let after = try await run.remains()
            #expect(after.pairings == 1 && !after.hasDebts)
        }
    }
}
