import Checkout
import Foundation
import HAPAccessory
import HAPModel
import HAPPairing
import Measurement
import RunRecord
import Runner
import SelfTest
import SuiteLanguage

/// The suites and the accessory of the runs over links with faults.
struct FaultSuites: Sendable {
    let library: SuiteLibrary
    let locks: SuiteLocks
    let catalogue: Catalogue
    let lightbulb: AccessoryDefinition
    private let procedures: [String]
    private let monitors: [String]

    init() throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        guard let lightbulb = simulators.accessory("lightbulb") else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "Suites/accessories"])
        }
        (self.library, self.lightbulb) = (library, lightbulb)
        (locks, catalogue) = (SuiteLocks(library), simulators.catalogue)
        procedures = library.cases.filter { $0.isProcedure && !$0.tags.contains("slow") && $0.state.tries < 10 }.map(
            \.id
        )
        monitors = library.cases.filter(\.isMonitor).map(\.id)
    }

    /// Some cases: mostly procedures, and some monitors of all messages.
    func drawn(seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed, purpose: "cases")
        let some = { (ids: [String], count: Int) in Array(ids.shuffled(using: &generator).prefix(count)) }
        return some(procedures, 10) + some(monitors, 10)
    }

    /// The values of the accessory that a tester can write and restore.
    func writable(at server: AccessoryServer) -> [CharacteristicID: JSON] {
        var core = server.snapshot()
        let database = AttributeDatabase(core.database(on: ConnectionID(number: 0)))
        var values: [CharacteristicID: JSON] = [:]
        for place in database.places where catalogue.stores(place.characteristic) {
            guard place.characteristic.has(.pairedRead), place.characteristic.has(.pairedWrite) else { continue }
            values[place.id] = core.value(of: place.id)
        }
        return values
    }

    /// What differs from the state before the run, in words, without what these debts name.
    func left(
        at server: AccessoryServer,
        _ before: [CharacteristicID: JSON],
        besides debts: [Ledger.Debt]
    ) -> [String] {
        let after = writable(at: server)
        let values = before.keys.sorted().filter { id in
            before[id] != after[id]
                && !debts.contains {
                    $0.kind == .value && $0.body["aid"]?.uint64Value == id.aid && $0.body["iid"]?.uint64Value == id.iid
                }
        }
        let pairings = server.snapshot().state.pairings.map { String(decoding: $0.identifier, as: UTF8.self) }
        let unnamed = pairings.filter { name in
            !debts.contains { $0.kind == .pairing && $0.body["identifier"]?.stringValue == name }
        }
        return values.map { "the value of \($0)" } + unnamed.map { "the pairing of \($0)" }
    }
}

extension Case {
    fileprivate var isProcedure: Bool {
        if case .procedure = body { return state.resetBy == nil }
        return false
    }

    fileprivate var isMonitor: Bool {
        if case .monitor = body { return true }
        return false
    }
}
