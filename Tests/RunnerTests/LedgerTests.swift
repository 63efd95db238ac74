import Foundation
import HAPModel
import Testing

@testable import Runner

/// A debt belongs to an accessory, at every address and next to every other accessory.
@Suite("Ledger")
struct LedgerTests {
    private static let (here, there) = ("127.0.0.1:1000", "127.0.0.1:2000")
    private let first: DeviceID
    private let second: DeviceID

    init() throws {
        first = try #require(DeviceID("AA:BB:CC:DD:EE:01"))
        second = try #require(DeviceID("AA:BB:CC:DD:EE:02"))
    }

    /// Calls `body` with a state folder that does not exist yet, and removes it afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-state-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test("The present accessory gets its own debts, and those without a known accessory")
    func others() throws {
        try inFolder { folder in
            let ledger = try Ledger(folder: folder, address: Self.here)
            try ledger.owe("old", .value, ["n": 0])
            ledger.meet(first)
            try ledger.owe("same", .value, ["n": 1])
            ledger.meet(second)
            try ledger.owe("same", .value, ["n": 2])
            #expect(ledger.debts().map(\.body) == [["n": 0], ["n": 2]])
            #expect(ledger.debtsToOthers().map(\.body) == [["n": 1]])
            // Debts of two accessories may have the same id.
            try ledger.pay("same")
            try ledger.pay("old")
            try ledger.compact()
            #expect(ledger.debts().isEmpty && ledger.debtsToOthers().map(\.accessory) == [first])
            ledger.meet(first)
            try ledger.pay("same")
            try ledger.compact()
            #expect(FileManager.default.contents(atPath: ledger.path) == Data())
        }
    }

    @Test("A change that is owed twice is undone once, with the oldest value")
    func twice() throws {
        try inFolder { folder in
            let ledger = try Ledger(folder: folder, address: Self.here)
            ledger.meet(first)
            try ledger.owe("value", .value, ["n": 0])
            try ledger.owe("value", .value, ["n": 1])
            #expect(ledger.debts().map(\.body) == [["n": 0]])
            try ledger.pay("value")
            #expect(ledger.debts().isEmpty)
        }
    }

    @Test("A differently spelled path to the same folder gives the same ledger")
    func spelling() throws {
        try inFolder { folder in
            let ledger = try Ledger(
                folder: folder + "/../" + URL(filePath: folder).lastPathComponent,
                address: Self.here
            )
            try ledger.owe("pairing", .pairing, ["identifier": "X"])
            #expect(ledger.elsewhere().isEmpty)
        }
    }

    @Test("A debt belongs to the accessory that M6 identifies, regardless of an earlier one")
    func named() throws {
        try inFolder { folder in
            let ledger = try Ledger(folder: folder, address: Self.here)
            try ledger.owe("pairing", .pairing, ["identifier": "X"])
            #expect(ledger.debts().map(\.accessory) == [nil])
            ledger.meet(first)
            try ledger.name("pairing")
            #expect(ledger.debts().map(\.accessory) == [first])
            ledger.meet(second)
            try ledger.name("pairing")
            #expect(ledger.debts().map(\.accessory) == [second])
            // Its id is unique, so it can be paid even if the accessory's Device ID has changed.
            ledger.meet(first)
            try ledger.pay("pairing")
            #expect(ledger.debts().isEmpty && ledger.debtsToOthers().isEmpty)
            try ledger.forget()
            #expect(ledger.debtsToOthers().isEmpty)
        }
    }

    @Test("An older ledger, without accessories, and a line that a crash cut off")
    func older() throws {
        try inFolder { folder in
            let path = try Ledger(folder: folder, address: Self.here).path
            let text = """
                {"owe":"a","kind":"pairing","accessory":"\(Self.here)","body":{"identifier":"X"}}
                {"owe":"b","kind":"value","accessory":"\(Self.here)","body":{"aid":1,"iid":2,"value":3}}
                {"paid":"a"}
                {"owe":"c","kind":"val
                """
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let ledger = try Ledger(folder: folder, address: Self.here)
            ledger.meet(first)
            #expect(ledger.debts().map(\.description) == ["the old value of 1.2"])
            #expect(ledger.debts().map(\.address) == [Self.here] && ledger.debts().map(\.accessory) == [nil])
            try ledger.owe("d", .value, ["aid": 1, "iid": 3, "value": 4])
            #expect(ledger.debts().map(\.id) == ["b", "d"])
        }
    }

    @Test("An accessory that has moved takes its debts along, and nothing else")
    func moves() throws {
        try inFolder { folder in
            do {
                let old = try Ledger(folder: folder, address: Self.there)
                old.meet(second)
                try old.owe("theirs", .value, ["n": 1])
                old.meet(first)
                try old.owe("mine", .value, ["n": 2])
            }
            let ledger = try Ledger(folder: folder, address: Self.here)
            ledger.meet(first)
            let place = try #require(ledger.elsewhere().first)
            #expect(ledger.elsewhere().count == 1 && place.debts.count == 2)
            do {
                // Another process works at the old address, so its debts stay there.
                let held = try Ledger(folder: folder, address: Self.there)
                let problem = try #require(throws: LedgerError.self) {
                    try ledger.takeOver(from: place) { $0.accessory == first }
                }
                #expect(problem.description.hasPrefix("another assay process is working on \(Self.there); "))
                #expect(held.debts().count + held.debtsToOthers().count == 2 && ledger.debts().isEmpty)
            }
            try ledger.takeOver(from: place) { $0.accessory == first }
            #expect(ledger.debts().map(\.body) == [["n": 2]])
            #expect(ledger.debts().map(\.accessory) == [first] && ledger.debts().map(\.address) == [Self.here])
            #expect(ledger.elsewhere().flatMap(\.debts).map(\.body) == [["n": 1]])
        }
    }

    @Test("Paid debts at another address do not stay on disk after a killed run, unless a process works there")
    func emptied() throws {
        try inFolder { folder in
            let ledger = try Ledger(folder: folder, address: Self.here)
            let path: String
            do {
                let old = try Ledger(folder: folder, address: Self.there)
                path = old.path
                try old.owe("a", .pairing, ["identifier": "X", "seed": "07"])
                try old.pay("a")
                #expect(ledger.elsewhere().isEmpty)
                #expect(FileManager.default.contents(atPath: path)?.isEmpty == false)
            }
            #expect(ledger.elsewhere().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test(
        "A text that cannot identify an accessory is rejected; upper and lower case are the same identity",
        arguments: [("", nil), ("a b", nil), ("é", nil), (String(repeating: "A", count: 65), nil), ("aa:Bb", "AA:BB")]
    )
    func identities(_ text: String, _ id: String?) {
        #expect(DeviceID(text)?.description == id)
    }
}
