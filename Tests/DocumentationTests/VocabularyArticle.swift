import SuiteLanguage

/// The article with every word of the suite language.
struct VocabularyArticle {
    static let name = "SuiteVocabulary.md"

    let vocabulary: Vocabulary

    var text: String {
        """
        # The vocabulary of suites

        Every verb, predicate, outcome, word for a value and field of an observation.

        ## Overview

        This page is generated from `Suites/vocabulary/`, which the loader reads and the judge evaluates; a test compares it
        with the files. <doc:SuiteLanguage> explains how to combine the words.

        \(transports)
        \(verbs)
        \(outcomes)
        \(predicates)
        \(values)
        \(observations)
        """
    }

    private var transports: String {
        let rows = vocabulary.transports.map { transport in
            [
                Markdown.code(transport.name), transport.form,
                transport.fields.map(Markdown.code).joined(separator: ", "), transport.meaning,
            ]
        }
        return "## Transports\n\n`over` takes these names. An entry that exists on some transports only is marked.\n\n"
            + Markdown.table(["Transport", "Form of its messages", "Transport-specific fields", "Meaning"], rows)
    }

    /// ` (ip only)` for what is not available on all transports.
    private func only(_ reach: Reach) -> String {
        reach.names.map { " (\($0.joined(separator: ", ")) only)" } ?? ""
    }

    private var verbs: String {
        let sections = vocabulary.verbs.map { verb in
            let rows = verb.parameters.map { parameter in
                [
                    Markdown.code(parameter.name),
                    parameter.type.rawValue + (parameter.limits.map { ": \($0)" } ?? "")
                        + (parameter.isRequired ? ", required" : ""), parameter.meaning + only(parameter.over),
                ]
            }
            let table = rows.isEmpty ? "" : "\n" + Markdown.table(["Parameter", "Type", "Meaning"], rows)
            return """
                ### \(verb.name)

                \(verb.meaning) \(facts(verb))

                Example: `\(verb.example)`
                \(table)
                """
        }
        return "## Verbs\n\n" + sections.joined(separator: "\n")
    }

    private func facts(_ verb: Verb) -> String {
        var facts: [String] = []
        switch verb.session {
        case .open: facts.append("Works on an open connection, without a session.")
        case .secured: facts.append("Works in a session, which is made if there is none.")
        case .either: break
        }
        if let names = verb.over.names { facts.append("Is for \(names.joined(separator: ", ")) only.") }
        if let shorthand = verb.shorthand { facts.append("A bare argument is `\(shorthand)`.") }
        if verb.namesCharacteristics { facts.append("Other keys name characteristics, with the values for them.") }
        if verb.onlyObserves { facts.append("It only looks, so something must be expected of it.") }
        facts.append("Observes: \(verb.observes).")
        return facts.joined(separator: " ")
    }

    private var outcomes: String {
        "## Outcomes\n\nArguments of the predicate `outcome`, and of `until` and `before` in loops.\n\n"
            + Markdown.table(["Outcome", "Meaning"], vocabulary.outcomes.map { [Markdown.code($0.name), $0.text] })
    }

    private var predicates: String {
        "## Predicates\n\nWhat can be expected; no observation named means any.\n\n"
            + Markdown.table(
                ["Predicate", "Argument", "Observations", "Meaning"],
                vocabulary.predicates.map { predicate in
                    [
                        Markdown.code(predicate.name), predicate.argument,
                        predicate.observations.joined(separator: ", "), predicate.meaning + only(predicate.over),
                    ]
                }
            )
            + "\nOperators of `field`, and of `where` in documents and monitors: "
            + Test.Operator.allCases.map { Markdown.code($0.rawValue) }.joined(separator: ", ") + ".\n"
    }

    private var values: String {
        "## Values\n\n"
            + "Words that stand for a value, made from what the characteristic declares and from the seed. "
            + "Those that make rows stand under `boundary`.\n\n"
            + Markdown.table(
                ["Word", "Used", "Meaning"],
                vocabulary.values.map {
                    [Markdown.code($0.name), $0.isBoundary ? "in rows" : "in steps", $0.meaning + only($0.over)]
                }
            )
    }

    private var observations: String {
        let sections = vocabulary.observations.map { kind in
            """
            ### Observation: \(kind.name)

            \(kind.meaning + only(kind.over))\(kind.extends.map { " It has the fields of \($0), too." } ?? "")\(kind.doubts.map { " \($0.words)" }.joined())

            \(Markdown.table(["Field", "Meaning"], kind.fields.map { field in
                [Markdown.code(field.name), field.meaning + only(vocabulary.reach(ofField: field.name, [kind.name]))]
            }))
            """
        }
        return "## Observations\n\n" + sections.joined(separator: "\n")
    }
}
