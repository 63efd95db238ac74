import HAPModel
import Measurement

/// The instances of a case: the characteristics and rows that it runs with.
extension Planner {
    /// Why instances are skipped that a run may carry out only if its user allows it.
    static let whyBarred =
        "it writes a characteristic that may move, lock, arm, heat, cool, blow or water something, or switch power; "
        + "allow it with --actuate, or its service with `actuate` in the profile"

    /// An instance for each target and row of the case, and a skip for each of them that it can't run with.
    func instances(of item: Case) -> ([Instance], [Plan.Skip]) {
        var instances: [Instance] = []
        var skips: [Plan.Skip] = []
        let leavesOut = inapplicable(item.allProves + item.rowProves)
        let softens = softened(item.allProves + item.rowProves)
        for (target, bound, obstacle) in targets(of: item) {
            if let obstacle {
                let name = target.map { "\(item.id)[\($0); over=\(transportNames)]" } ?? item.id
                let subject = target == nil && obstacle.isInapplicable ? whyAbsent(item.proves) : nil
                skips.append(
                    Plan.Skip(
                        name: name,
                        caseID: item.id,
                        reason: subject ?? obstacle.reason,
                        isUnjudged: obstacle.isUnjudged,
                        isInapplicable: obstacle.isInapplicable
                    )
                )
                continue
            }
            for (row, reason) in rows(of: item, bound) {
                var instance = Instance(
                    caseID: item.id,
                    target: target,
                    row: row?.label,
                    transport: capabilities.transport,
                    characteristics: bound.mapValues(\.id),
                    rowValue: row?.value,
                    rowProves: row?.proves ?? [],
                    leavesOut: leavesOut.map(\.id),
                    softens: softens
                )
                instance.others = companions.map(\.transport)
                let barred = leavesOut.first { row?.proves == [$0.id] }?.reason
                if let reason = reason ?? barred {
                    skips.append(
                        Plan.Skip(name: instance.name, caseID: item.id, reason: reason, isInapplicable: true)
                    )
                } else if let omission = capabilities.omission(of: instance.name) {
                    skips.append(Plan.Skip(name: instance.name, caseID: item.id, reason: omission))
                } else {
                    instances.append(instance)
                }
            }
        }
        return (instances, skips)
    }

    /// What the accessory has none of, if none of the requirements applies to it: this is clearer than what a filter of characteristics
    /// says.
    private func whyAbsent(_ ids: [String]) -> String? {
        var reasons: [String] = []
        for id in ids {
            guard let requirement = library.requirements[id],
                case .no(let reason) = library.applicability.holds(requirement.applies, for: capabilities)
            else { return nil }
            reasons.append(reason)
        }
        return reasons.first
    }

    /// The case once more in the session of a regular controller, for the first characteristic and each row: an
    /// accessory may have a fault only in a second session, or only for controllers without admin rights.
    func instancesByUser(of item: Case, _ instances: [Instance]) -> [Instance] {
        let reserved = Set(capabilities.found.filter(\.isForAdmins).map(\.id))
        guard item.holdsForUsers, reserved.isEmpty || !item.namesAll else { return [] }
        var rows: Set<String?> = []
        return instances.compactMap { instance in
            guard reserved.isDisjoint(with: instance.characteristics.values), rows.insert(instance.row).inserted
            else { return nil }
            var copy = instance
            copy.isByUser = true
            return copy
        }
    }

    private typealias Target = (label: String?, bound: [String: FoundCharacteristic], obstacle: Obstacle?)

    /// What prevents a case from running on a characteristic.
    private enum Obstacle {
        case absent(String)
        case barred
        case ambiguous(CharacteristicID)
        case unreachable(CharacteristicID)

        var reason: String {
            switch self {
            case .absent(let reason): reason
            case .barred: Planner.whyBarred
            case .ambiguous(let id):
                "the attribute database has several characteristics with the ID \(id), so that a request cannot name one of them"
            case .unreachable(let id):
                "the bridge cannot reach the accessory with the aid \(id.aid): reads of it have the status -70402"
            }
        }

        var isUnjudged: Bool { if case .ambiguous = self { true } else { false } }
        var isInapplicable: Bool { if case .absent = self { true } else { false } }
    }

    private func targets(of item: Case) -> [Target] {
        switch item.body {
        case .procedure: break
        case .document, .monitor: return [(nil, [:], nil)]
        }
        let writes = item.steps.writes(library.vocabulary)
        switch item.binding {
        case .none: return [(nil, [:], nil)]
        case .each(let filter, let names):
            let found = capabilities.matches(filter)
            let varied = item.needsOtherValue(of: ["it"] + names.map(\.name))
            let matches = varied.contains("it") ? found.filter { !$0.hasOneValue } : found
            if matches.isEmpty { return [(nil, [:], .absent(absence(of: filter, isVaried: !found.isEmpty)))] }
            var ambiguous: Set<CharacteristicID> = []
            var unreachable: Set<UInt64> = []
            return matches.compactMap { found in
                if capabilities.unreachable.contains(found.id) {
                    // One skip tells as much as one for each characteristic of the accessory.
                    guard unreachable.insert(found.id.aid).inserted else { return nil }
                    return (found.label, ["it": found], .unreachable(found.id))
                }
                if capabilities.isAmbiguous(found) {
                    // There may be thousands with the same ID, for which nothing else can be said.
                    guard ambiguous.insert(found.id).inserted else { return nil }
                    return (found.label, ["it": found], .ambiguous(found.id))
                }
                let barred = writes.contains("it") && capabilities.isBarred(found)
                if barred { return (found.label, ["it": found], .barred) }
                let (bound, obstacle) = choices(names, beside: ["it": found], writes, varied)
                return (found.label, bound, obstacle)
            }
        case .one(let names):
            let plain = names.map(\.name).filter { $0 == "it" } + names.map(\.name).filter { $0 != "it" }
            let varied = item.needsOtherValue(of: plain)
            let (bound, obstacle) = choices(names, beside: [:], writes, varied, spread: item.spread)
            if let obstacle { return [(nil, [:], obstacle)] }
            return [(names.compactMap { bound[$0.name]?.label }.joined(separator: "+"), bound, nil)]
        }
    }

