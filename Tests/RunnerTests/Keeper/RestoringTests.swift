import HAPAccessory
import HAPModel
import Judge
import Measurement
import RunRecord
import Testing

@testable import Runner

@Suite("Restoring values")
struct RestoringTests {
    private static let brightness = "1.52"

    @Test("A value that a case has changed is put back, and its debt is paid")
    func plain() throws {
        try StateFolder.with { folder in
            try Meeting(past: .kept, ledgerFolder: folder).run { encounter in
                let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
                try await runner.does("write", [Self.brightness: 40])
                #expect(encounter.value(Self.brightness) == 40)
                #expect(encounter.ledger?.debts().map(\.description) == ["the old value of 1.52"])
                await encounter.restore(after: runner)
                #expect(encounter.value(Self.brightness) == 100)
                #expect(encounter.journal.bodies(.repair) == [["characteristic": "1.52", "done": true]])
                #expect(encounter.ledger?.debts() == [])
            }
        }
    }

    @Test("A value that demands a timed write is put back by one")
    func timed() throws {
        try Meeting(accessory: "kitchen-sink", past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession(of: ["it": "1.304"])
            try await runner.does("write", ["1.304": 5])
            #expect(encounter.value("1.304") == 5)
            await encounter.restore(after: runner)
            #expect(encounter.value("1.304") == 0)
            #expect(encounter.sentPaths.filter { $0 == "/prepare" }.count == 2)
        }
    }

    @Test("A number that has write responses is put back, and one with TLV8 is a command, which is not")
    func writeResponses() throws {
        try Meeting(accessory: "kitchen-sink", past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession(of: ["it": "1.309", "command": "1.307"])
            try await runner.does("write", ["1.309": 5])
            try await runner.does("write", ["1.307": "AQEB"])
            #expect(encounter.value("1.309") == 5)
            await encounter.restore(after: runner)
            #expect(encounter.value("1.309") == 0)
            #expect(encounter.journal.bodies(.repair).compactMap { $0["characteristic"] } == ["1.309"])
        }
    }

    @Test("A value that the accessory is too busy to take is tried again, and the way back gets its time")
    func busy() throws {
        let busy = "answer: {to: write, status: 207, body: {characteristics: [{aid: 1, iid: 52, status: -70403}]}}"
        let faults = [2, 3].flatMap { nth in
            ["\(busy), when: {nth: \(nth)}", "effect: {of: value.store, do: omit}, when: {nth: \(nth)}"]
        }
        try Meeting(faults: faults, past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
            try await runner.does("write", [Self.brightness: 40])
            let start = encounter.context.clock.now
            await encounter.restore(after: runner)
            #expect(encounter.value(Self.brightness) == 100)
            #expect(encounter.journal.bodies(.repair) == [["characteristic": "1.52", "done": true]])
            #expect(start.duration(to: encounter.context.clock.now) >= .seconds(2))
        }
    }

    @Test("A value that the accessory does not take back stays owed")
    func refused() throws {
        try StateFolder.with { folder in
            let fault = "guard: {check: write.permission, do: refuse}, when: {from: 2}"
            try Meeting(faults: [fault], past: .kept, ledgerFolder: folder).run { encounter in
                let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
                try await runner.does("write", [Self.brightness: 40])
                await encounter.restore(after: runner)
                #expect(encounter.value(Self.brightness) == 40)
                let body: JSON = [
                    "characteristic": "1.52", "done": false, "value": 100,
                    "answer": "HTTP 207 {\"characteristics\":[{\"aid\":1,\"iid\":52,\"status\":-70404}]}",
                ]
                #expect(encounter.journal.bodies(.repair) == [body])
                #expect(encounter.ledger?.debts().map(\.description) == ["the old value of 1.52"])
                #expect(await encounter.keeper.leave() == ["the old value of 1.52"])
            }
        }
    }

