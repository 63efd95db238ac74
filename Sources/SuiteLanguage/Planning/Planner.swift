import HAPModel
import MarkedYAML
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
        let ofInstances = { (patterns: [String]) in patterns.filter { $0.contains("[") } }
        let leftOut = ofInstances(selection.excluded + capabilities.leftOut.map(\.pattern))
        let asked = ofInstances(selection.patterns)
        var names: [String: [String]] = [:]
        var smokeLeavesOut = 0
        for item in library.cases(selection) {
            let planned = planned(item)
            if !leftOut.isEmpty || !asked.isEmpty {
                names[item.id] = planned.instances.map(\.name) + planned.skips.map(\.name)
            }
            if let skip = planned.skip {
                // A selection by characteristic never includes cases without characteristics.
                if selection.characteristics.isEmpty { plan.skips.append(skip) }
                continue
            }
            let (instances, skips) = (planned.instances, planned.skips)
            plan.skips += skips.filter { selection.selects(instance: $0.name) }
            var selected = instances.filter { selection.selects(instance: $0.name) }
            if selection.tier == .smoke {
                let sample = Sample(capabilities: capabilities).of(selected)
                smokeLeavesOut += selected.count - sample.count
                selected = sample
            }
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
                plan.cost.likelySeconds += item.likelySeconds
            }
        }
        if let orderSeed {
            var generator = SeededGenerator(seed: orderSeed, purpose: "order")
            entries.shuffle(using: &generator)
            entriesOfUser.shuffle(using: &generator)
        }
        // With a setup code, the run pairs at its start; otherwise it needs a kept pairing.
        let order = InstanceOrder(entries + entriesOfUser, from: InstanceOrder.State(isPaired: true))
        let overlap = Overlap(library, capabilities.database)
        let groups = overlap.groups(order.ordered)
        plan.instances = groups.flatMap(\.self)
        plan.groups = groups
        if !isSequential, groups.count < plan.instances.count {
            plan.cost.overlappedSeconds = plan.cost.seconds - overlap.savedSeconds(groups, of: \.longestSeconds)
            plan.cost.likelySeconds = max(0, plan.cost.likelySeconds - overlap.savedSeconds(groups, of: \.seconds))
        }
        plan.notes = unmatched(leftOut, among: names, "is to be left out, but no instance has this name")
        if plan.instances.isEmpty, plan.skips.isEmpty {
            let known = NearNames(names.values.joined())
            plan.near = selection.characteristics.flatMap(capabilities.found.labels) + asked.flatMap(known.near)
        } else {
            plan.notes += unmatched(asked, among: names, "selects nothing: no instance has this name")
        }
        if smokeLeavesOut > 0 {
            plan.notes.append(
                "the tier smoke runs at most \(Sample.size) instances of a case, and leaves out \(smokeLeavesOut)"
            )
        }
        let barred = plan.skips.count { $0.reason == Self.whyBarred }
        if barred > 0 {
            plan.notes.append(
                "\(Spoken.count(barred, "instance")) left out that may move, lock, arm or heat something; `--actuate` allows them"
            )
        }
        plan.cost.ownPairSetups = order.ownPairSetups + (capabilities.hasSetupCode ? 1 : 0)
        return plan
    }

    /// A sentence about each pattern for instances of planned cases that fits none of them. The user may have left out what harms the
    /// accessory, and then must know that it runs; or may have selected an instance, which does not run.
    ///
    /// - Parameters:
    ///   - names: the instances of each planned case; none if the whole case is skipped.
    ///   - what: what the pattern is for, and that it fits none.
    private func unmatched(_ patterns: [String], among names: [String: [String]], _ what: String) -> [String] {
        patterns.compactMap { pattern in
            let named = names.filter { Selection.fits($0.key, Selection.caseID(pattern)) }.flatMap(\.value)
            let instances = named.filter { $0.contains("[") }
            guard !instances.isEmpty, !instances.contains(where: { Selection.fits($0, pattern) }) else { return nil }
            return "`\(pattern)` \(what)\(NearNames(instances).hint(for: pattern))"
        }
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
        if capabilities.isUnknown != nil, item.isProcedure, item.state.needs == .paired, !capabilities.canBePaired {
            return skip(Capabilities.noPairing, isUnjudged: true)
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
        if let unknown = capabilities.isUnknown,
            !applies || item.isAboutCharacteristics || item.isAboutDatabase(library.vocabulary)
        {
            return skip(unknown, isUnjudged: true)
        }
        return applies ? nil : reasons.first.map { skip($0.reason, isInapplicable: true) }
    }

    /// The requirements that do not apply to the accessory, or may not, with the reasons.
    func inapplicable(_ ids: [String]) -> [(id: String, reason: String)] {
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
    func softened(_ ids: [String]) -> [String] {
        Set(ids).filter { id in
            guard let requirement = library.requirements[id] else { return false }
            return library.applicability.holds(requirement.applies, for: capabilities) == .perhaps
        }.sorted()
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
    /// Whether it runs on characteristics of the attribute database.
    fileprivate var isAboutCharacteristics: Bool {
        if case .none = binding { return false }
        return true
    }

    /// Whether it judges parts of the attribute database.
    fileprivate func isAboutDatabase(_ vocabulary: Vocabulary) -> Bool {
        !snapshots(vocabulary).isDisjoint(with: ["database", "accessory", "service", "characteristic"])
    }
}
