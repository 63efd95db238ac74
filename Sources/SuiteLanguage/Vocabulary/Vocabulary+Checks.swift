package import HAPModel
import MarkedYAML

extension Vocabulary {
    /// Checks that names are unique and that references resolve.
    func check() throws(YAMLProblem) {
        try unique("verb", verbs.map { ($0.name, $0.mark) })
        try unique("predicate", predicates.map { ($0.name, $0.mark) })
        try unique("outcome", outcomes.map { ($0.name, $0.mark) })
        try unique("value", values.map { ($0.name, $0.mark) })
        try unique("observation", observations.map { ($0.name, $0.mark) })
        try unique("point", points.map { ("\($0.procedure) \($0.name)", $0.mark) })
        try unique("transport", transports.map { ($0.name, $0.mark) })
        for (reach, mark) in reaches {
            guard let stray = reach.names?.first(where: { transport($0) == nil }) else { continue }
            throw YAMLProblem(
                mark,
                "unknown transport `\(stray)`; expected \(Spoken.words(transportNames, joining: "or"))"
            )
        }
        for verb in verbs {
            for procedure in verb.parameters.compactMap(\.points) {
                guard points.contains(where: { $0.procedure == procedure }) else {
                    throw YAMLProblem(verb.mark, "the procedure `\(procedure)` has no points in points.yaml")
                }
            }
            try known(verb.observes, verb.mark)
            if let shorthand = verb.shorthand, verb.parameter(shorthand) == nil {
                throw YAMLProblem(verb.mark, "the shorthand `\(shorthand)` is not a parameter of `\(verb.name)`")
            }
        }
        for predicate in predicates {
            for kind in predicate.observations { try known(kind, predicate.mark) }
        }
        for kind in observations {
            if let extended = kind.extends { try known(extended, kind.mark) }
            for doubt in kind.doubts where !kind.fields.contains(where: { $0.name == doubt.field }) {
                throw YAMLProblem(
                    kind.mark,
                    "unknown field `\(doubt.field)`; `doubts` name fields of this observation"
                )
            }
        }
    }

    /// Every list of transports in the vocabulary.
    private var reaches: [(Reach, SourceMark)] {
        verbs.flatMap { verb in
            ([verb.over, verb.capturesOver] + verb.parameters.map(\.over)).map { ($0, verb.mark) }
        } + predicates.map { ($0.over, $0.mark) } + values.map { ($0.over, $0.mark) }
            + observations.flatMap { kind in ([kind.over] + kind.fields.map(\.over)).map { ($0, kind.mark) } }
    }

    private func unique(_ what: String, _ names: [(String, SourceMark)]) throws(YAMLProblem) {
        var seen: [String: SourceMark] = [:]
        for (name, mark) in names {
            if let first = seen[name] {
                throw YAMLProblem(mark, "duplicate \(what) `\(name)`, first at \(first)")
            }
            seen[name] = mark
        }
    }

    private func known(_ kind: String, _ mark: SourceMark) throws(YAMLProblem) {
        guard !observations.contains(where: { $0.name == kind }) else { return }
        throw .unknown("observation", kind, among: observations.map(\.name), at: mark)
    }

    /// The kind and all kinds that it extends.
    package func lineage(of kind: String) -> [ObservationKind] {
        var kinds: [ObservationKind] = []
        var next: String? = kind
        while let name = next, !kinds.contains(where: { $0.name == name }),
            let kind = observations.first(where: { $0.name == name })
        {
            kinds.append(kind)
            next = kind.extends
        }
        return kinds
    }

    /// The doubt that one of the observation's fields raises.
    package func doubt(about observation: JSON) -> ObservationKind.Doubt? {
        lineage(of: observation["kind"]?.stringValue ?? "").lazy.flatMap(\.doubts).first { doubt in
            guard let found = observation.value(at: doubt.field), found != .null else { return false }
            return doubt.value.map { found.stringValue == $0 } ?? true
        }
    }

    /// Whether the predicate applies to observations of one of these kinds.
    func fits(_ predicate: Predicate, _ kinds: [String]) -> Bool {
        if predicate.observations.isEmpty || kinds.isEmpty { return true }
        return kinds.contains { kind in
            lineage(of: kind).contains { predicate.observations.contains($0.name) }
        }
    }

    /// Whether every observation of these kinds has the field, so that its presence proves nothing.
    func isAlwaysThere(_ path: String, _ kinds: [String]) -> Bool {
        kinds.flatMap { lineage(of: $0) }.flatMap(\.fields).contains { $0.name == path && $0.isAlwaysThere }
    }

    /// The transports on which observations of the kind are made.
    func reach(ofKind kind: String) -> Reach {
        observations.first { $0.name == kind }?.over ?? .everywhere
    }

    /// The transports on which a path can exist in an observation of one of these kinds.
    package func reach(ofField path: String, _ kinds: [String]) -> Reach {
        let parts = path.split(separator: ".").map(String.init)
        let owners = transports.filter { $0.fields.contains(where: parts.contains) }
        if !owners.isEmpty { return Reach(owners.map(\.name)) }
        let fields = kinds.flatMap { lineage(of: $0) }.flatMap(\.fields)
        let field = fields.first { path == $0.name } ?? fields.first { path.hasPrefix($0.name + ".") }
        return field?.over ?? .everywhere
    }
}
