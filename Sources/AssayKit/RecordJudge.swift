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

    /// The accessories with what is wrong with their records.
    func accessories(_ services: [DiscoveredService]) -> [AdvertisedAccessory] {
        services.map { accessory($0, among: services) }
    }

    private func accessory(_ found: DiscoveredService, among services: [DiscoveredService]) -> AdvertisedAccessory {
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
            obstacles: found.obstacles(among: services),
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
    /// Why a controller cannot connect to it, or cannot tell it from others, as sentences without a full stop.
    fileprivate func obstacles(among services: [DiscoveredService]) -> [String] {
        var obstacles: [String] = []
        if port == 0 { obstacles.append("the SRV record has port 0, to which no controller can connect") }
        if !hasAddressRecord {
            obstacles.append("no A or AAAA record has an address of \(host); the address is that of the sender")
        }
        // A service of the same name is this one, on another interface or at its earlier port.
        let others = services.filter { other in
            other.transport == transport && other.advertisement.name != advertisement.name
                && advertisement.deviceID != nil
                && other.advertisement.deviceID?.uppercased() == advertisement.deviceID?.uppercased()
        }
        if !others.isEmpty {
            let names = Excerpt.texts(others.map { "\($0.advertisement.name), \($0.host)" }).joined(separator: "; ")
            obstacles.append("another service advertises the same device id: \(names)")
        }
        let namesakes = services.filter { other in
            other.transport == transport && other.advertisement.name == advertisement.name
                && other.advertisement.deviceID?.uppercased() != advertisement.deviceID?.uppercased()
        }
        if !namesakes.isEmpty {
            let ids = Excerpt.texts(namesakes.map { $0.advertisement.deviceID ?? "no device id" })
            obstacles.append("another accessory advertises the same name: \(ids.joined(separator: ", "))")
        }
        return obstacles
    }

    /// Its addresses with the port, as users write them.
    var destinations: [String] {
        let scheme = transport == .thread ? ThreadTransport.scheme : ""
        return addresses.map { scheme + SocketDialer(host: $0.description, port: port).destination }
    }
}
