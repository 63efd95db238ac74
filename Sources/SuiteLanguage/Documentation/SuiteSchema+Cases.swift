import HAPModel

extension SuiteSchema {
    /// A case: what it proves, what it needs, and one of three bodies.
    static var caseSchema: JSON {
        let properties: JSON = [
            "title": text("What the case is about, in a sentence: reports show it."),
            "class": words(
                "A quirk that only one certification tool insists on is compatibility, and never reddens conformance.",
                Case.Class.allCases.map(\.rawValue)
            ),
            "tags": described(oneOrMore(["type": "string"]), "Words to select the case by."),
            "over": described(
                reference("transports"),
                "The transports that it runs over; every one if nothing is said."
            ),
            "proves": described(reference("requirements"), "The requirements that its expectations prove."),
            "needs": words("What the accessory must be in.", StateContract.Pairing.allCases.map(\.rawValue)),
            "spends": closed([
                "tries": ["description": "Failed proofs of the setup code.", "type": "integer"],
                "pairings": ["description": "Pairings that it makes by pair-setup.", "type": "integer"],
                "seconds": ["description": "Seconds that it waits.", "type": "number"],
            ]),
            "reset-by": words("What brings the accessory back if the case cannot.", ["factory-reset", "power-cycle"]),
            "connections": [
                "description": "Connections by the names that steps use, and whose they are.",
                "type": "object",
                "additionalProperties": closed([
                    "controller": words("Who is on it.", ["alice", "bob", "carol"]),
                    "admin": ["description": "Whether that controller is an admin.", "type": "boolean"],
                ]),
            ],
            "each": described(
                closed(["characteristic": reference("filter")], required: ["characteristic"]),
                "The case runs once for each characteristic that fits, called `it`."
            ),
            "one": [
                "description": "The case runs once, with a characteristic for each of these names.",
                "type": "object",
                "additionalProperties": reference("filter"),
            ],
            "rows": reference("rows"),
            "steps": described(reference("steps"), "What is done and expected, one after the other."),
            "document": described(
                oneOrMore(["enum": .array(Document.kinds.map { .string($0.snapshot) })]),
                "The snapshot, or snapshots, that `checks` are about."
            ),
            "checks": [
                "description": "Rules over the snapshots.", "type": "array", "minItems": 1, "items": reference("check"),
            ],
            "monitor": described(reference("observation"), "What is watched during every other case."),
            "where": described(reference("terms"), "Which of what is watched is meant."),
            "expect": described(reference("expect"), "What must hold of all of it."),
        ]
        return closed(properties, required: ["title"])
    }

    static var filter: JSON {
        var properties = JSONObject()
        for key in CharacteristicFilter.keys { properties[key] = [:] }
        return described(
            closed(.object(properties)),
            "Which characteristics are meant; all keys must fit the same one."
        )
    }

    static func rows(_ vocabulary: Vocabulary) -> JSON {
        let boundary = choice(vocabulary.values.filter(\.isBoundary).map { ($0.name, $0.meaning) })
        return [
            "description": "The case runs once for each row: a list of values, boundary values, or a table of vectors.",
            "anyOf": [
                ["type": "array", "minItems": 1],
                closed(["boundary": oneOrMore(boundary)], required: ["boundary"]),
                closed(["vectors": ["type": "string"]], required: ["vectors"]),
            ],
        ]
    }

    static var check: JSON {
        closed(
            [
                "select": words("Which elements.", Document.kinds.flatMap(\.kinds)),
                "where": described(reference("terms"), "Which of them are meant."),
                "quantifier": words("How many must fulfil it.", Document.Check.Quantifier.allCases.map(\.rawValue)),
                "per": words("Inside what they are counted.", ["accessory", "service"]),
                "expect": reference("expect"),
            ],
            required: ["select", "expect"]
        )
    }
}
