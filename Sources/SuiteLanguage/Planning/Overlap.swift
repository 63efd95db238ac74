/// Finds the instances that can wait at the same time, because they do not disturb each other.
package struct Overlap: Sendable {
    private let library: SuiteLibrary

    package init(_ library: SuiteLibrary) {
        self.library = library
    }

    /// The sessions that an accessory must support at the same time (HAP-HTTP-001).
    private static let sessions = 8

    /// Divides a plan into groups, whose instances can be carried out at the same time. An instance that must be carried
    /// out alone is a group of its own.
    ///
    /// An instance may be moved before others: it needs only the tester's pairing, which exists there, and leaves nothing
    /// behind. The groups of a plan that is made of groups are these groups.
    package func groups(_ instances: [Instance]) -> [[Instance]] {
        var left = instances.map { (instance: $0, footprint: footprint(of: $0)) }[...]
        var groups: [[Instance]] = []
        while let first = left.popFirst() {
            var group = [first.instance]
            guard var used = first.footprint.map({ [$0] }) else {
                groups.append(group)
                continue
            }
            // Instances that wait equally long save the most time.
            let wait = used[0].seconds
            let candidates = left.indices.compactMap { index in left[index].footprint.map { (index, $0) } }
                .sorted { (abs($0.1.seconds - wait), $0.0) < (abs($1.1.seconds - wait), $1.0) }
            var taken: Set<Int> = []
            for (index, footprint) in candidates where !used.contains(where: footprint.disturbs) {
                guard sessions(of: used + [footprint]) <= Self.sessions else { continue }
                used.append(footprint)
                group.append(left[index].instance)
                taken.insert(index)
            }
            left = left.indices.filter { !taken.contains($0) }.map { left[$0] }[...]
            groups.append(group)
        }
        return groups
    }

    /// The seconds of waiting that groups save: in each, only the longest wait counts.
    func savedSeconds(_ groups: [[Instance]]) -> Double {
        groups.filter { $0.count > 1 }.reduce(0) { saved, group in
            let waits = group.compactMap { library.case($0.caseID)?.state.seconds }
            return saved + waits.reduce(0, +) - (waits.max() ?? 0)
        }
    }

    /// The sessions of a group, with that of the tester itself and that of the regular controller.
    private func sessions(of group: [Footprint]) -> Int {
        group.reduce(group.contains(where: \.isByUser) ? 2 : 1) { $0 + $1.sessions }
    }

    private func footprint(of instance: Instance) -> Footprint? {
        library.case(instance.caseID).flatMap { Footprint(instance, of: $0, library.vocabulary) }
    }
}
