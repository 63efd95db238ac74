import HAPModel
import HAPPairing
import RunRecord
import Synchronization
import Testing

@testable import Runner

/// A debt is on disk before the accessory can have changed.
@Suite("The order of debts and deeds")
struct LedgerOrderTests {
    /// Runs `body`, and returns the debts that were on disk at each message of interest, by what it was.
    private func debts(
        _ meeting: Meeting,
        at deed: @escaping @Sendable (Deed) -> Bool,
        _ body: @escaping @Sendable (Encounter) async throws -> Void
    ) throws -> [[String]] {
        try StateFolder.with { folder in
            let witness = DebtWitness(deed)
            var meeting = meeting
            (meeting.ledgerFolder, meeting.witness) = (folder, witness)
            try meeting.run { encounter in
                try await body(encounter)
                #expect(witness.undone == [], "the accessory had changed, and the ledger did not know")
            }
            return witness.debts
        }
    }

    @Test("The tester's own key is on disk before M5 leaves, and not before M3")
    func ownPairing() throws {
        let atM5 = try debts(Meeting(), at: { $0.setupState == 5 }) { _ = await $0.keeper.arrive() }
        #expect(atM5.count == 1 && atM5.allSatisfy { $0.count == 1 && $0[0].hasPrefix("pairing-") })
        let atM3 = try debts(Meeting(), at: { $0.setupState == 3 }) { _ = await $0.keeper.arrive() }
        #expect(atM3 == [[]])
    }

    @Test("The key of a case's pair-setup is on disk before M5 leaves")
    func pairingOfCase() throws {
        let atM5 = try debts(Meeting(), at: { $0.setupState == 5 }) { encounter in
            let runner = try await encounter.instance()
            try await runner.does("pair-setup", ["identifier": "me"], on: "a")
        }
        #expect(atM5 == [["pairing-me"]])
    }

    @Test("A controller is on disk before it is added")
    func joined() throws {
        let atAdd = try debts(Meeting(past: .kept), at: { $0.path == "/pairings" }) { encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            let runner = try await encounter.instance()
            try await runner.does("add-pairing", ["controller": "bob", "identifier": "bob"])
        }
        #expect(atAdd.map { $0.map { $0.replacing(/-[0-9a-f]{8}$/, with: "") } } == [["joined-bob"]])
    }

    /// The id of a debt without the number of the attempt.
    private static func withoutNumber(_ debt: String) -> String { debt.replacing(/-[0-9]+$/, with: "") }

    @Test(
        "The old value is on disk before the write and before the execution of a timed write",
        arguments: ["write", "timed-write"]
    )
    func value(_ verb: String) throws {
        let deeds = try debts(Meeting(past: .kept), at: { $0.path == "/characteristics" && $0.isWrite }) { encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            let runner = try await encounter.instance(of: ["it": "1.52"])
            try await runner.does(verb, ["1.52": 40])
        }
        #expect(deeds.map { $0.map(Self.withoutNumber) } == [["value-a-case[over=ip]-1.52"]])
    }

    @Test("The old values of everything that a raw request may write are on disk before it")
    func rawRequest() throws {
        let deeds = try debts(Meeting(past: .kept), at: { $0.path == "/characteristics" && $0.isWrite }) { encounter in
            encounter.context.controllers.set(encounter.settings.keptPairing, for: "alice")
            let runner = try await encounter.instance(of: ["it": "1.52"])
            let body: JSON = ["characteristics": [["aid": 1, "iid": 52, "value": 40]]]
            try await runner.does("request", ["method": "PUT", "path": "/characteristics", "json": body])
        }
        #expect(deeds.map { $0.map(Self.withoutNumber) } == [["value-a-case[over=ip]-1.52"]])
    }
}

/// A message that is about to leave, or has just left.
struct Deed: Sendable {
    /// The State of a message of pair-setup.
    var setupState: UInt64?
    var path: String?
    var isWrite = false
}

/// Looks at the ledger's file at each message, and at the accessory at each event.
private final class DebtWitness: Witness {
    private struct State {
        var encounter: Encounter?
        var before: (brightness: JSON?, paired: Int)?
        var debts: [[String]] = []
        var undone: [String] = []
    }

    private let isOfInterest: @Sendable (Deed) -> Bool
    private let state = Mutex(State())

    init(_ isOfInterest: @escaping @Sendable (Deed) -> Bool) {
        self.isOfInterest = isOfInterest
    }

    var debts: [[String]] { state.withLock { $0.debts } }
    var undone: [String] { state.withLock { $0.undone } }

    func meet(_ encounter: Encounter) {
        state.withLock { state in
            state.before = (encounter.value("1.52"), encounter.paired.count)
            state.encounter = encounter
        }
    }

    /// Pair-setup is in plain text: the bytes are seen before they leave.
    func sees(sent bytes: [UInt8]) {
        guard bytes.starts(with: "POST /pair-setup".utf8),
            let head = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) })
        else { return }
        look(at: Deed(setupState: TLV8(decoding: Array(bytes[(head + 4)...])).integer(.state)))
    }

    /// In a session a request is seen when it has left, before its answer is awaited.
    func write(_ event: JournalEvent) {
        guard event.kind == .wire else { return }
        checkAccessory()
        guard event.body["kind"] == "request", let start = event.body["start"]?.stringValue else { return }
        let words = start.split(separator: " ").map(String.init)
        guard words.count > 1, words[1] != "/pair-setup" else { return }
        look(at: Deed(path: words[1].split(separator: "?").first.map(String.init), isWrite: words[0] == "PUT"))
    }

    private func look(at deed: Deed) {
        guard isOfInterest(deed), let ledger = state.withLock({ $0.encounter })?.ledger else { return }
        let debts = ledger.debts().map(\.id)
        state.withLock { $0.debts.append(debts) }
    }

    private func checkAccessory() {
        let (encounter, before) = state.withLock { ($0.encounter, $0.before) }
        guard let encounter, let before, encounter.ledger?.debts().isEmpty == true else { return }
        if encounter.value("1.52") != before.brightness { state.withLock { $0.undone.append("a value") } }
        if encounter.paired.count > before.paired { state.withLock { $0.undone.append("a pairing") } }
    }
}
