import HAPModel

extension SuiteSchema {
    /// A step: one verb or one structure, and what goes with it.
    static func step(_ vocabulary: Vocabulary) -> JSON {
        var properties = JSONObject()
        for verb in vocabulary.verbs {
            properties[verb.name] = described(arguments(of: verb), "\(verb.meaning) Example: \(verb.example)")
        }
        properties.members += structures.objectValue?.members ?? []
        // A shorthand leaves its other parameters beside the verb: `closed: b, within: 5s`.
        for verb in vocabulary.verbs where verb.shorthand != nil {
            for parameter in verb.parameters where properties[parameter.name] == nil {
                properties[parameter.name] = described(
                    reference("type-\(parameter.type.rawValue)"),
                    "Of `\(verb.name)`: \(parameter.meaning)"
                )
            }
        }
        return ["type": "object", "additionalProperties": false, "properties": .object(properties)]
    }

    private static var structures: JSON {
        let time = reference("type-duration")
        return [
            "after": described(time, "A pause."),
            "together": described(reference("steps"), "Steps side by side."),
            "repeat": described(
                closed(
                    [
                        "times": ["type": "integer", "minimum": 1, "maximum": 1000],
                        "connection": words("The connection of each round.", ["new", "same"]),
                        "until": described(reference("outcome"), "The loop ends with the round that ends so."),
                        "do": reference("step"),
                    ],
                    required: ["times", "do"]
                ),
                "A loop; beside its own fields it shows those of its last round."
            ),
            "any-of": [
                "description": "Transcripts of which one must hold; `warn` is tolerated.",
                "type": "array", "minItems": 2,
                "items": closed(["pass": reference("steps"), "warn": reference("steps")]),
            ],
            "log": described(
                closed(
                    [
                        "events": reference("type-characteristics"), "for": time, "as": reference("name"),
                        "on": reference("name"),
                    ],
                    required: ["for"]
                ),
                "Listens to events while the steps of `while` run."
            ),
            "while": described(reference("steps"), "What happens while `log` listens."),
            "on": described(reference("name"), "The connection; `new` is one of its own."),
            "as": described(reference("name"), "The name under which later expectations judge what was seen."),
            "capture": [
                "description": "Keeps something of the wire under a name.", "type": "object",
                "additionalProperties": reference("name"),
            ],
            "expect": described(reference("expect"), "What must hold of what was seen."),
        ]
    }

    private static func arguments(of verb: Verb) -> JSON {
        var properties = JSONObject()
        for parameter in verb.parameters {
            properties[parameter.name] = described(reference("type-\(parameter.type.rawValue)"), parameter.meaning)
        }
        if properties["on"] == nil { properties["on"] = described(reference("name"), "The connection.") }
        var mapping = JSONObject(["type": "object"])
        mapping["additionalProperties"] = verb.namesCharacteristics ? reference("type-value") : false
        mapping["properties"] = .object(properties)
        var forms: [JSON] = [.object(mapping)]
        if let shorthand = verb.shorthand.flatMap({ verb.parameter($0) }) {
            forms.append(reference("type-\(shorthand.type.rawValue)"))
        }
        forms.append(["type": "null"])
        return ["anyOf": .array(forms)]
    }

    /// Predicates; any other key is the name of an observation, with predicates of its own.
    static func expectation(_ vocabulary: Vocabulary) -> JSON {
        var properties = predicates(vocabulary)
        properties["proves"] = described(reference("requirements"), "What this proves; else what the case proves.")
        properties["tolerate"] = described(reference("terms"), "What is tolerated with a warning instead.")
        return [
            "type": "object", "minProperties": 1, "additionalProperties": reference("terms"),
            "properties": .object(properties),
        ]
    }

    /// Predicates alone.
    static func terms(_ vocabulary: Vocabulary) -> JSON { closed(.object(predicates(vocabulary))) }

    private static func predicates(_ vocabulary: Vocabulary) -> JSONObject {
        var properties = JSONObject()
        for predicate in vocabulary.predicates {
            let kinds = predicate.observations.isEmpty ? "" : " Of \(predicate.observations.joined(separator: ", "))."
            properties[predicate.name] = described(argument(of: predicate), predicate.meaning + kinds)
        }
        return properties
    }

    private static func argument(of predicate: Predicate) -> JSON {
        var forms: [JSON] = []
        if let type = predicate.type { forms.append(reference("type-\(type.rawValue)")) }
        if !predicate.keys.isEmpty {
            var properties = JSONObject()
            for key in predicate.keys { properties[key.name] = reference("type-\(key.type.rawValue)") }
            forms.append(closed(.object(properties)))
        }
        return ["anyOf": .array(forms)]
    }
}
