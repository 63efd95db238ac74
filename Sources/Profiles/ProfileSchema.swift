package import HAPModel
import Latency
import Measurement
import SuiteLanguage

/// The JSON Schema of profiles, for completion and checks in editors.
package enum ProfileSchema {
    /// The keys of a profile.
    static let keys = [
        "reach", "setup-code", "setup-payload", "hooks", "actuate", "writes-per-characteristic", "time-factor",
        "answer-within", "declares", "leave-out", "budgets", "serial-log",
    ]

    /// The schema, in draft 2020-12.
    ///
    /// - Parameter catalogue: has the names of the services that actuate.
    package static func json(_ catalogue: Catalogue) -> JSON {
        let services = Set(catalogue.services.values.filter(\.actuates).map(\.word)).sorted()
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "An accessory profile of Assay",
            "description": "What a team states about one accessory: how to reach it, and what a run may do to it.",
            "type": "object",
            "additionalProperties": false,
            "properties": .object(properties(services)),
        ]
    }

    private static func properties(_ services: [String]) -> JSONObject {
        JSONObject([
            "reach": object(
                "How to reach the accessory: by its address, or by what it advertises.",
                [
                    "address": text("host:port; an IPv6 address in brackets, with its zone."),
                    "name": text("The name that it advertises."),
                    "device-id": text("The Device ID that it advertises."),
                    "also": [
                        "description": "Its addresses over further transports, such as coap://host:port over Thread.",
                        "type": "array", "items": ["type": "string"],
                    ],
                    "via": via,
                ]
            ),
            "setup-code": secret("Where the setup code is kept; it never stands in the profile."),
            "setup-payload": secret("Where the text of the label's QR code is kept."),
            "hooks": object(
                "Commands that act on the accessory itself. They run with /bin/sh in the folder of the profile.",
                [
                    "reset": text("Brings it to its factory state."),
                    "power-cycle": text("Turns it off and on."),
                    "flash": text("Puts the firmware to test on it; it runs with --flash."),
                    "stimulate": [
                        "description": "Presses its button or changes its value.",
                        "oneOf": [
                            ["type": "string"],
                            [
                                "type": "object", "additionalProperties": false, "required": ["command", "actions"],
                                "properties": [
                                    "command": ["type": "string"],
                                    "actions": [
                                        "type": "array", "items": ["enum": ["press", "change"]],
                                    ],
                                ],
                            ],
                        ],
                    ],
                ]
            ),
            "actuate": [
                "description": "What may move, lock, heat or switch: everything, nothing, or these services.",
                "oneOf": [
                    ["type": "boolean"],
                    ["type": "array", "items": ["enum": .array(services.map { .string($0) })]],
                ],
            ],
            "writes-per-characteristic": [
                "description": "How often a run may write each characteristic.", "type": "integer", "minimum": 1,
            ],
            "time-factor": [
                "description": "Multiplies how long the tester waits for the accessory.", "type": "number",
                "minimum": 0.1, "maximum": 100,
            ],
            "answer-within": [
                "description": "How long to wait for each response.", "type": "string",
                "pattern": "^[0-9.]+(us|µs|ms|s|min)$",
            ],
            "declares": [
                "description": "Facts about the accessory that the wire does not show.", "type": "array",
                "items": ["type": "string"],
            ],
            "leave-out": [
                "description": "Cases that a run leaves out, each with a reason, which reports show.", "type": "array",
                "items": [
                    "type": "object", "additionalProperties": false, "required": ["case", "reason"],
                    "properties": [
                        "case": text("A pattern over the names of cases and instances; * stands for any text."),
                        "reason": text("Why it is left out."),
                    ],
                ],
            ],
            "budgets": budgets,
            "serial-log": choice(
                "Where the lines of its serial console come from; the journal has them with their times.",
                ["file", "command"]
            ),
        ])
    }

    /// The relay over which the accessory is reached.
    private static var via: JSON {
        [
            "description": "An `assay relay` on the accessory's network; all addresses are those there.",
            "type": "object", "additionalProperties": false, "required": ["relay"],
            "oneOf": [["required": ["fingerprint"]], ["required": ["ca"]]],
            "properties": [
                "relay": [
                    "description": "relay://host:port", "type": "string", "pattern": "^relay://.+:[0-9]+$",
                ],
                "fingerprint": text("The SHA-256 fingerprint of the relay's certificate, as the relay prints it."),
                "ca": text("A PEM file with the authorities that may have issued the relay's certificate."),
                "token-file": text("A file with the relay's token; without it, ASSAY_RELAY_TOKEN has the token."),
            ],
        ]
    }

    /// The limits of percentiles, by their names.
    private static var budgets: JSON {
        let percentiles = Percentile.allCases.map(\.rawValue)
        let names = MeasuredOperation.allCases.flatMap(\.series).flatMap { series in
            percentiles.map { "\(series).\($0)" }
        }
        let time: JSON = ["type": "string", "pattern": "^[0-9.]+(us|µs|ms|s|min)$"]
        let limit: JSON = [
            "oneOf": [
                time,
                [
                    "type": "object", "additionalProperties": false, "required": ["limit"],
                    "properties": ["limit": time, "severity": ["enum": ["fail", "warn"]]],
                ],
            ]
        ]
        return [
            "description": "Limits for the times that `assay measure` measures.", "type": "object",
            "additionalProperties": limit, "propertyNames": ["enum": .array(names.map { .string($0) })],
        ]
    }

    private static func text(_ description: String) -> JSON {
        ["description": .string(description), "type": "string"]
    }

    private static func object(_ description: String, _ properties: JSON) -> JSON {
        [
            "description": .string(description), "type": "object", "additionalProperties": false,
            "properties": properties,
        ]
    }

    private static func secret(_ description: String) -> JSON {
        choice(description, ["file", "environment", "command"])
    }

    /// A mapping with exactly one of the keys.
    private static func choice(_ description: String, _ keys: [String]) -> JSON {
        let properties = JSONObject(members: keys.map { .init(key: $0, value: ["type": "string"]) })
        return [
            "description": .string(description), "type": "object", "additionalProperties": false,
            "properties": .object(properties), "minProperties": 1, "maxProperties": 1,
        ]
    }
}
