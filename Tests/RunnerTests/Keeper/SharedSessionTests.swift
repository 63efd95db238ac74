import HAPController
import HAPModel
import HAPPairing
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("The session that cases share")
struct SharedSessionTests {
    /// Arrives with a kept pairing, does something on the shared session, restores, and asks for the session again.
    private func sessions(
        after body: @escaping @Sendable (InstanceRunner) async throws -> Void
    ) throws -> (isOpen: Bool, verified: Int, isClosed: Bool) {
        try Meeting(past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession()
            let first = await encounter.keeper.main?.wire
            try await body(runner)
            await encounter.restore(after: runner)
            let isOpen = await encounter.keeper.verifiedMain()?.wire.isOpen == true
            let verified = encounter.sentStates("/pair-verify").count { $0 == 1 }
            return (isOpen, verified, first?.isOpen != true)
        }
    }

    @Test("Cases that only read share one session")
    func shared() throws {
        let result = try sessions { try await $0.does("read", ["of": "1.52"]) }
        #expect(result.isOpen && result.verified == 1 && !result.isClosed)
    }

    @Test("A case that subscribes spoils the session: it is closed, and the next case gets another one")
    func spoiled() throws {
        let result = try sessions { try await $0.does("subscribe", ["of": "1.52"]) }
        #expect(result.isOpen && result.verified == 2 && result.isClosed)
    }

    @Test("What a case does on another connection does not spoil the shared session")
    func otherConnection() throws {
        let result = try sessions { try await $0.does("subscribe", ["of": "1.52"], on: "b") }
        #expect(result.isOpen && result.verified == 2 && !result.isClosed)
    }

    @Test(
        "While pair-verify is answered with Busy the tester waits, and a refusal that is not repeated costs nothing",
        arguments: [(0x07, 2), (0x02, 1)]
    )
    func turnedAway(_ error: Int, _ times: Int) throws {
        let body = #"\x06\x01\x02\x07\x01\x0\#(error)"#
        let faults = (1...times).map { #"answer: {to: pair-verify, body: "\#(body)"}, when: {nth: \#($0)}"# }
        try Meeting(faults: faults, past: .kept).run { encounter in
            _ = await encounter.keeper.arrive()
            #expect(await encounter.keeper.verifiedMain() != nil)
            #expect(encounter.sentStates("/pair-verify") == Array(repeating: 1, count: times) + [1, 3])
        }
    }

    @Test("A session that the accessory has closed meanwhile is made again")
    func closedByAccessory() throws {
        try Meeting(past: .kept).run { encounter in
            _ = await encounter.keeper.arrive()
            let first = try #require(await encounter.keeper.main?.wire)
            // Many other connections make the accessory close the one that was idle longest.
            let crowd = (0..<32).map { encounter.context.connection("crowd-\($0)") }
            for wire in crowd { try await wire.open(within: .seconds(1)) }
            for wire in crowd { await wire.close() }
            // The end of the connection arrives.
            try await encounter.context.clock.sleep(for: .milliseconds(1))
            let second = try #require(await encounter.keeper.verifiedMain()?.wire)
            #expect(!first.isOpen && second.isOpen && first !== second)
            #expect(encounter.sentStates("/pair-verify") == [1, 3, 1, 3])
            #expect(await encounter.keeper.verifiedMain()?.wire === second)
        }
    }

    @Test("A session that is not authorized any more is made again, and monitors see it")
    func revoked() throws {
        try Meeting(faults: ["constant: {name: session.requests, value: 6}"], past: .kept).run { encounter in
            _ = await encounter.keeper.arrive()
            let first = try #require(await encounter.keeper.main?.wire)
            for _ in 0..<6 { _ = await first.perform(.database, within: .seconds(1)) }
            let second = try #require(await encounter.keeper.verifiedMain()?.wire)
            #expect(!first.isOpen && second.isOpen && first !== second)
            #expect(encounter.journal.bodies(.wire).contains { $0["revoked"] == true })
        }
    }

    @Test("A case that needs the accessory paired runs also where no session can be made")
    func noSession() throws {
        let fault = "message: {point: pair-verify.M2.plain.signature, do: random}"
        try Meeting(faults: [fault], past: .kept).run { encounter in
            _ = await encounter.keeper.arrive()
            #expect(await encounter.keeper.bring(to: .contract(.paired), run: encounter.context) == nil)
            #expect(await encounter.keeper.main == nil)
            #expect(!encounter.controls.contains("pair-verify"))
        }
    }
}
