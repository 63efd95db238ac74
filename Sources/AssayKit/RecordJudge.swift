import HAPController
import HAPModel
import Judge
import Links
import Measurement
import Observations
import Reporting
import RunRecord
import Runner
import SuiteLanguage

/// Judges what an accessory advertises with the cases of the suites that need nothing else.
struct RecordJudge: Sendable {
    private let suites: Suites
    private let cases: [Case]

    init(_ suites: Suites) {
        self.suites = suites
        cases = suites.library.cases.filter { item in
            guard case .document(let document) = item.body else { return false }
            return document.snapshots == ["advertisement"]
        }
    }

    /// The accessory with what is wrong with its records.
    func accessory(_ found: DiscoveredService) -> AdvertisedAccessory {
        let advertisement = found.advertisement
        return AdvertisedAccessory(
            name: advertisement.name,
            transport: found.transport,
            addresses: found.destinations,
            host: found.host,
            deviceID: advertisement.deviceID,
            category: advertisement.category,
            categoryName: advertisement.category.flatMap { suites.catalogue.category($0)?.name },
            isPaired: advertisement.isPaired,
            text: found.values,
            findings: findings(advertisement, over: found.transport)
        )
    }

    private func findings(_ advertisement: Advertisement, over transport: TransportKind) -> [Finding] {
        let element = AdvertisementElement(advertisement, payload: nil)
        let journal = Journal(clock: .system)
        journal.record(.snapshot, ["name": "advertisement", "advertisement": .array([element.json]), "evidence": []])
        let capabilities = Capabilities(
            transport: transport.rawValue,
            database: AttributeDatabase(.null),
            isUnknown: "the attribute database was not read",
            catalogue: suites.catalogue,
            mayActuate: false,
            mayDestroy: false,
            hasSetupCode: false,
            stimuli: [],
            advertised: element.facts
        )
        let planner = Planner(library: suites.library, capabilities: capabilities, seed: 1)
        let plan = planner.plan(Selection(patterns: cases.map(\.id)))
        let judge = Judge(library: suites.library)
        let facts = RunFacts(journal.events)
        return plan.instances.flatMap { judge.verdict(of: $0, events: [], run: facts).findings }
    }
}

extension DiscoveredService {
    /// Its addresses with the port, as users write them.
    var destinations: [String] {
        let scheme = transport == .thread ? ThreadTransport.scheme : ""
        return addresses.map { scheme + SocketDialer(host: $0.description, port: port).destination }
    }
}
