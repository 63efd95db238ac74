import HAPModel
import Measurement
import RunRecord
import Testing

@testable import Regression

@Suite("Differences of the accessory between two records")
struct DifferenceTests {
    private static func characteristic(_ iid: Int, _ raw: JSON) -> JSON {
        ["accessory": "aid 1", "iid": JSON(iid), "name": "Brightness", "raw": raw]
    }

    private static func snapshots(_ characteristics: [JSON], txt: JSON = [:]) -> [String: JSON] {
        [
            "database": [
                "name": "database", "accessory": [], "service": [], "characteristic": .array(characteristics),
            ],
            "advertisement": ["advertisement": [["instance": "Lamp", "txt": txt]]],
        ]
    }

    private static func comparison(_ old: [String: JSON], _ new: [String: JSON]) throws -> RunComparison {
        try RunComparison(
            Runs.side(Runs.run("old", snapshots: old)),
            Runs.side(Runs.run("new", snapshots: new))
        )
    }

    @Test("Characteristics that were added, removed or changed are listed by place; values do not count")
    func database() throws {
        let old = Self.snapshots([
            Self.characteristic(51, ["maxValue": 100, "value": 1]), Self.characteristic(52, ["maxValue": 100]),
            Self.characteristic(53, ["perms": ["pr"]]),
        ])
        let new = Self.snapshots([
            Self.characteristic(51, ["maxValue": 100, "value": 7]),
            Self.characteristic(53, ["perms": ["pr", "pw"], "unit": "lux"]), Self.characteristic(54, [:]),
        ])
        let changes = try Self.comparison(old, new).database
        #expect(changes.map(\.kind) == [.removed, .changed, .added])
        #expect(changes.map(\.place) == ["1.52", "1.53", "1.54"])
        let fields = changes[1].fields
        #expect(fields.map(\.name) == ["perms", "unit"])
        #expect(fields[0].old == "[\"pr\"]" && fields[0].new == "[\"pr\",\"pw\"]" && fields[1].old == nil)
        #expect(try Self.comparison(old, [:]).database.isEmpty)
    }

    @Test("TXT records and the advertised name are compared, without the state number")
    func advertisement() throws {
        let changes = try Self.comparison(
            Self.snapshots([], txt: ["c#": "7", "s#": "1", "sf": "1"]),
            Self.snapshots([], txt: ["c#": "8", "s#": "2", "ff": "0"])
        ).advertisement
        #expect(changes.map(\.name) == ["c#", "sf", "ff"])
        #expect(changes[0].old == "7" && changes[0].new == "8" && changes[1].new == nil)
    }

    @Test("Durations are those of right messages whose times are known, by method, path and State")
    func durations() throws {
        func event(_ body: JSON, _ instance: String? = "write.one[over=ip]") -> JournalEvent {
            JournalEvent(
                sequence: 1,
                at: Moment(nanoseconds: 0),
                kind: .wire,
                instance: instance,
                step: nil,
                body: body
            )
        }
        func response(_ path: String, tampered: Bool = false) -> JSON {
            [
                "kind": "response", "request": ["method": "POST", "path": .string(path)], "sent-ns": 1000,
                "answered-ns": 3500, "state": 2, "tampered": .bool(tampered),
            ]
        }
        let read = try #require(OperationDuration(event(response("/characteristics?id=1.2"))))
        #expect(read.operation == "POST /characteristics" && read.nanoseconds == 2500)
        #expect(OperationDuration(event(response("/pair-verify")))?.operation == "POST /pair-verify M2")
        #expect(OperationDuration(event(response("/pair-verify", tampered: true))) == nil)
        #expect(OperationDuration(event(["kind": "request"])) == nil)
        let own = try #require(OperationDuration(event(response("/pair-verify"), "other.case[over=ip]")))
        let (old, new) = (Runs.run("old", durations: [read, own]), Runs.run("new", durations: [read, own]))
        let shifts = try RunComparison(Runs.side(old), Runs.side(new)).shifts
        #expect(shifts.map(\.operation) == ["POST /characteristics"])
        #expect(shifts.first?.direction == .unknown)
    }
}
