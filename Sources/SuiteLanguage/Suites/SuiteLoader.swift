import HAPModel
package import MarkedYAML

/// Reads suite files and checks them against the vocabulary and the requirements.
package struct SuiteLoader: Sendable {
    let vocabulary: Vocabulary
    /// The requirements that cases may cite.
    let requirements: RequirementCatalogue
    /// Parameter tables by name, from `vectors.yaml`.
    let tables: [String: [Rows.Row]]
    /// The types of Apple's catalogue; `nil` for the suites of a record, whose types were checked before.
    let names: TypeNames?

    package init(
        vocabulary: Vocabulary,
        requirements: RequirementCatalogue,
        tables: [String: [Rows.Row]],
        names: TypeNames?
    ) {
        self.vocabulary = vocabulary
        self.requirements = requirements
        self.tables = tables
        self.names = names
    }

    /// Reads one file.
    ///
    /// - Returns: its cases, and all errors in it.
    package func load(_ file: SuiteFile) -> (cases: [Case], problems: [YAMLProblem]) {
        var cases: [Case] = []
        var problems: [YAMLProblem] = []
        do throws(YAMLProblem) {
            let root = try YAMLNode.load(file.text, file: file.path)
                .mapping(allowing: ["chapter", "section", "title", "over", "cases"])
            let chapter = try root.required("chapter").string()
            let section = try root.required("section").string()
            guard file.path == "\(chapter)/\(section).yaml" else {
                throw YAMLProblem(
                    root.mark,
                    "chapter \(chapter), section \(section) needs the file \(chapter)/\(section).yaml"
                )
            }
            let over = try Reach(root["over"], among: vocabulary.transportNames)
            for entry in try root.required("cases").mapping().entries {
                do throws(YAMLProblem) {
                    cases.append(try readCase(entry, chapter: chapter, section: section, over: over))
                } catch {
                    problems.append(error)
                }
            }
        } catch {
            problems.append(error)
        }
        return (cases, problems)
    }

    /// - Parameter over: the transports of the whole file.
    private func readCase(
        _ entry: YAMLNode.Entry,
        chapter: String,
        section: String,
        over: Reach
    ) throws(YAMLProblem) -> Case {
        guard SuiteWord.isCaseID(entry.key) else {
            throw YAMLProblem(
                entry.keyMark,
                "malformed case id `\(entry.key)`; expected lower-case words such as pair-setup.busy"
            )
        }
        let node = try entry.value.mapping(allowing: [
            "title", "class", "tags", "over", "proves", "needs", "spends", "reset-by", "strands", "connections", "each",
            "one", "rows", "steps", "document", "checks", "monitor", "where", "expect",
        ])
        let title = try node.required("title").string()
        let kind = try node["class"]?.word(of: Case.Class.allCases.map(\.rawValue)) ?? ""
        let state = try readState(node)
        let proves = try readIDs(node["proves"])
        let binding = try readBinding(node)
        let reach = node["over"] == nil ? over : try Reach(node["over"], among: vocabulary.transportNames)
        let transports = reach.names ?? vocabulary.transportNames
        let connections = try readConnections(node["connections"], over: transports)
        let rows = try readRows(node["rows"], isBound: binding.isBound, over: transports)
        var scope = Scope()
        if let each = node.entry("each") { try scope.declare("it", at: each.keyMark) }
        for (name, entry) in try oneOfEach(node) {
            try checkName(name, at: entry.keyMark)
            try scope.declare(name, at: entry.keyMark)
        }
        if let rows = node.entry("rows") { try scope.declare("row", at: rows.keyMark) }
        var reader = StepReader(
            loader: self,
            proves: proves,
            characteristics: binding.names,
            rows: rows,
            transports: transports,
            namedConnections: try node["connections"]?.mapping().entries.map(\.key) ?? [],
            scope: scope
        )
        let body = try readBody(node, &reader)
        if case .procedure(let steps) = body { try checkMeasurements(steps, state) }
        if let unused = reader.scope.unused.first {
            throw YAMLProblem(unused.mark, "no step of \(entry.key) uses `\(unused.name)`")
        }
        for connection in try node["connections"]?.mapping().entries ?? []
        where !reader.connections.contains(connection.key) {
            throw YAMLProblem(connection.keyMark, "no step of \(entry.key) uses the connection `\(connection.key)`")
        }
        return Case(
            id: entry.key,
            title: title,
            chapter: chapter,
            section: section,
            class: Case.Class(rawValue: kind) ?? .conformance,
            tags: try node["tags"]?.words() ?? [],
            proves: proves,
            state: state,
            connections: connections,
            binding: binding,
            rows: rows,
            over: reach,
            body: body,
            mark: entry.keyMark
        )
    }

    /// The keys of each of the three kinds of case, in addition to the common keys.
    private static let bodyKeys = [
        "steps": ["steps", "connections", "each", "one", "rows", "spends", "reset-by", "strands"],
        "document": ["document", "checks"],
        "monitor": ["monitor", "where", "expect"],
    ]

    private func readBody(_ node: YAMLMapping, _ reader: inout StepReader) throws(YAMLProblem) -> Case.Body {
        let kinds = Self.bodyKeys.keys.sorted().filter { node[$0] != nil }
        guard kinds.count == 1, let kind = kinds.first else {
            throw YAMLProblem(
                node.mark,
                "the case needs exactly one of steps, document and monitor, not \(kinds.count)"
            )
        }
        let foreign = Set(Self.bodyKeys.values.joined()).subtracting(Self.bodyKeys[kind] ?? [])
        if let stray = node.entries.first(where: { foreign.contains($0.key) }) {
            throw YAMLProblem(stray.keyMark, "a case with `\(kind)` cannot have `\(stray.key)`")
        }
        let body = try node.required(kind)
        switch kind {
        case "steps": return .procedure(try reader.readProcedure(body))
        case "document": return .document(try reader.readDocument(body, checks: try node.required("checks")))
        default:
            let expect = try node.required("expect")
            return .monitor(try reader.readMonitor(body, filter: node["where"], expect: expect))
        }
    }

    /// Reads requirement ids: one, or a list.
    func readIDs(_ node: YAMLNode?) throws(YAMLProblem) -> [String] {
        guard let node else { return [] }
        var ids: [String] = []
        for element in node.listOrOne {
            let id = try element.string()
            guard let requirement = requirements[id] else {
                let hint = NearNames(requirements.ids).hint(for: id, then: "see Suites/requirements")
                throw YAMLProblem(element.mark, "unknown requirement `\(id)`\(hint)")
            }
            if let other = requirement.sameAs {
                throw YAMLProblem(element.mark, "\(id) is the same as \(other); cite \(other)")
            }
            ids.append(id)
        }
        return ids
    }

    private func readState(_ node: YAMLMapping) throws(YAMLProblem) -> StateContract {
        let needs = try node["needs"]?.word(of: StateContract.Pairing.allCases.map(\.rawValue)) ?? "paired"
        let spends = try node["spends"]?.mapping(allowing: ["tries", "pairings", "seconds"])
        let seconds = spends?["seconds"]
        if let seconds, !(0...Self.mostSeconds).contains(try seconds.number()) {
            throw YAMLProblem(seconds.mark, "`seconds` needs a number from 0 to \(Int(Self.mostSeconds))")
        }
        let contract = StateContract(
            needs: StateContract.Pairing(rawValue: needs) ?? .paired,
            tries: Int(try spends?["tries"]?.integer(in: 0...1000) ?? 0),
            pairings: Int(try spends?["pairings"]?.integer(in: 0...1000) ?? 0),
            seconds: try seconds?.number() ?? 0,
            resetBy: try node["reset-by"]?.word(of: ["factory-reset", "power-cycle"]),
            mayStrand: try node["strands"]?.bool() ?? false
        )
        if let spends, contract.tries > StateContract.triesCeiling, !contract.isDestructive {
            throw YAMLProblem(
                spends.mark,
                "more than \(StateContract.triesCeiling) wrong codes in a row may lock the accessory at 100; "
                    + "such a case needs `reset-by`"
            )
        }
        return contract
    }

    /// A week.
    private static let mostSeconds = 604_800.0

    private func readConnections(
        _ node: YAMLNode?,
        over transports: [String]
    ) throws(YAMLProblem) -> [ConnectionSpec] {
        var connections: [ConnectionSpec] = []
        for entry in try node?.mapping().entries ?? [] {
            let spec = try entry.value.mapping(allowing: ["controller", "admin", "over"])
            connections.append(
                ConnectionSpec(
                    name: entry.key,
                    controller: try spec["controller"]?.word(of: ["alice", "bob", "carol"]) ?? "alice",
                    isAdmin: try spec["admin"]?.bool() ?? false,
                    over: try readPlace(spec["over"], among: transports)
                )
            )
            let places = Set(connections.map(\.over))
            if places.contains(.other), places.contains(where: { if case .named = $0 { true } else { false } }) {
                throw YAMLProblem(
                    entry.keyMark,
                    "the connections of a case name transports, or one of them is `over: other`, but not both"
                )
            }
        }
        return connections
    }

    /// Reads the transport of a connection: `other`, or one of those of the case.
    private func readPlace(
        _ node: YAMLNode?,
        among transports: [String]
    ) throws(YAMLProblem) -> ConnectionSpec.Place {
        guard let node else { return .own }
        let word = try node.word(of: [ConnectionSpec.Place.otherWord] + transports)
        guard word == ConnectionSpec.Place.otherWord else { return .named(word) }
        guard transports.count > 1 else {
            throw YAMLProblem(
                node.mark,
                "`over: other` needs a case for several transports, but this one is only for \(Spoken.words(transports))"
            )
        }
        return .other
    }

    private func readBinding(_ node: YAMLMapping) throws(YAMLProblem) -> Binding {
        var names: [Binding.NamedFilter] = []
        for (name, entry) in try oneOfEach(node) {
            let filter = try CharacteristicFilter(entry.value, names: self.names)
            let before = (node["each"] == nil ? [] : ["it"]) + names.map(\.name)
            if let unknown = filter.chosenBefore.first(where: { !before.contains($0) }) {
                throw YAMLProblem(
                    entry.value.mark,
                    "the filter names `\(unknown)`, which is not chosen before `\(name)`"
                )
            }
            names.append((name, filter))
        }
        guard let each = node["each"] else { return names.isEmpty ? .none : .one(names) }
        return .each(
            try CharacteristicFilter(
                try each.mapping(allowing: ["characteristic"]).required("characteristic"),
                names: self.names
            ),
            beside: names
        )
    }
}
