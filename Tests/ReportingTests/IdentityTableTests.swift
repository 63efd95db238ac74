import HAPModel
import Measurement
import RunRecord
import Testing

@testable import Reporting

@Suite("What each transport showed")
struct IdentityTableTests {
    private static func lines(_ names: [String]) throws -> [String] {
        let sides = zip(["ip", "thread"], names).map { transport, name -> JSON in
            ["transport": .string(transport), "shows": ["name": .string(name), "category": "5"]]
        }
        let event = JournalEvent(
            sequence: 1,
            at: Moment(nanoseconds: 0),
            kind: .snapshot,
            instance: nil,
            step: nil,
            body: ["name": "identity", "sides": .array(sides)]
        )
        return try #require(IdentityTable([event])).lines.map(\.string)
    }

    @Test("Short facts are a table")
    func table() throws {
        let lines = try Self.lines(["Lamp", "Light"])
        #expect(
            lines == [
                "identity: 1 differing", "             ip    thread", "≠  name      Lamp  Light",
                "   category  5     5",
            ]
        )
    }

    @Test("Long facts stand below each other, in lines of the terminal's width")
    func list() throws {
        let names = ["a lamp in the living room, on the left", "a lamp in the living room, on the right"]
        let lines = try Self.lines(names)
        #expect(
            lines == [
                "identity: 1 differing", "≠  name", "     ip: \(names[0])", "     thread: \(names[1])", "   category",
                "     ip: 5", "     thread: 5",
            ]
        )
    }
}
