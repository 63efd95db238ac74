/// The words of the suite language as a documentation article, generated from the data that the loader uses.
package enum VocabularyText {
    /// The article, in Markdown.
    package static func markdown(_ vocabulary: Vocabulary) -> String {
        let sections = [
            "# The words of the suite language",
            "Every verb, predicate, outcome, value word and observation that a suite may use.",
            "This page is generated from `Suites/vocabulary/`, which the loader and the judge also use.",
            "## Transports",
            "A case runs over all of them, unless `over` in the case or its file names some. The loader rejects everything "
                + "that is not available on all transports of the case.",
            table(
                ["Transport", "Meaning", "Form", "Transport-specific fields"],
                vocabulary.transports.map { transport in
                    let fields = transport.fields.map { "`\($0)`" }.joined(separator: ", ")
                    return ["`\(transport.name)`", transport.meaning, "`\(transport.form)`", fields]
                }
            ),
            "## Verbs", vocabulary.verbs.map(verb).joined(separator: "\n\n"),
            "## Predicates", predicates(vocabulary.predicates),
            "## Outcomes", table(["Outcome", "Meaning"], vocabulary.outcomes.map { ["`\($0.name)`", $0.text] }),
            "## Value words", "A value word stands for a value in a step.", values(vocabulary, boundary: false),
            "## Boundary words", "A boundary word makes a row: `rows: {boundary: [below-minimum]}`.",
            values(vocabulary, boundary: true),
            "## Observations", "`field` tests any of their fields by its path.",
            vocabulary.observations.map { observation($0, vocabulary) }.joined(separator: "\n\n"),
            "## Points", "The places where `set` and `alter` change something, by procedure.",
            table(
                ["Point", "Procedure", "Data"],
                vocabulary.points.map { ["`\($0.name)`", $0.procedure, $0.meaning] }
            ),
            "## Operators",
            table(["Operator", "True if"], Test.Operator.allCases.map { ["`\($0.rawValue)`", $0.meaning] }),
            "## Types of arguments",
            "A name in scope, such as `row` or `it`, is valid for every type.",
            table(["Type", "Is"], ParameterType.allCases.map { ["`\($0.rawValue)`", $0.wanted] }),
        ]
        return sections.joined(separator: "\n\n") + "\n"
    }

    private static func verb(_ verb: Verb) -> String {
        var parts = ["### `\(verb.name)`", verb.meaning, "```yaml\n- \(verb.example)\n```"]
        var facts = ["It makes the observation `\(verb.observes)`."]
        switch verb.session {
        case .open: facts.append("It runs on a connection without a session.")
        case .secured: facts.append("It runs inside a session.")
        case .either: break
        }
        if let names = verb.over.names { facts.append("Only for \(Spoken.words(names)).") }
        if let shorthand = verb.shorthand { facts.append("A bare argument is `\(shorthand)`.") }
        if verb.namesCharacteristics { facts.append("Any other key is a characteristic, with the value to write.") }
        if verb.onlyObserves { facts.append("It only observes, so an expectation must use its observation.") }
        if verb.mustSucceed {
            facts.append("Without an expectation, it must succeed; otherwise later steps prove nothing.")
        }
        if let reliance = verb.reliance {
            facts.append(
                "If the accessory violates \(reliance.requirement) when the run starts, expectations about other requirements "
                    + "that depend on it are inconclusive."
            )
        }
        for capture in verb.captures { facts.append("`capture: {\(capture): name}` keeps its \(capture).") }
        parts.append(facts.joined(separator: " "))
        if !verb.parameters.isEmpty {
            let rows = verb.parameters.map { parameter in
                [
                    "`\(parameter.name)`" + (parameter.isRequired ? " (required)" : ""),
                    "`\(parameter.type.rawValue)`" + (parameter.limits.map { ": \($0)" } ?? ""),
                    parameter.meaning + only(parameter.over),
                ]
            }
            parts.append(table(["Argument", "Type", "Meaning"], rows))
        }
        return parts.joined(separator: "\n\n")
    }

    private static func predicates(_ predicates: [Predicate]) -> String {
        let rows = predicates.map { predicate in
            let kinds = predicate.observations.map { "`\($0)`" }.joined(separator: ", ")
            return [
                "`\(predicate.name)`", predicate.argument, kinds.isEmpty ? "any" : kinds,
                predicate.meaning + only(predicate.over),
            ]
        }
        return table(["Predicate", "Argument", "Observations", "Met if"], rows)
    }

    private static func values(_ vocabulary: Vocabulary, boundary: Bool) -> String {
        table(
            ["Word", "Value"],
            vocabulary.values.filter { $0.isBoundary == boundary }.map { ["`\($0.name)`", $0.meaning + only($0.over)] }
        )
    }

    private static func observation(_ kind: ObservationKind, _ vocabulary: Vocabulary) -> String {
        var meaning = kind.meaning
        if let extended = kind.extends { meaning += " It also has the fields of `\(extended)`." }
        if let names = kind.over.names { meaning += " Only for \(Spoken.words(names))." }
        for doubt in kind.doubts { meaning += " \(doubt.words)" }
        let rows = kind.fields.map { field in
            ["`\(field.name)`", field.meaning + only(vocabulary.reach(ofField: field.name, [kind.name]))]
        }
        return ["### Observation `\(kind.name)`", meaning, table(["Field", "Meaning"], rows)].joined(separator: "\n\n")
    }

    /// ` (ip only)` for what is not available on all transports.
    private static func only(_ reach: Reach) -> String {
        reach.names.map { " (\(Spoken.words($0)) only)" } ?? ""
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        let lines = [head, head.map { _ in "---" }] + rows
        return lines.map { cells in
            "| " + cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }.joined(separator: " | ")
                + " |"
        }.joined(separator: "\n")
    }
}
