import HAPModel

extension SuiteSchema {
    /// A step: one verb or one structure, with its other keys.
    static func step(_ vocabulary: Vocabulary) -> JSON {
        var properties = JSONObject()
        for verb in vocabulary.verbs {
            properties[verb.name] = described(arguments(of: verb), "\(verb.meaning) Example: \(verb.example)")
        }
        properties.members += structures.objectValue?.members ?? []
        // With a shorthand, the other parameters are beside the verb: `closed: b, within: 5s`.
        for verb in vocabulary.verbs where verb.shorthand != nil {
            for parameter in verb.parameters where properties[parameter.name] == nil {
                properties[parameter.name] = described(
                    reference("type-\(parameter.type.rawValue)"),
                    "For `\(verb.name)`: \(parameter.meaning)"
                )
            }
        }
        return ["type": "object", "additionalProperties": false, "properties": .object(properties)]
    }

    private static var structures: JSON {
        let time = reference("type-duration")
        return [
            "after": described(time, "A pause."),
            "together": described(reference("steps"), "Steps that run concurrently."),
            "repeat": described(
                closed(
                    [
                        "times": ["type": "integer", "minimum": 1, "maximum": 1000],
                        "connection": words("The connection of each round.", ["new", "same"]),
                        "until": described(reference("outcome"), "The outcome that ends the loop."),
                        "do": reference("step"),
                    ],
                    required: ["times", "do"]
                ),
                "A loop; it has its own fields and those of its last round."
            ),
            "any-of": [
                "description": "Alternative transcripts, of which one must be met; `warn` is tolerated.",
                "type": "array", "minItems": 2,
                "items": closed(["pass": reference("steps"), "warn": reference("steps")]),
            ],
            "log": described(
                closed(
                    [
                        "events": reference("type-characteristics"), "as": reference("name"),
                        "for": described(time, "How long it listens; without it, as long as the steps of `while` run."),
                        "until": [
                            "description":
                                "The number of events after which it ends early, or `last`: the value that the last event must have.",
                            "anyOf": [["type": "integer", "minimum": 1], closed(["last": [:]])],
                        ],
                        "quiet": described(time, "Once `until` is reached: how long no event may come before it ends."),
                        "on": reference("name"),
                    ]
                ),
                "Listens to events while the steps of `while` run."
            ),
            "while": described(reference("steps"), "The steps that run while `log` listens."),
            "on": described(reference("name"), "The connection; `new` opens a new one."),
            "as": described(reference("name"), "The name of the observation for later expectations."),
            "capture": [
                "description": "Keeps a message or frame under a name.", "type": "object",
                "additionalProperties": reference("name"),
            ],
            "expect": described(reference("expect"), "What must hold for the observation."),
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

    /// Predicates. Any other key is the name of an observation, with its own predicates.
    static func expectation(_ vocabulary: Vocabulary) -> JSON {
        var properties = predicates(vocabulary)
        properties["proves"] = described(reference("requirements"), "What this proves. Default: what the case proves.")
        properties["tolerate"] = described(reference("terms"), "What is tolerated with a warning instead.")
        let condition: JSON = ["type": "object", "minProperties": 1, "additionalProperties": reference("terms")]
        properties["where"] = described(condition, "What other observations must have shown, so that this is judged.")
        return [
            "type": "object", "minProperties": 1, "additionalProperties": reference("terms"),
            "properties": .object(properties),
        ]
    }

    /// Predicates only.
    static func terms(_ vocabulary: Vocabulary) -> JSON { closed(.object(predicates(vocabulary))) }

    private static func predicates(_ vocabulary: Vocabulary) -> JSONObject {
        var properties = JSONObject()
        for predicate in vocabulary.predicates {
            let kinds = predicate.observations.isEmpty ? "" : " For \(predicate.observations.joined(separator: ", "))."
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