    @Test(
        "A failure on a value that could not be put back proves nothing: the verdict names the case that changed the value"
    )
    func spoiled() throws {
        let section = """
              own.changes:
                title: "A write"
                proves: HAP-WRITE-007
                each: {characteristic: {type: "8"}}
                steps:
                - {write: {it: v1}, expect: {outcome: success}}
              own.later:
                title: "Another write"
                proves: HAP-WRITE-007
                each: {characteristic: {type: "8"}}
                steps:
                - {write: {it: v2}, expect: {outcome: success}}

            """
        let fault = "guard: {check: write.permission, do: refuse}, when: {from: 2}"
        try Meeting(faults: [fault], hasStimulus: false, section: section).run { encounter in
            let verdicts = try await encounter.runAll().verdicts.filter { !$0.instance.contains("by=user") }
            #expect(verdicts.map(\.outcome) == [.passed, .inconclusive])
            let notes = encounter.journal.bodies(.capability).compactMap { $0["note"]?.stringValue }
            let note = try #require(notes.first { $0.contains("could not be put back") })
            #expect(note.hasPrefix("1.52 could not be put back to 100 after own.changes["), "\(note)")
            #expect(note.contains("HTTP 207") && note.contains("-70404"), "\(note)")
            let reason = verdicts.last?.reason ?? ""
            #expect(
                reason.hasPrefix("own.changes[") && reason.hasSuffix("the old value could not be put back"),
                "\(reason)"
            )
        }
    }

    @Test("An accessory that accepts the old value and shows another one is judged by later cases")
    func wrongValue() throws {
        let section = """
              own.changes:
                title: "A write"
                proves: HAP-WRITE-009
                each: {characteristic: {type: hue}}
                steps:
                - {write: {it: v1}, expect: {outcome: success}}
              own.later:
                title: "A write and a read"
                proves: HAP-WRITE-007
                each: {characteristic: {type: hue}}
                steps:
                - {write: {it: v1}, expect: {outcome: success}}
                - {read: it, expect: {value: v1}}

            """
        let fault = "behaviour: {rule: value.numbers, is: one-step-off}"
        try Meeting(faults: [fault], hasStimulus: false, section: section).run { encounter in
            let verdicts = try await encounter.runAll().verdicts.filter { !$0.instance.contains("by=user") }
            #expect(verdicts.map(\.outcome) == [.passed, .failed])
            let repairs = encounter.journal.bodies(.repair).filter { $0["done"] == false }
            #expect(!repairs.isEmpty && repairs.allSatisfy { $0["accepted"] == true })
        }
    }

    @Test("A value that the accessory took back only later is put back when the tester leaves")
    func later() throws {
        try StateFolder.with { folder in
            // The tester tries twice at once, then turns the light on, and tries twice again.
            let faults = (2...6).map { "guard: {check: write.permission, do: refuse}, when: {nth: \($0)}" }
            try Meeting(faults: faults, past: .kept, ledgerFolder: folder).run { encounter in
                let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
                try await runner.does("write", [Self.brightness: 40])
                await encounter.restore(after: runner)
                #expect(encounter.value(Self.brightness) == 40)
                #expect(await encounter.keeper.leave() == [])
                #expect(encounter.value(Self.brightness) == 100)
                #expect(encounter.ledger?.debts() == [])
            }
        }
    }

    @Test("A value that is accepted only beside the old value of another one is put back after it")
    func dependent() throws {
        try StateFolder.with { folder in
            // The first two writes are those of the case; then the tester tries the last value twice.
            let faults = [3, 4].map { "guard: {check: write.permission, do: refuse}, when: {nth: \($0)}" }
            try Meeting(faults: faults, past: .kept, ledgerFolder: folder).run { encounter in
                let on = "1.51"
                let runner = try await encounter.instanceInSession(of: ["it": Self.brightness, "n": on])
                let before = encounter.value(on)
                try await runner.does("write", [Self.brightness: 40, on: .bool(before != true)])
                await encounter.restore(after: runner)
                #expect(encounter.value(Self.brightness) == 100)
                #expect(encounter.value(on) == before)
                let repairs = encounter.journal.bodies(.repair)
                #expect(repairs.map { $0["characteristic"] } == ["1.52", "1.51", "1.52"])
                #expect(repairs.map { $0["done"] } == [false, true, true])
                #expect(encounter.ledger?.debts() == [])
            }
        }
    }

    /// A service that takes no value while it is off.
    private static let whileOff = "guard: {check: write.while-off, do: refuse}"

    @Test(
        "A value that is accepted only in another state of its service is put back in it, and the state after it",
        arguments: [true, false]
    )
    func inAnotherState(isNamed: Bool) throws {
        try StateFolder.with { folder in
            try Meeting(faults: [Self.whileOff], past: .kept, ledgerFolder: folder).run { encounter in
                let on = "1.51"
                let names = ["it": Self.brightness].merging(isNamed ? ["n": on] : [:]) { $1 }
                let runner = try await encounter.instanceInSession(of: names)
                if isNamed {
                    try await runner.does("write", [on: true])
                } else {
                    try encounter.server.set(try #require(CharacteristicID(on)), true)
                }
                try await runner.does("write", [Self.brightness: 40])
                try encounter.server.set(try #require(CharacteristicID(on)), false)
                #expect(encounter.value(Self.brightness) == 40)
                await encounter.restore(after: runner)
                #expect(encounter.value(Self.brightness) == 100)
                #expect(encounter.value(on) == false)
                #expect(encounter.journal.bodies(.repair).last?["in-another-state"] == true)
                #expect(encounter.ledger?.debts() == [])
                #expect(await encounter.keeper.valueNotes == [])
            }
        }
    }

    @Test("A switch that a case turned off stays on after it was turned on to put a value back")
    func originalState() throws {
        let faults = [Self.whileOff, "database: {at: {characteristic: On}, do: {set: {value: true}}}"]
        try Meeting(faults: faults, past: .kept).run { encounter in
            let on = try #require(CharacteristicID("1.51"))
            try encounter.server.set(on, true)
            let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
            try await runner.does("write", [Self.brightness: 40])
            // As if the written value had turned it off.
            try encounter.server.set(on, false)
            await encounter.restore(after: runner)
            #expect(encounter.value(Self.brightness) == 100)
            #expect(encounter.value("1.51") == true)
        }
    }

    @Test("What changed beside the written value is put back when the tester leaves")
    func neighbour() throws {
        try StateFolder.with { folder in
            let fault = "behaviour: {rule: service.power, is: with-others}"
            try Meeting(faults: [fault], past: .kept, ledgerFolder: folder).run { encounter in
                let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
                try await runner.does("write", [Self.brightness: 40])
                await encounter.restore(after: runner)
                #expect(encounter.value("1.51") == true)
                #expect(await encounter.keeper.leave() == [])
                #expect(encounter.value(Self.brightness) == 100)
                #expect(encounter.value("1.51") == false)
                #expect(encounter.ledger?.debts() == [])
            }
        }
    }

    @Test("The writes that bring a service into another state count, and the limit of the profile ends them")
    func writesAreLimited() throws {
        try StateFolder.with { folder in
            var meeting = Meeting(faults: [Self.whileOff], past: .kept, ledgerFolder: folder)
            meeting.writesPerCharacteristic = 1
            try meeting.run { encounter in
                let on = try #require(CharacteristicID("1.51"))
                let runner = try await encounter.instanceInSession(of: ["it": Self.brightness])
                try await runner.does("write", ["1.51": true])
                try await runner.does("write", [Self.brightness: 40])
                try encounter.server.set(on, false)
                await encounter.restore(after: runner)
                #expect(encounter.value(Self.brightness) == 40)
                #expect(encounter.value("1.51") == false)
                #expect(encounter.ledger?.debts().map(\.description) == ["the old value of 1.52"])
            }
        }
    }

    @Test("A value that was put back by a second attempt does not make later verdicts inconclusive")
    func putBackLater() throws {
        let section = """
              own.changes:
                title: "A write"
                proves: HAP-WRITE-007
                one: {n: {type: "25"}, it: {type: "8"}}
                steps:
                - {write: {n: true}}
                - {write: {it: v1}, expect: {outcome: success}}
                - {write: {n: false}, expect: {outcome: success}}
              own.later:
                title: "A demand that the accessory does not meet"
                proves: HAP-WRITE-007
                each: {characteristic: {type: "8"}}
                steps:
                - {read: {of: it}, expect: {field: {entry.value: 1}}}

            """
        try Meeting(faults: [Self.whileOff], section: section).run { encounter in
            let verdicts = try await encounter.runAll().verdicts.filter { !$0.instance.contains("by=user") }
            #expect(verdicts.map(\.outcome) == [.passed, .failed])
            #expect(encounter.value(Self.brightness) == 100)
            let done = encounter.journal.bodies(.repair).filter { $0["characteristic"] == "1.52" }.map { $0["done"] }
            #expect(done.first == false && done.last == true)
        }
    }

    @Test("A case that changes nothing writes nothing, and a read-only value makes no debt")
    func untouched() throws {
        try StateFolder.with { folder in
            try Meeting(accessory: "kitchen-sink", past: .kept, ledgerFolder: folder).run { encounter in
                let runner = try await encounter.instanceInSession(of: ["it": "1.301"])
                try await runner.does("read", ["of": "1.301"])
                try await runner.does("write", ["1.301": 9])
                #expect(encounter.ledger?.debts() == [])
                await encounter.restore(after: runner)
                #expect(encounter.value("1.301") == 7)
            }
        }
    }
}
