/// Which requirements the cases prove, and why the others are not proven.
package struct Coverage: Sendable {
    /// The state of a requirement.
    package enum Standing: Sendable, Hashable {
        /// Expectations cite it, or the entry through which it is judged. The value lists their cases.
        case proven(by: [String])
        /// A tester cannot prove it over the network.
        case unprovable(UnprovenReason)
        /// No case proves it yet.
        case open
    }

    /// A requirement for accessories on the transport, with its state.
    package struct Entry: Sendable {
        package var requirement: Requirement
        package var standing: Standing
    }

    /// The requirements of one area at one level.
    package struct Row: Sendable, Hashable {
        package var area: String
        package var level: Requirement.Level
        package var proven = 0
        package var unprovable = 0
        package var open = 0

        package var all: Int { proven + unprovable + open }
    }

    package let entries: [Entry]
    /// The rows by area, in the order of the catalogue, then by level from must to may. Empty rows are left out.
    package let rows: [Row]
    /// Cases that prove no requirement for accessories on the transport.
    package let orphans: [String]
    /// Areas in which every requirement must be proven or give a reason.
    package let complete: Set<String>

    /// Requirements of complete areas that no case proves and that give no reason.
    package var missing: [Requirement] {
        entries.filter { $0.standing == .open && complete.contains($0.requirement.area) }.map(\.requirement)
    }

    /// - Parameter transport: requirements and cases of other transports are left out.
    package init(_ library: SuiteLibrary, transport: String = "ip") {
        let requirements = library.requirements
        var cases: [String: [String]] = [:]
        var orphans: [String] = []
        for item in library.cases where item.over.includes(transport) {
            let proves = Set((item.allProves + item.rowProves).map(requirements.judged))
            for id in proves { cases[id, default: []].append(item.id) }
            let counts = proves.contains { id in
                requirements[id].map { $0.subject == "accessory" && library.holds($0, over: transport) } ?? false
            }
            if !counts { orphans.append(item.id) }
        }
        entries = requirements.all.filter { $0.subject == "accessory" && $0.transports.contains(transport) }.map {
            requirement in
            let proving = (cases[requirement.id] ?? []) + (requirement.sameAs.flatMap { cases[$0] } ?? [])
            let standing: Standing
            if !proving.isEmpty {
                standing = .proven(by: proving)
            } else if let reason = requirement.unprovenReason {
                standing = .unprovable(reason)
            } else {
                standing = .open
            }
            return Entry(requirement: requirement, standing: standing)
        }
        self.orphans = orphans
        complete = library.completeAreas
        rows = Self.rows(entries)
    }

    private static func rows(_ entries: [Entry]) -> [Row] {
        var rows: [Row] = []
        for entry in entries {
            let (area, level) = (entry.requirement.area, entry.requirement.level)
            let index =
                rows.firstIndex { $0.area == area && $0.level == level }
                ?? {
                    rows.append(Row(area: area, level: level))
                    return rows.count - 1
                }()
            switch entry.standing {
            case .proven: rows[index].proven += 1
            case .unprovable: rows[index].unprovable += 1
            case .open: rows[index].open += 1
            }
        }
        let areas = rows.map(\.area)
        let levels = Requirement.Level.allCases
        return rows.sorted { first, second in
            let place = { (row: Row) in
                (areas.firstIndex(of: row.area) ?? 0, levels.firstIndex(of: row.level) ?? 0)
            }
            return place(first) < place(second)
        }
    }
}
