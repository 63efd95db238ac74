import HAPModel
import Measurement

/// Makes a plan from cases and the accessory's capabilities.
package struct Planner: Sendable {
    let library: SuiteLibrary
    /// The accessory over the transport for which instances are planned.
    var capabilities: Capabilities
    /// The accessory over the other transports that the instances use.
    var companions: [Capabilities] = []
    /// The accessory over each transport, the tester's own first.
    let reaches: [Capabilities]
    let seed: UInt64

    /// - Parameter further: the accessory over its other transports.
    package init(library: SuiteLibrary, capabilities: Capabilities, further: [Capabilities] = [], seed: UInt64) {
        self.library = library
        self.seed = seed
        let offered = ([capabilities] + further).map(\.transport)
        reaches = ([capabilities] + further).map { reach in
            var reach = reach
            reach.offered = offered
            return reach
        }
        self.capabilities = reaches[0]
    }

    /// Plans the selected cases, in an order that ``InstanceOrder`` finds.
    ///
    /// - Parameter orderSeed: the seed of a different order, as far as states allow it; `nil` keeps that of the
    ///   suites.
    /// - Parameter rounds: how often each procedure runs.
    /// - Parameter isSequential: whether no instances wait at the same time, which changes the cost, not the order.
    package func plan(
        _ selection: Selection,
        orderSeed: UInt64? = nil,
        rounds: Int = 1,
        isSequential: Bool = false
    ) -> Plan {
        var plan = Plan()
        var entries: [InstanceOrder.Entry] = []
        // They come last, because the regular controller is paired only for them.
        var entriesOfUser: [InstanceOrder.Entry] = []
        for item in library.cases where selection.selects(item, in: library) {
            let planned = planned(item)
            if let skip = planned.skip {
                // A selection by characteristic never includes cases without characteristics.
                if selection.characteristics.isEmpty { plan.skips.append(skip) }
                continue
            }
            let (instances, skips) = (planned.instances, planned.skips)
            plan.skips += skips.filter { selection.selects(instance: $0.name) }
            let selected = instances.filter { selection.selects(instance: $0.name) }
            for instance in selected.flatMap({ item.isProcedure ? $0.repeated(rounds) : [$0] }) {
                let entry = InstanceOrder.Entry(
                    instance: instance,
                    contract: item.state,
                    isMonitor: item.isMonitor,
                    restarts: item.restarts
                )
                if instance.isByUser { entriesOfUser.append(entry) } else { entries.append(entry) }
                plan.cost.pairings += item.state.pairings
                plan.cost.tries += item.state.tries
                plan.cost.seconds += item.state.seconds
            }
        }
        if let orderSeed {
            var generator = SeededGenerator(seed: orderSeed, purpose: "order")
            entries.shuffle(using: &generator)
            entriesOfUser.shuffle(using: &generator)
        }
        // With a setup code, the run pairs at its start; otherwise it needs a kept pairing.
        let order = InstanceOrder(entries + entriesOfUser, from: InstanceOrder.State(isPaired: true))
        let overlap = Overlap(library)
        let groups = overlap.groups(order.ordered)
        plan.instances = groups.flatMap(\.self)
        plan.groups = groups
        if !isSequential, groups.count < plan.instances.count {
            plan.cost.overlappedSeconds = plan.cost.seconds - overlap.savedSeconds(groups)
        }
        if plan.instances.isEmpty, plan.skips.isEmpty {
            plan.near = selection.characteristics.flatMap(capabilities.found.labels)
        }
        plan.cost.ownPairSetups = order.ownPairSetups + (capabilities.hasSetupCode ? 1 : 0)
        return plan
    }

    /// Why a case is skipped as a whole; `nil` if it is not.
    func skip(_ item: Case) -> Plan.Skip? {
        func skip(_ reason: String, isUnjudged: Bool = false, isInapplicable: Bool = false) -> Plan.Skip {
            Plan.Skip(
                name: item.id,
                caseID: item.id,
                reason: reason,
                isUnjudged: isUnjudged,
                isInapplicable: isInapplicable
            )
        }
        if let omission = capabilities.omission(of: item.id) { return skip(omission) }
        guard item.over.includes(capabilities.transport) else {
            return skip(
                "it is for \(Spoken.words(item.over.names ?? [])), not for \(capabilities.transport)",
                isInapplicable: true
            )
        }
        if item.state.isDestructive, let reason = capabilities.barsDestruction { return skip(reason) }
        if item.state.needs == .unpaired, !capabilities.hasSetupCode {
            return skip(capabilities.keepsPairing ? Capabilities.keptPairing : Capabilities.noSetupCode)
        }
        for stimulus in item.stimuli.sorted() where !capabilities.stimuli.contains(stimulus) {
            return skip(Capabilities.absence(ofStimulus: stimulus))
        }
        let absences = item.snapshots(library.vocabulary).sorted().flatMap { name in
            ([capabilities] + companions).compactMap { $0.absence(ofSnapshot: name) }
        }
        if let reason = absences.first { return skip(reason) }
        let reasons = inapplicable(item.allProves + item.rowProves)
        let applies = reasons.count < Set(item.allProves + item.rowProves).count
        if let unknown = capabilities.isUnknown, !applies || item.isAboutCharacteristics {
            return skip(unknown, isUnjudged: true)
        }
        return applies ? nil : reasons.first.map { skip($0.reason, isInapplicable: true) }
    }

    /// The requirements that do not apply to the accessory, or may not, with the reasons.
    private func inapplicable(_ ids: [String]) -> [(id: String, reason: String)] {
        var list: [(id: String, reason: String)] = []
        for id in ids where !list.contains(where: { $0.id == id }) {
            guard let requirement = library.requirements[id] else { continue }
            let used = [capabilities.transport] + companions.map(\.transport)
            if let other = used.first(where: { !library.holds(requirement, over: $0) }) {
                list.append((id, "\(id) is not for \(other)"))
                continue
            }
            switch library.applicability.holds(requirement.applies, for: capabilities) {
            case .yes, .perhaps: continue
            case .no(let reason): list.append((id, reason))
            case .unknown(let missing): list.append((id, missing))
            }
        }
        return list
    }

    /// The requirements that may not apply to the accessory, so that a violation only warns.
    private func softened(_ ids: [String]) -> [String] {
        Set(ids).filter { id in
            guard let requirement = library.requirements[id] else { return false }
            return library.applicability.holds(requirement.applies, for: capabilities) == .perhaps
        }.sorted()
    }

    func instances(of item: Case) -> ([Instance], [Plan.Skip]) {
        var instances: [Instance] = []
        var skips: [Plan.Skip] = []
        let leavesOut = inapplicable(item.allProves + item.rowProves)
        let softens = softened(item.allProves + item.rowProves)
        for (target, bound, obstacle) in targets(of: item) {
            if let obstacle {
                let name = target.map { "\(item.id)[\($0); over=\(transportNames)]" } ?? item.id
                skips.append(
                    Plan.Skip(
                        name: name,
                        caseID: item.id,
                        reason: obstacle.reason,
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

    /// The case once more in the session of a regular controller, for the first characteristic and each row: an
    /// accessory may have a fault only in a second session, or only for controllers without admin rights.
    func instancesByUser(of item: Case, _ instances: [Instance]) -> [Instance] {
        let reserved = Set(capabilities.found.filter(isForAdmins).map(\.id))
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

    /// Whether the type of the characteristic, or the state of its service, keeps it from regular controllers.
    private func isForAdmins(_ found: FoundCharacteristic) -> Bool {
        if found.service.characteristic(.administratorOnlyAccess) != nil { return true }
        return found.characteristic.type.flatMap { capabilities.catalogue.characteristic($0)?.isForAdmins } ?? false
    }

    private typealias Target = (label: String?, bound: [String: FoundCharacteristic], obstacle: Obstacle?)

    /// What prevents a case from running on a characteristic.
    private enum Obstacle {
        case absent(String)
        case barred
        case ambiguous(CharacteristicID)

        var reason: String {
            switch self {
            case .absent(let reason): reason
            case .barred:
                "it writes a characteristic that may move, lock, arm, heat, cool, blow or water something, or switch power; "
                    + "allow it with --actuate"
            case .ambiguous(let id):
                "the attribute database has several characteristics with the ID \(id), so that a request cannot name one of them"
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
        let writes = item.writes(library.vocabulary)
        switch item.binding {
        case .none: return [(nil, [:], nil)]
        case .each(let filter, let names):
            let matches = capabilities.matches(filter)
            if matches.isEmpty { return [(nil, [:], .absent(absence(of: filter)))] }
            return matches.map { found in
                let barred = writes.contains("it") && capabilities.isBarred(found)
                if barred { return (found.label, ["it": found], .barred) }
                if capabilities.isAmbiguous(found) { return (found.label, ["it": found], .ambiguous(found.id)) }
                let (bound, obstacle) = choices(names, beside: ["it": found], writes)
                return (found.label, bound, obstacle)
            }
        case .one(let names):
            let (bound, obstacle) = choices(names, beside: [:], writes, spread: item.spread)
            if let obstacle { return [(nil, [:], obstacle)] }
            return [(names.compactMap { bound[$0.name]?.label }.joined(separator: "+"), bound, nil)]
        }
    }

    /// A different characteristic for each name; or the reason why there is none for one of them.
    ///
    /// - Parameter spread: which of the matches it takes.
    private func choices(
        _ names: [Binding.NamedFilter],
        beside bound: [String: FoundCharacteristic],
        _ writes: Set<String>,
        spread: Int = 0
    ) -> (bound: [String: FoundCharacteristic], obstacle: Obstacle?) {
        var bound = bound
        for (name, filter) in names {
            let free = capabilities.matches(filter).filter { found in !bound.values.contains { $0.id == found.id } }
            guard !free.isEmpty else { return (bound, .absent(absence(of: filter, isFurther: !bound.isEmpty))) }
            let harmless = free.filter {
                !(writes.contains(name) && capabilities.isBarred($0))
            }
            guard let first = harmless.first else { return (bound, .barred) }
            let usable = harmless.filter { !capabilities.isAmbiguous($0) }
            guard !usable.isEmpty else { return (bound, .ambiguous(first.id)) }
            bound[name] = usable[spread % usable.count]
        }
        return (bound, nil)
    }

    /// Why a case has no characteristic to run on.
    private func absence(of filter: CharacteristicFilter, isFurther: Bool = false) -> String {
        "it needs \(filter.words(capabilities.catalogue, isFurther: isFurther)); this accessory has none"
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
                return (row, value == nil ? "\(found.label) has no value `\(word)`" : nil)
            }
        }
    }
}

extension Instance {
    /// The instance as often as asked for, each with the number of its repetition.
    fileprivate func repeated(_ rounds: Int) -> [Instance] {
        (1...max(1, rounds)).map { round in
            var instance = self
            instance.round = round > 1 ? round : nil
            return instance
        }
    }
}

extension Case {
    fileprivate var isProcedure: Bool {
        if case .procedure = body { return true }
        return false
    }

    fileprivate var isMonitor: Bool {
        if case .monitor = body { return true }
        return false
    }

    /// Whether it runs on characteristics of the attribute database.
    fileprivate var isAboutCharacteristics: Bool {
        if case .none = binding { return false }
        return true
    }

    /// The waits, in seconds, that are worth another name of the instance.
    private static let longWait = 2.0

    /// Which of several matching characteristics the case takes: cases that wait are spread over them, so that they can
    /// wait at the same time. It depends only on the id, so that the names of instances stay the same.
    fileprivate var spread: Int {
        guard waitsUnnoticed, state.seconds >= Self.longWait else { return 0 }
        return Int(id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 8)
    }

    /// The names of the characteristics that the case's steps write.
    func writes(_ vocabulary: Vocabulary) -> Set<String> {
        guard case .procedure(let steps) = body else { return [] }
        return steps.reduce(into: []) { $0.formUnion($1.writes(vocabulary)) }
    }
}

extension Step {
    fileprivate func writes(_ vocabulary: Vocabulary) -> Set<String> {
        var names = inner.reduce(into: Set<String>()) { $0.formUnion($1.writes(vocabulary)) }
        guard case .call(let name, let arguments) = action, let verb = vocabulary.verb(name), verb.writes,
            !verb.onlyReads(.map(arguments))
        else { return names }
        for argument in arguments { names.formUnion(argument.value.references.union([argument.key])) }
        return names
    }
}

extension Verb {
    /// Whether each of the words that decide it says that a step only reads.
    fileprivate func onlyReads(_ arguments: Argument) -> Bool {
        !readsIf.isEmpty
            && readsIf.allSatisfy { path, words in
                arguments.parts(at: path[...]).allSatisfy { $0.word.map(words.contains) ?? false }
            }
    }
}

extension Argument {
    /// The values at a path; lists on the way stand for all of their elements.
    fileprivate func parts(at path: ArraySlice<String>) -> [Argument] {
        if case .list(let elements) = self { return elements.flatMap { $0.parts(at: path) } }
        guard let next = path.first else { return [self] }
        return self[next].map { $0.parts(at: path.dropFirst()) } ?? []
    }
}
