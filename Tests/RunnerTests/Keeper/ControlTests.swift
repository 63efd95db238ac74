import HAPModel
import HAPPairing
import RunRecord
import Testing

@testable import Runner

@Suite("Positive controls")
struct ControlTests {
    /// The controls that a step adds to those of the arrival.
    private func added(
        _ past: Meeting.Past = .kept,
        by body: @escaping @Sendable (InstanceRunner) async throws -> Void
    ) throws -> [String] {
        try Meeting(accessory: "kitchen-sink", past: past).run { encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            try await body(try await encounter.instance(of: ["it": "1.101"]))
            return encounter.controls
        }
    }

    @Test("A whole procedure without departures that succeeds is a control")
    func untampered() throws {
        #expect(try added(.unpaired) { try await $0.does("pair-setup", on: "a") } == ["pair-setup"])
        #expect(try added { try await $0.does("pair-verify", on: "a") } == ["pair-verify"])
        #expect(try added { try await $0.does("list-pairings") } == ["pairings"])
    }

    @Test("A tampered step is not a control, even if the accessory accepts it")
    func tampered() throws {
        let items: JSONObject = ["set": ["M1.extra": "0x190100"]]
        #expect(try added { try await $0.does("list-pairings", items) } == [])
        #expect(try added { try await $0.does("pair-verify", ["only": ["M1", "M3"]], on: "a") } == [])
        #expect(try added(.unpaired) { try await $0.does("pair-setup", ["method": 0], on: "a") } == [])
    }

    @Test("A part of a procedure is not a control")
    func partial() throws {
        #expect(try added(.unpaired) { try await $0.does("pair-setup", ["upto": "M4"], on: "a") } == [])
        #expect(try added { try await $0.does("pair-verify", ["upto": "M2"], on: "a") } == [])
    }

    @Test("A control is recorded once")
    func once() throws {
        let controls = try added { runner in
            try await runner.does("list-pairings")
            try await runner.does("list-pairings")
        }
        #expect(controls == ["pairings"])
    }

    @Test("Before the first flawed timed write a right one is made on another connection, and the value is put back")
    func timedWrite() throws {
        try Meeting(accessory: "kitchen-sink", past: .kept).run { encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            let runner = try await encounter.instance(of: ["it": "1.304"])
            let flawed: JSONObject = ["1.304": 5, "execute-pid": "wrong"]
            #expect(try await runner.does("timed-write", flawed)["tampered"] == true)
            #expect(encounter.controls == ["timed-write"])
            #expect(encounter.value("1.304") == 0)
            #expect(encounter.sentPaths.count { $0 == "/prepare" } == 3)
            try await runner.does("timed-write", flawed)
            #expect(encounter.sentPaths.count { $0 == "/prepare" } == 4)
        }
    }

    @Test("A control that fails is recorded as failed: a refusal then proves nothing")
    func failing() throws {
        let fault = "answer: {to: prepare, status: resource-does-not-exist}"
        try Meeting(accessory: "kitchen-sink", faults: [fault], past: .kept).run { encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            let runner = try await encounter.instance(of: ["it": "1.304"])
            try await runner.does("timed-write", ["1.304": 5, "execute-pid": "wrong"])
            #expect(encounter.controls == [])
            let failed = encounter.journal.bodies(.control).filter { $0["verb"] == "timed-write" }
            #expect(failed.map { $0["succeeded"] } == [false])
        }
    }
}
