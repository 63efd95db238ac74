import HAPModel

extension SuiteSchema {
    /// A case: what it proves, what it needs, and one of three bodies.
    static var caseSchema: JSON {
        let properties: JSON = [
            "title": text("One sentence that says what the case tests; reports show it."),
            "class": words(
                "A demand of only one certification tool is compatibility, which does not count for conformance.",
                Case.Class.allCases.map(\.rawValue)
            ),
            "tags": described(oneOrMore(["type": "string"]), "Words that select the case."),
            "over": described(
                reference("transports"),
                "The transports that it runs over. Default: all."
            ),
            "proves": described(reference("requirements"), "The requirements that its expectations prove."),
            "needs": words(
                "The required pairing state of the accessory.",
                StateContract.Pairing.allCases.map(\.rawValue)
            ),
            "spends": closed([
                "tries": ["description": "Wrong setup codes that it tries.", "type": "integer"],
                "pairings": ["description": "Pairings that it makes by pair-setup.", "type": "integer"],
                "seconds": ["description": "Seconds that it waits.", "type": "number"],
            ]),
            "reset-by": words("What restores the accessory if the case cannot.", ["factory-reset", "power-cycle"]),
            "strands": [
                "description":
                    "Whether a broken accessory may keep a state after it that only a reset undoes; it runs late.",
                "type": "boolean",
            ],
            "connections": [
                "description": "The connections by name, each with its controller.",
                "type": "object",
                "additionalProperties": closed([
                    "controller": words("The controller that uses it.", ["alice", "bob", "carol"]),
                    "admin": ["description": "Whether that controller is an admin.", "type": "boolean"],
                    "over": text("Its transport: the name of one, or `other` for the second one of each pair."),
                ]),
            ],
            "each": described(
                closed(["characteristic": reference("filter")], required: ["characteristic"]),
                "The case runs once for each matching characteristic, called `it`."
            ),
            "one": [
                "description": "The case runs once, with a characteristic for each name; m1..m4 stands for four names.",
                "type": "object",
                "additionalProperties": reference("filter"),
            ],
            "rows": reference("rows"),
            "steps": described(reference("steps"), "The actions and expectations, in order."),
            "document": described(
                oneOrMore(["enum": .array(Document.kinds.map { .string($0.snapshot) })]),
                "The snapshot, or snapshots, for `checks`."
            ),
            "checks": [
                "description": "Rules over the snapshots.", "type": "array", "minItems": 1, "items": reference("check"),
            ],
            "monitor": described(reference("observation"), "What the case watches during all other cases."),
            "where": described(reference("terms"), "Which of the watched observations count."),
            "expect": described(reference("expect"), "What must hold for all of them."),
        ]
        return closed(properties, required: ["title"])
    }

    static var filter: JSON {
        var properties = JSONObject()
        for key in CharacteristicFilter.keys { properties[key] = [:] }
        for (keys, words) in CharacteristicFilter.words {
            for key in keys { properties[key] = oneOrMore(["enum": .array(words.map { .string($0) })]) }
        }
        return described(
            closed(.object(properties)),
            "A filter for characteristics; all keys must match the same characteristic."
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
                "select": words("The kind of elements.", Document.kinds.flatMap(\.kinds)),
                "where": described(reference("terms"), "Which of them count."),
                "quantifier": words("How many must meet it.", Document.Check.Quantifier.allCases.map(\.rawValue)),
                "per": words("The group in which they are counted.", ["accessory", "service"]),
                "expect": reference("expect"),
            ],
            required: ["select", "expect"]
        )
    }
}
