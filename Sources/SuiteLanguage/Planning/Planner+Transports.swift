/// Plans a case for each transport of the accessory, or for each pair of them.
extension Planner {
    /// What a case becomes over all transports: its instances and skips, or the one reason why it has none.
    struct Planned {
        var skip: Plan.Skip?
        var instances: [Instance] = []
        var skips: [Plan.Skip] = []
    }

    /// Why something needs more transports than the run has.
    static func onlyOver(_ transports: [String]) -> String {
        "this run reaches the accessory over \(Spoken.words(transports)) only"
    }

    /// The transports of the planned instances, as their names have them.
    var transportNames: String { ([capabilities] + companions).map(\.transport).joined(separator: "+") }

    /// The case over each transport, or each pair of transports, on which it runs.
    func planned(_ item: Case) -> Planned {
        let planners = planners(for: item)
        guard !planners.isEmpty else { return Planned(skip: lackOfTransports(item)) }
        var planned = Planned()
        var left: [(planner: Planner, skip: Plan.Skip)] = []
        for planner in planners {
            if let skip = planner.skip(item) {
                left.append((planner, skip))
                continue
            }
            let (instances, skips) = planner.instances(of: item)
            planned.instances += instances + planner.instancesByUser(of: item, instances)
            // A skip of the whole case has the same name over each transport.
            planned.skips += skips.filter { skip in !planned.skips.contains { $0.name == skip.name } }
        }
        if left.count == planners.count {
            planned.skip = (left.first { !$0.skip.isInapplicable } ?? left.first)?.skip
            return planned
        }
        // Where a case runs over one of its transports, that it does not run over others needs no skip.
        for (planner, skip) in left where !skip.isInapplicable {
            var skip = skip
            skip.name = "\(item.id)[over=\(planner.transportNames)]"
            planned.skips.append(skip)
        }
        return planned
    }

    /// A planner for each transport, or each group of transports, over which the case has instances.
    private func planners(for item: Case) -> [Planner] {
        func planner(_ own: Capabilities, _ companions: [Capabilities] = []) -> Planner {
            var planner = self
            (planner.capabilities, planner.companions) = (own, companions)
            return planner
        }
        let usable = reaches.filter { item.over.includes($0.transport) }
        switch item.span {
        case .one: return reaches.map { planner($0) }
        case .orderedPairs, .pairs:
            var pairs: [Planner] = []
            for (first, own) in usable.enumerated() {
                for (second, other) in usable.enumerated() where first != second {
                    if item.span == .pairs, second < first { continue }
                    pairs.append(planner(own, [other]))
                }
            }
            return pairs
        case .named(let names):
            let wanted = names.compactMap { name in reaches.first { $0.transport == name } }
            guard wanted.count == names.count else { return [] }
            return [planner(wanted[0], Array(wanted.dropFirst()))]
        }
    }

    /// Why a case with several transports has no instance.
    private func lackOfTransports(_ item: Case) -> Plan.Skip {
        let needed: String =
            switch item.span {
            case .named(let names): Spoken.words(names)
            case .one, .pairs, .orderedPairs: item.over.names.map { "two of \(Spoken.words($0))" } ?? "two transports"
            }
        return Plan.Skip(
            name: item.id,
            caseID: item.id,
            reason: "it needs \(needed); \(Self.onlyOver(reaches.map(\.transport)))",
            isInapplicable: true
        )
    }
}
