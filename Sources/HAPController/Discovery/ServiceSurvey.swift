import DNSWire
import Links
import Measurement
import Synchronization

/// The services that all networks of a search have shown so far.
final class ServiceSurvey: Sendable {
    private struct State {
        var caches: [ServiceCache]
        var failures: [String] = []
        var told: [DiscoveredService] = []
    }

    private let clock: MonotonicClock
    private let onChange: @Sendable ([DiscoveredService]) -> Bool
    private let state: Mutex<State>

    init(
        of interfaces: [IPAddress],
        clock: MonotonicClock,
        onChange: @escaping @Sendable ([DiscoveredService]) -> Bool
    ) {
        self.clock = clock
        self.onChange = onChange
        state = Mutex(State(caches: interfaces.map { ServiceCache(interface: $0) }))
    }

    /// The services in the order of their names, each accessory once.
    var services: [DiscoveredService] { state.withLock { services(of: $0) } }

    /// The services of which no network has shown all records, each once.
    var incomplete: [IncompleteService] {
        state.withLock { state in
            var seen = Set(services(of: state).map(\.service.name))
            return state.caches.flatMap { $0.incomplete(at: clock.now) }.filter { seen.insert($0.name).inserted }
        }
    }

    /// Why networks could not be searched.
    var failures: [String] { state.withLock { $0.failures } }

    func fail(_ message: String) { state.withLock { $0.failures.append(message) } }

    /// The moment at which the next service of the network expires.
    func expiry(of network: Int) -> Moment? { state.withLock { $0.caches[network].nextExpiry } }

    /// Changes what is known of a network, and reports services that have changed.
    ///
    /// - Returns: whether the search is over.
    func update(_ network: Int, _ change: (inout ServiceCache) -> Void = { _ in }) -> Bool {
        // Reports are made under the lock, so they are in order.
        state.withLock { state in
            change(&state.caches[network])
            let services = services(of: state)
            guard services != state.told else { return false }
            state.told = services
            return onChange(services)
        }
    }

    private func services(of state: State) -> [DiscoveredService] {
        var merged: [DiscoveredService] = []
        for service in state.caches.flatMap({ $0.services(at: clock.now) }) {
            guard let index = merged.firstIndex(where: { $0.isSame(service) }) else {
                merged.append(service)
                continue
            }
            merged[index].addresses += service.addresses.filter { !merged[index].addresses.contains($0) }
        }
        return merged.sorted { one, other in
            guard one.service.instance == other.service.instance else {
                return one.service.instance.lexicographicallyPrecedes(other.service.instance)
            }
            // An accessory has the same name over each of its transports.
            let (type, otherType) = (one.service.type.description, other.service.type.description)
            return (type, one.host) < (otherType, other.host)
        }
    }
}
