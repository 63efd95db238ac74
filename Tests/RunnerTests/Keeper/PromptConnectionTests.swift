import HAPController
import HAPModel
import HAPSession
import RunRecord
import Testing

@testable import Runner

@Suite("Exchanges without an answer in time")
struct PromptConnectionTests {
    private static let (on, brightness) = ("1.51", "1.52")
    /// The answer to the first read of a case arrives after the time for it.
    private static let late = "link: {at: response, do: {delay: 12s}}, when: {message: read, nth: 1}"

    @Test("A late answer is not taken for the answer to a later request: the connection is closed")
    func late() throws {
        try Meeting(faults: [Self.late], past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession()
            let first = try await runner.does("read", ["of": .string(Self.brightness)])
            #expect(first["failure"] == "timed-out")
            // The late answer arrives.
            try await encounter.context.clock.sleep(for: .seconds(5))
            let second = try await runner.does("read", ["of": .string(Self.on)])
            #expect(second["not-done"] != nil && second["entries"] == [])
            await encounter.restore(after: runner)
            #expect(encounter.journal.bodies(.probe).map { $0["answered"] } == [true])
            let main = try #require(await encounter.keeper.verifiedMain())
            let id = try #require(CharacteristicID(Self.on))
            let exchange = await main.wire.perform(.read([id], ReadOptions()), within: .seconds(10))
            #expect(exchange.entries.map(\.id) == [id])
        }
    }

    @Test("A connection that was closed for this reason is opened again, and the old value is asked for once more")
    func openedAgain() throws {
        try Meeting(faults: [Self.late], past: .kept).run { encounter in
            // The first read asks for the value before the case.
            let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
            let id = try #require(CharacteristicID(Self.brightness))
            #expect(await runner.before == [id: 100])
            let read = try await runner.does("read", ["of": .string(Self.brightness)])
            #expect(read["answered"] == true)
        }
    }

    @Test(
        "Without its old value a characteristic is not written, and the step says why",
        arguments: [
            ("guard: {check: read.permission, do: refuse}", "could not be read"),
            ("message: {point: read.value, do: {set: null}}", "is null"),
        ]
    )
    func unknownValue(_ fault: String, _ old: String) throws {
        try StateFolder.with { folder in
            try Meeting(faults: [fault], past: .kept, ledgerFolder: folder).run { encounter in
                let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
                let written = try await runner.does("write", [Self.brightness: 40])
                let reason = "the old value of 1.52 \(old), so a write could not be undone"
                #expect(written["not-done"] == .string(reason))
                #expect(encounter.value(Self.brightness) == 100)
                #expect(encounter.ledger?.debts() == [])
            }
        }
    }
}
