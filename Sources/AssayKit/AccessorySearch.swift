import HAPController
import HAPModel
import Judge
package import Links
import MarkedYAML
package import Measurement
package import Reporting
import RunRecord
import Runner
import SuiteLanguage

/// Searches networks for accessories, over multicast DNS.
package struct AccessorySearch: Sendable {
    private let browser: ServiceBrowser
    private let clock: MonotonicClock
    /// How many networks there are.
    private let networks: Int

    /// - Parameter access: the networks to search.
    /// - Throws: ``SetupError`` if the system does not list its network interfaces.
    package init(over access: any NetworkAccess, clock: MonotonicClock = .system) async throws(SetupError) {
        self.clock = clock
        do throws(LinkError) {
            let interfaces = try await access.interfaces()
            networks = interfaces.count
            browser = ServiceBrowser(
                interfaces.map { ServiceBrowser.Network(access.network(at: $0), interface: $0) },
                clock: clock
            )
        } catch {
            throw SetupError(.unreachable, error.message)
        }
    }

    /// All accessories that respond.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for responses.
    ///   - suites: judge the records.
    /// - Throws: ``SetupError`` if no network can be searched.
    package func accessories(
        within patience: Duration,
        _ suites: Suites
    ) async throws(SetupError) -> (complete: [AdvertisedAccessory], incomplete: [IncompleteAdvertisement]) {
        let found = await browser.browse(until: clock.deadline(in: patience))
        try check(found.services, found.failures)
        return (RecordJudge(suites).accessories(found.services), found.incomplete.map(IncompleteAdvertisement.init))
    }

    /// Reports each change until the task is cancelled, or until no network is left.
    ///
    /// - Returns: why no network can be searched any more; `nil` if one can.
    package func watch(
        _ suites: Suites,
        onChange: @escaping @Sendable (DiscoveryChange) -> Void
    ) async -> SetupError? {
        let records = RecordJudge(suites)
        let shown = ShownAccessories()
        let end = await browser.browse(until: Moment(nanoseconds: .max), listening: .toEverything) { services in
            for change in shown.update(records.accessories(services)) { onChange(change) }
            return false
        }
        // Accessories that were found before do not make up for it.
        do throws(SetupError) { try check([], end.failures) } catch { return error }
        return nil
    }

    /// The address of the accessory with this name or Device ID; over IP, if it is reached over IP and Thread.
    ///
    /// It could be offered over IP, too, so one that is only reached over Thread takes the whole time of the search.
    ///
    /// - Throws: ``SetupError`` if it does not respond in time, or if several accessories have the name.
    package func address(of identity: AdvertisedIdentity) async throws(SetupError) -> String {
        let end = await browser.browse(until: clock.deadline(in: Self.patience)) { services in
            services.contains { Self.fits($0, identity) && $0.transport == .ip && !$0.addresses.isEmpty }
        }
        var services = end.services
        if services.contains(where: { Self.fits($0, identity) }) {
            let others = await browser.browse(until: clock.deadline(in: Self.patienceForOthers))
            let renewed = Set(others.services.map(Self.name))
            services = services.filter { !renewed.contains(Self.name($0)) } + others.services
        }
        let found = services.filter { Self.fits($0, identity) && !$0.addresses.isEmpty }
        try checkThatOne(found, fits: identity)
        if let address = (found.first { $0.transport == .ip } ?? found.first)?.destinations.first { return address }
        try check(services, end.failures)
        // An accessory over IP and Thread is named once.
        let names = services.map(\.advertisement).map { "\($0.name) (\($0.deviceID ?? "no device id"))" }
            .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        // With the right name it is the Device ID that is wrong.
        let advertised = services.map(\.advertisement.name)
        let near = advertised.contains(identity.name ?? "") ? [] : NearNames(advertised).near(identity.name ?? "")
        let hint = NearNames.question(near.map { "`\($0)`" }).map { "\($0) Found: " } ?? "found: "
        let others =
            names.isEmpty
            ? "no accessory responded; name it by --address if multicast DNS does not reach it"
            : hint + names.joined(separator: ", ")
        let options = identity.options.joined(separator: " ")
        let isDoubtful = identity.deviceID != nil && !names.isEmpty
        let reset = isDoubtful ? "; a factory reset gives an accessory another Device ID" : ""
        throw SetupError(
            .unreachable,
            "no accessory with \(options) responded within \(Self.patience.components.seconds) s; \(others)\(reset)"
        )
    }

    /// How long an accessory may take to respond.
    private static let patience = Duration.seconds(4)
    /// How long others of the same name or Device ID may take: a responder delays its answer by 120 ms at most (RFC 6762 6),
    /// and a network with devices that save power delays it further.
    private static let patienceForOthers = Duration.seconds(1)

    /// The name of a service with its transport: the later of two records with one name counts.
    private static func name(_ service: DiscoveredService) -> String {
        "\(service.transport) \(service.advertisement.name)"
    }

    /// A run must not change an accessory that its user did not mean.
    private func checkThatOne(
        _ found: [DiscoveredService],
        fits identity: AdvertisedIdentity
    ) throws(SetupError) {
        // One accessory may be reached over IP and Thread. Two places over IP are two accessories, also if one image gave them one ID.
        let overIP = found.filter { $0.transport == .ip }
        var seen: Set<String> = []
        let accessories = (overIP.isEmpty ? found : overIP).filter { one in
            let place = "\(one.host.lowercased()):\(one.port)"
            return seen.insert(overIP.isEmpty ? one.advertisement.deviceID?.uppercased() ?? place : place).inserted
        }
        guard accessories.count > 1 else { return }
        let places = accessories.map { one in
            "\(one.advertisement.deviceID ?? "no device id") at \(one.destinations.first ?? "no address")"
        }
        let options = identity.options.joined(separator: " ")
        throw SetupError(
            .wrongArgument,
            "\(accessories.count) accessories have \(options): \(places.joined(separator: ", ")); name one by \(identity.deviceID == nil ? "--device-id or --address" : "--address")"
        )
    }

    private static func fits(_ service: DiscoveredService, _ identity: AdvertisedIdentity) -> Bool {
        let advertisement = service.advertisement
        return identity.matches(name: advertisement.name, deviceID: advertisement.deviceID)
    }

    private func check(_ services: [DiscoveredService], _ failures: [String]) throws(SetupError) {
        // The last one ended the search. An interface that cannot be searched from the start, such as `lo` over IPv6, is
        // the usual case.
        guard services.isEmpty, let failure = failures.last else { return }
        guard failures.count >= networks else { return }
        throw SetupError(.unreachable, "no network can be searched over multicast DNS: \(failure)")
    }
}
