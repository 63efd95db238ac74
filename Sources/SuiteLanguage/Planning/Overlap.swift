package import HAPModel

/// Finds the instances that can wait at the same time, because they do not disturb each other, and the order in which they
/// begin.
package struct Overlap: Sendable {
    private let library: SuiteLibrary
    private let linked: LinkedStates

    /// - Parameter database: the services of the accessory, of which a state may follow that of another one.
    package init(_ library: SuiteLibrary, _ database: AttributeDatabase) {
        self.library = library
        linked = LinkedStates(database)
    }

    /// The sessions that an accessory must support at the same time (HAP-HTTP-001).
    package static let sessions = 8

    /// Divides a plan into groups. The instances of a group begin in its order, each as soon as it ``fits(_:beside:)``
    /// those that are in progress. An instance that must be carried out alone is a group of its own.
    ///
    /// An instance may be moved before others: it needs only the tester's pairing, which exists there, and leaves nothing
    /// behind.
    package func groups(_ instances: [Instance]) -> [[Instance]] {
        var waiting: [String: [Instance]] = [:]
        for instance in instances where footprint(of: instance) != nil {
            waiting[instance.transport, default: []].append(instance)
        }
        return instances.compactMap { instance in
            guard footprint(of: instance) != nil else { return [instance] }
            return waiting.removeValue(forKey: instance.transport).map(ordered)
        }
    }

    /// Whether the instance can begin while others are in progress.
    package func fits(_ instance: Instance, beside others: [Instance]) -> Bool {
        guard let own = footprint(of: instance) else { return others.isEmpty }
        return fits(own, others.compactMap { footprint(of: $0) })
    }

    /// Whether an instance whose silence is over can go on while others are in progress. Those that are silent notice nothing, but
    /// have their sessions.
    package func fitsAfterSilence(_ instance: Instance, beside others: [Instance], silent: [Instance]) -> Bool {
        guard !others.isEmpty else { return true }
        guard let own = footprint(of: instance, \.stepsAfterSilence) else { return false }
        let (active, quiet) = (others.compactMap { footprint(of: $0) }, silent.compactMap { footprint(of: $0) })
        return !active.contains(where: own.disturbs) && sessions(of: active + quiet + [own]) <= Self.sessions
    }

    /// The seconds of waiting that groups save, of the longest waits or of the likely ones.
    func savedSeconds(_ groups: [[Instance]], of wait: KeyPath<Footprint, Double>) -> Double {
        groups.filter { $0.count > 1 }.reduce(0) { saved, group in
            let footprints = group.compactMap { footprint(of: $0) }
            var lanes = Lanes()
            for footprint in footprints {
                while !fits(footprint, lanes.inProgress) { lanes.advance() }
                lanes.begin(footprint, seconds: footprint[keyPath: wait])
            }
            return saved + footprints.reduce(0) { $0 + $1[keyPath: wait] } - lanes.end
        }
    }

    /// The order in which instances begin: always the one that needs a characteristic for the longest time among those that fit.
    /// Instances by a regular controller come last, because they repeat others.
    private func ordered(_ instances: [Instance]) -> [Instance] {
        var order: [Instance] = []
        var lanes = Lanes()
        for isByUser in [false, true] {
            var left = instances.filter { $0.isByUser == isByUser }
                .compactMap { instance in footprint(of: instance).map { (instance: instance, footprint: $0) } }
            left.sort { ($1.footprint.weight, $0.instance.name) < ($0.footprint.weight, $1.instance.name) }
            while !left.isEmpty {
                let next = left.firstIndex { fits($0.footprint, lanes.inProgress) }
                guard let next else {
                    lanes.advance()
                    continue
                }
                let (instance, footprint) = left.remove(at: next)
                lanes.begin(footprint, seconds: footprint.seconds)
                order.append(instance)
            }
        }
        return order
    }

    private func fits(_ footprint: Footprint, _ others: [Footprint]) -> Bool {
        others.isEmpty
            || !others.contains(where: footprint.disturbs) && sessions(of: others + [footprint]) <= Self.sessions
    }

    /// The sessions of instances, with that of the tester itself and that of the regular controller.
    private func sessions(of footprints: [Footprint]) -> Int {
        footprints.reduce(footprints.contains(where: \.isByUser) ? 2 : 1) { $0 + $1.sessions }
    }

    private func footprint(
        of instance: Instance,
        _ steps: KeyPath<Case, ArraySlice<Step>> = \.stepsBesideOthers
    ) -> Footprint? {
        library.case(instance.caseID).flatMap { item in
            Footprint(instance, of: item, item[keyPath: steps], library.vocabulary, linked)
        }
    }

    /// Instances in progress, by the times for which they wait.
    private struct Lanes {
        private var now = 0.0
        private var running: [(end: Double, footprint: Footprint)] = []
        /// When the last instance ends.
        private(set) var end = 0.0

        var inProgress: [Footprint] { running.map(\.footprint) }

        mutating func begin(_ footprint: Footprint, seconds: Double) {
            running.append((now + seconds, footprint))
            end = max(end, now + seconds)
        }

        /// Waits until the next instance ends.
        mutating func advance() {
            now = running.map(\.end).min() ?? now
            running.removeAll { $0.end <= now }
        }
    }
}