    /// A different characteristic for each name; or the reason why there is none for one of them.
    ///
    /// - Parameters:
    ///   - varied: the names of those of which the case needs another value than the present one.
    ///   - spread: which of the matches it takes.
    private func choices(
        _ names: [Binding.NamedFilter],
        beside bound: [String: FoundCharacteristic],
        _ writes: Set<String>,
        _ varied: Set<String>,
        spread: Int = 0
    ) -> (bound: [String: FoundCharacteristic], obstacle: Obstacle?) {
        guard let (name, filter) = names.first else { return (bound, nil) }
        let rest = Array(names.dropFirst())
        let others = capabilities.matches(filter).filter { found in
            !bound.contains { other, chosen in
                chosen.id == found.id || chosen.isCoupled(to: found) && !filter.wantsService(of: other)
            } && filter.relates(found, to: bound)
        }
        let free = varied.contains(name) ? others.filter { !$0.hasOneValue } : others
        guard !free.isEmpty else {
            let used = Set(bound.values.map(\.id))
            let areCoupled = others.isEmpty && capabilities.matches(filter).contains { !used.contains($0.id) }
            let reason = absence(
                of: filter,
                isFurther: !bound.isEmpty,
                isVaried: !others.isEmpty,
                areCoupled: areCoupled && filter.relations.isEmpty
            )
            return (bound, .absent(reason))
        }
        let reachable = free.filter { !capabilities.unreachable.contains($0.id) }
        guard !reachable.isEmpty else { return (bound, .unreachable(free[0].id)) }
        let harmless = reachable.filter { !(writes.contains(name) && capabilities.isBarred($0)) }
        guard let first = harmless.first else { return (bound, .barred) }
        let usable = harmless.filter { !capabilities.isAmbiguous($0) }
        guard !usable.isEmpty else { return (bound, .ambiguous(first.id)) }
        let preferred = filter.preferred(of: usable, beside: bound, catalogue: capabilities.catalogue)
        let start = spread % preferred.count
        // Another one than the first may be the only one that has what the next names need beside it.
        let decides = rest.contains { $0.filter.relations.contains { $0.name == name } }
        let candidates = decides ? Array(preferred[start...] + preferred[..<start]) : [preferred[start]]
        var obstacle: Obstacle?
        for candidate in candidates {
            var bound = bound
            bound[name] = candidate
            let (all, failure) = choices(rest, beside: bound, writes, varied, spread: spread)
            guard let failure else { return (all, nil) }
            obstacle = obstacle ?? failure
        }
        return (bound, obstacle)
    }

    /// Why a case has no characteristic to run on.
    ///
    /// - Parameters:
    ///   - isVaried: whether there are some, but each accepts one value only.
    ///   - areCoupled: whether there are some, but each may change when one of the others is written.
    private func absence(
        of filter: CharacteristicFilter,
        isFurther: Bool = false,
        isVaried: Bool = false,
        areCoupled: Bool = false
    ) -> String {
        let wanted = filter.words(capabilities.catalogue, isFurther: isFurther)
        let several = isVaried ? ", and one that accepts several values" : ""
        let apart = areCoupled ? ", and one that does not depend on the others" : ""
        return "it needs \(wanted)\(several)\(apart); this accessory has none"
    }

    /// The case's rows for the bound characteristics. A row without a value is skipped with a reason.
    private func rows(of item: Case, _ bound: [String: FoundCharacteristic]) -> [(row: Rows.Row?, skip: String?)] {
        switch item.rows {
        case .none: return [(nil, nil)]
        // Rows for other transports are not listed as skipped.
        case .listed(let rows): return rows.filter { $0.over.includes(capabilities.transport) }.map { ($0, nil) }
        case .boundary(let words):
            guard let found = bound["it"] ?? bound.min(by: { $0.key < $1.key })?.value else { return [] }
            let random = SeededGenerator(seed: seed, purpose: item.id)
            let generator = ValueGenerator(found.characteristic, catalogue: capabilities.catalogue, random: random)
            let transport = library.vocabulary.transport(capabilities.transport)
            return words.compactMap { word in
                guard library.vocabulary.value(word)?.over.includes(capabilities.transport) ?? true else { return nil }
                let value = generator.boundary(word)
                if transport?.values == .binary, let value, !generator.canBeBytes(value) { return nil }
                let row = Rows.Row(label: word, value: value ?? .null, proves: [])
                return (row, value == nil ? "the characteristic has no value of this kind" : nil)
            }
        }
    }
}

extension Case {
    /// The waits, in seconds, that are worth another name of the instance.
    private static let longWait = 2.0

    /// Which of several matching characteristics the case takes: cases that wait are spread over them, so that they can
    /// wait at the same time. It depends only on the id, so that the names of instances stay the same.
    fileprivate var spread: Int {
        guard waitsUnnoticed, state.seconds >= Self.longWait else { return 0 }
        return Int(id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 8)
    }
}
