import HAPModel
import Testing

@testable import SuiteLanguage

@Suite("Planning")
struct PlannerTests {
    /// A lightbulb, and a door behind a bridge, with as little as the tests need.
    static let database: JSON = [
        "accessories": [
            [
                "aid": 1,
                "services": [
                    [
                        "iid": 8, "type": "43",
                        "characteristics": [
                            ["iid": 9, "type": "25", "format": "bool", "perms": ["pr", "pw", "ev"], "value": false],
                            [
                                "iid": 10, "type": "8", "format": "int", "perms": ["pr", "pw"], "value": 50,
                                "minValue": 0, "maxValue": 100, "minStep": 1,
                            ],
                        ],
                    ]
                ],
            ],
            [
                "aid": 2,
                "services": [
                    [
                        "iid": 1, "type": "41",
                        "characteristics": [
                            ["iid": 2, "type": "32", "format": "uint8", "perms": ["pr", "pw", "ev"], "value": 1]
                        ],
                    ]
                ],
            ],
        ]
    ]

    private static func requirement(_ id: String, applies: String = "always", transports: String = "ip") -> String {
        """
        - id: \(id)
          source: s
          level: must
          subject: accessory
          transports: [\(transports)]
          applies: "\(applies)"
          requires: r
          observe: o
          defect: d
          automatic: "yes"

        """
    }

    private static let requirements =
        "requirements:\n" + requirement("R-1") + requirement("R-2", applies: "is bridge")
        + requirement("R-3", applies: "is not a bridge") + requirement("R-4", transports: "ble")
        + requirement("R-5", applies: "uses Wi-Fi")
        + requirement("R-6", applies: "follows R14 or later")
        + requirement("R-7", applies: "supports software authentication (ff bit 1)")
        + requirement("R-8", applies: "has no authentication coprocessor (ff bit 0 clear)")
        + requirement("R-9", applies: "supports transient pair setup")

    /// Plans a suite; its cases are given without their four spaces of indentation. ``UserInstanceTests`` tests the
    /// instances by a user, which are left out.
    private func plan(
        _ cases: String,
        selecting selection: Selection = Selection(),
        declared: Set<String> = [],
        featureFlags: UInt64? = nil,
        actuate: Bool = false,
        destroy: Bool = false,
        code: Bool = true,
        seed: UInt64 = 1,
        orderSeed: UInt64? = nil,
        database: JSON = database,
        unreachable: Set<CharacteristicID> = []
    ) throws -> Plan {
        let body = cases.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
        var files = try RealSuites.files.get().filter {
            $0.path.hasPrefix("vocabulary/") || $0.path == "requirements/applies.yaml"
        }
        files.append(SuiteFile(path: "requirements/r.yaml", text: Self.requirements))
        files.append(SuiteFile(path: "t/s.yaml", text: "chapter: t\nsection: s\ntitle: t\ncases:\n\(body)\n"))
        let library = try SuiteLibrary(files)
        var capabilities = Capabilities(
            database: AttributeDatabase(database),
            catalogue: try RealSuites.catalogue.get(),
            declared: declared,
            mayActuate: actuate,
            mayDestroy: destroy,
            hasSetupCode: code,
            stimuli: [],
            advertised: featureFlags.map {
                AdvertisedFacts(featureFlags: $0, category: nil, hasSetupHash: false, protocolVersion: nil)
            }
        )
        capabilities.unreachable = unreachable
        var plan = Planner(library: library, capabilities: capabilities, seed: seed).plan(
            selection,
            orderSeed: orderSeed
        )
        plan.instances.removeAll(where: \.isByUser)
        return plan
    }

    private func item(_ id: String, _ keys: String, proves: String = "R-1") -> String {
        "\(id): {title: t, proves: \(proves), \(keys)}"
    }

    private let read = "steps: [{read: 1.9, expect: {value: 10}}]"
    private let setup = "needs: unpaired, steps: [{pair-setup: {}, expect: {ends-at: M6}}]"
    private func each(_ filter: String, _ steps: String = "steps: [{write: {it: v1}, expect: {value: 10}}]") -> String {
        "each: {characteristic: \(filter)}, \(steps)"
    }

    @Test("Paired cases run first, then unpaired ones, then irreversible ones, then monitors")
    func order() throws {
        let plan = try plan(
            """
            \(item("m.one", "monitor: pairing-answer, expect: {field: {state: {present: true}}}"))
            \(item("d.one", "reset-by: factory-reset, " + setup))
            \(item("u.one", setup))
            \(item("p.one", read))
            \(item("u.two", setup))
            \(item("p.two", read))
            """,
            destroy: true
        )
        #expect(plan.instances.map(\.caseID) == ["p.one", "p.two", "u.one", "u.two", "d.one", "m.one"])
        #expect(plan.skips.isEmpty)
    }

    @Test("Skipped cases have a reason")
    func skips() throws {
        let plan = try plan(
            """
            \(item("a.bridge", read, proves: "R-2"))
            \(item("a.no-bridge", read, proves: "R-3"))
            \(item("a.ble", read, proves: "R-4"))
            \(item("a.wi-fi", read, proves: "R-5"))
            \(item("a.destructive", "reset-by: factory-reset, " + setup))
            \(item("a.unpaired", setup))
            \(item("a.none", each("{type: [\"73\"]}")))
            \(item("a.subject", each("{type: [\"73\"]}", "steps: [{read: it, expect: {value: 10, proves: R-2}}]"), proves: "R-3"))
            \(item("a.door", each("{type: [\"32\"]}")))
            \(item("a.one", "one: {it: {type: [\"32\"]}}, steps: [{write: {it: v1}, expect: {value: 10}}]"))
            \(item("a.look", each("{type: [\"32\"]}", "steps: [{read: it, expect: {value: 10}}]")))
            """,
            code: false
        )
        #expect(
            plan.instances.map(\.name) == [
                "a.bridge[over=ip]", "a.look[2/garage-door-opener.target-door-state; over=ip]",
            ]
        )
        #expect(
            plan.skips.map { "\($0.name): \($0.reason)" } == [
                "a.no-bridge: the case is for an accessory that is not a bridge; it is a bridge",
                "a.ble: R-4 is not for ip",
                "a.wi-fi: the case is for an accessory that uses Wi-Fi; no message shows `wi-fi`",
                "a.destructive: no message undoes its effects; allow it with --destructive, and name a --reset-command",
                "a.unpaired: it needs the setup code; set ASSAY_SETUP_CODE",
                "a.none: it needs a Programmable Switch Event; this accessory has none",
                "a.subject: the case is for an accessory that is not a bridge; it is a bridge",
                "a.door[2/garage-door-opener.target-door-state; over=ip]: "
                    + "it writes a characteristic that may move, lock, arm, heat, cool, blow or water something, or switch power; allow it with --actuate, or its service with `actuate` in the profile",
                "a.one: it writes a characteristic that may move, lock, arm, heat, cool, blow or water something, or switch power; allow it with --actuate, or its service with `actuate` in the profile",
            ]
        )
    }

    @Test(
        "A requirement that may only bind a later release is tested, and softened unless the profile states the release",
        arguments: ["1.1.0", "01.01.00", "1.2.0", "1.10"]
    )
    func softens(version text: String) throws {
        let read = item("a.b", read, proves: "R-6")
        #expect(
            try plan(read).skips.map(\.reason) == [
                "the case is for an accessory that follows R14 or later; it does not show a version of R2 or later"
            ]
        )
        let version: JSON = ["iid": 91, "type": "37", "format": "string", "perms": ["pr"], "value": .string(text)]
        let later: JSON = [
            "accessories": [["aid": 1, "services": [["iid": 90, "type": "A2", "characteristics": [version]]]]]
        ]
        #expect(try plan(read, database: later).instances.map(\.softens) == [["R-6"]])
        #expect(try plan(read, declared: ["release: r14+"], database: later).instances.map(\.softens) == [[]])
    }

    /// A service with one characteristic that can be read and written.
    private func database(service: String, _ type: String, format: String, perms: JSON = ["pr", "pw"]) -> JSON {
        let characteristic: JSON = ["iid": 2, "type": .string(type), "format": .string(format), "perms": perms]
        let service: JSON = ["iid": 1, "type": .string(service), "characteristics": [characteristic]]
        return ["accessories": [["aid": 1, "services": [service]]]]
    }

    @Test(
        "Only characteristics that keep their value are written where a case reads the value back",
        arguments: [
            ("43", "25", "bool", ["pr", "pw"], true), ("110", "118", "tlv8", ["pr", "pw"], false),
            ("110", "117", "tlv8", ["pr", "pw"], false), ("129", "131", "tlv8", ["pr", "pw", "wr"], false),
            ("D8", "E7", "uint32", ["pr", "pw", "ev"], false), ("89", "73", "uint8", ["pr", "pw"], false),
            ("D8", "E3", "string", ["pr", "pw", "ev"], true),
            (
                "7A0E1000-6A5B-4C3D-9E2F-A55A10000001", "7A0E1001-6A5B-4C3D-9E2F-A55A10000001", "tlv8", ["pr", "pw"],
                false
            ),
            (
                "7A0E1000-6A5B-4C3D-9E2F-A55A10000001", "7A0E1001-6A5B-4C3D-9E2F-A55A10000001", "data", ["pr", "pw"],
                true
            ),
            (
                "7A0E1000-6A5B-4C3D-9E2F-A55A10000001", "7A0E1001-6A5B-4C3D-9E2F-A55A10000001", "data",
                ["pr", "pw", "wr"], false
            ),
        ] as [(String, String, String, JSON, Bool)]
    )
    func stores(_ service: String, _ type: String, _ format: String, _ perms: JSON, _ isKept: Bool) throws {
        let database = database(service: service, type, format: format, perms: perms)
        let plan = try plan(item("a.b", each("{has: [pr, pw], stores: true}")), actuate: true, database: database)
        #expect(plan.instances.count == (isKept ? 1 : 0))
    }

    /// Whether the step, or one inside it, writes a value.
    private static func writesValue(_ step: Step) -> Bool {
        if step.inner.contains(where: writesValue) { return true }
        guard case .call(let verb, let arguments) = step.action else { return false }
        return verb == "write" || verb == "timed-write"
            || verb == "request" && Argument.map(arguments).json.serialized().contains("value")
    }

    @Test("Every case that writes a value and reads it back selects characteristics that keep their value")
    func storesInSuites() throws {
        let database = database(service: "D8", "E7", format: "uint32", perms: ["pr", "pw", "ev"])
        let capabilities = Capabilities(
            database: AttributeDatabase(database),
            catalogue: try RealSuites.catalogue.get(),
            mayActuate: true,
            mayDestroy: true,
            hasSetupCode: true,
            stimuli: []
        )
        let library = try SuiteLibrary(try RealSuites.files.get())
        let plan = Planner(library: library, capabilities: capabilities, seed: 1).plan(Selection())
        let written = plan.instances.filter { instance in
            guard instance.target != nil, case .procedure(let steps) = library.case(instance.caseID)?.body else {
                return false
            }
            return steps.contains(where: Self.writesValue)
        }
        #expect(written.map(\.name) == [])
    }

    @Test(
        "Characteristics that actuate, switches and outlets are written only if the user allows it",
        arguments: [
            ("40", "25", true), ("47", "25", true), ("49", "25", true), ("B7", "B0", true), ("BB", "B0", true),
            ("B9", "C2", true), ("BC", "B0", true), ("BD", "B0", true), ("CF", "B0", true), ("D0", "B0", true),
            ("D7", "B0", true), ("41", "32", true), ("44", "1A", true), ("45", "1E", true), ("4A", "35", true),
            ("7E", "67", true), ("81", "7C", true), ("8B", "7C", true), ("8C", "7C", true), ("111", "7B", true),
            ("43", "25", false), ("D8", "B0", false), ("112", "11A", false), ("121", "119", false),
            ("7A0E1000-6A5B-4C3D-9E2F-A55A10000001", "25", false),
        ]
    )
    func actuators(_ service: String, _ type: String, _ isBarred: Bool) throws {
        let plan = try plan(
            item("a.b", each("{has: [pr, pw]}")),
            database: database(service: service, type, format: "uint8")
        )
        #expect(plan.instances.isEmpty == isBarred)
    }

    @Test(
        "Cases that depend on the feature flags follow them, and are skipped if the flags are unknown",
        arguments: [
            (nil, ["R-7", "R-8", "R-9"]), (0, ["R-7", "R-9"]), (1, ["R-7", "R-8", "R-9"]), (2, []), (3, ["R-8"]),
        ] as [(UInt64?, [String])]
    )
    func featureFlags(flags: UInt64?, leftOut: [String]) throws {
        let version: JSON = ["iid": 91, "type": "37", "format": "string", "perms": ["pr"], "value": "1.1.0"]
        let later: JSON = [
            "accessories": [["aid": 1, "services": [["iid": 90, "type": "A2", "characteristics": [version]]]]]
        ]
        let all = "a.b: {title: t, proves: [R-1, R-7, R-8, R-9], \(read)}"
        #expect(try plan(all, featureFlags: flags, database: later).instances.map(\.leavesOut) == [leftOut])
        let reasons = try plan(item("a.b", read, proves: "R-9"), featureFlags: flags, database: later).skips.map(
            \.reason
        )
        switch flags {
        case nil:
            let reason = "no mDNS response advertised this accessory"
            #expect(reasons == ["it needs support for transient pair setup; \(reason)"])
        case 2, 3: #expect(reasons == [])
        case .some(let flags):
            #expect(reasons == ["it needs support for transient pair setup; its ff is \(flags)"])
        }
    }

    @Test("Facts of the profile and allowed actuation are planned")
    func allowed() throws {
        let plan = try plan(
            "\(item("a.wi-fi", read, proves: "R-5"))\n\(item("a.door", each("{type: [\"32\"]}")))",
            declared: ["wi-fi"],
            actuate: true
        )
        #expect(plan.instances.count == 2)
        #expect(plan.skips.isEmpty)
    }

    @Test("A requirement that does not apply is left out of a case that also proves others")
    func leavesOut() throws {
        let plan = try plan(
            """
            a.both: {title: t, proves: [R-1, R-3, R-4], \(read)}
            a.rows: {title: t, proves: R-1, rows: [{label: x, M1.state: 1, proves: R-3}, {label: z, M1.state: 1, proves: R-2}], steps: [{pair-verify: {alter: row}, expect: {state: 2}}]}
            """
        )
        #expect(plan.instances.map(\.name) == ["a.both[over=ip]", "a.rows[row=z; over=ip]"])
        #expect(plan.instances.map(\.leavesOut) == [["R-3", "R-4"], ["R-3"]])
        #expect(
            plan.skips.map { "\($0.name): \($0.reason)" } == [
                "a.rows[row=x; over=ip]: the case is for an accessory that is not a bridge; it is a bridge"
            ]
        )
    }

    private func wrong(_ tries: Int) -> String {
        "needs: unpaired, spends: {tries: \(tries)}, "
            + "steps: [{pair-setup: {code: wrong}, expect: {error: authentication}}]"
    }

    private static let pairs =
        "needs: unpaired, spends: {pairings: 1}, steps: [{pair-setup: {}, expect: {ends-at: M6}}]"

    @Test("A case that pairs is kept until wrong codes come near the ceiling, because it resets their count")
    func pairsBetweenWrongCodes() throws {
        let plan = try plan(
            """
            \(item("a.pairs", Self.pairs))
            \(item("a.one", wrong(30)))
            \(item("a.two", wrong(20)))
            \(item("a.three", wrong(1)))
            """
        )
        #expect(plan.instances.map(\.caseID) == ["a.one", "a.two", "a.pairs", "a.three"])
        #expect(plan.cost == Plan.Cost(pairings: 1, ownPairSetups: 1, tries: 51, seconds: 0))
    }

    @Test("If no case pairs any more, the tester proves the right code between wrong ones")
    func ownRightCodes() throws {
        let cases = (0..<7).map { item("a.n\($0)", wrong(30)) }.joined(separator: "\n")
        let plan = try plan("\(cases)\n\(item("a.pairs", Self.pairs))")
        #expect(plan.instances.count == 8)
        #expect(plan.skips.isEmpty)
        // Seven times thirty wrong codes: six right codes between them, one of which is the case's.
        #expect(plan.cost == Plan.Cost(pairings: 1, ownPairSetups: 6, tries: 210, seconds: 0))
    }

    @Test("Smaller numbers of wrong codes fill the gap that a larger one leaves below the ceiling")
    func fillsUp() throws {
        let plan = try plan(
            [30, 30, 20, 20].enumerated().map { item("a.n\($0.offset)", wrong($0.element)) }.joined(separator: "\n")
        )
        #expect(plan.instances.map(\.caseID) == ["a.n0", "a.n2", "a.n1", "a.n3"])
        #expect(plan.cost.ownPairSetups == 2)
    }

    @Test("A seed decides a different order where the states allow it, and the same order each time")
    func otherOrders() throws {
        let cases = (0..<12).map { item("a.p\($0)", read) } + (0..<12).map { item("a.u\($0)", setup) }
        let orders = try [nil, 1, 1, 2].map {
            try plan(cases.joined(separator: "\n"), orderSeed: $0).instances.map(\.caseID)
        }
        #expect(Set(orders[0]) == Set(orders[1]))
        #expect(orders[1] == orders[2])
        #expect(Set(orders).count == 3)
        for order in orders { #expect(order.prefix(12).allSatisfy { $0.hasPrefix("a.p") }) }
    }

    @Test("The cost of a run is the sum of its cases")
    func cost() throws {
        let plan = try plan(
            item("a.b", "spends: {seconds: 5.5}, " + each("{has: [pr, pw], service: [\"43\"]}"))
        )
        #expect(plan.instances.count == 2)
        #expect(plan.cost.seconds == 11)
        #expect(plan.cost.overlappedSeconds == 5.5)
        #expect(plan.cost.likelySeconds == 5.5)
    }

    private static let waits =
        "log: {events: it, for: 3s, as: seen}, on: b, while: [{write: {it: v1}, on: a}]}, {expect: {seen: {at-least: 1}}"

    @Test("Instances wait together if none sees what another one writes; a subscription alone sees nothing")
    func groups() throws {
        let filter = "{service: [\"43\"], has: [pw]}"
        let plan = try plan(
            """
            \(item("a.on", "spends: {seconds: 3}, one: {it: {type: [\"25\"]}}, steps: [{\(Self.waits)}]"))
            \(item("a.again", "spends: {seconds: 3}, one: {it: {type: [\"25\"]}}, steps: [{\(Self.waits)}]"))
            \(item("a.other", "spends: {seconds: 3}, one: {it: {type: [\"8\"]}, also: {type: [\"25\"]}}, steps: [{subscribe: also, on: c}, {\(Self.waits)}]"))
            \(item("a.alone", "one: {it: \(filter)}, steps: [{read: it, expect: {outcome: success}}]"))
            """
        )
        // The second half by a regular controller.
        let together = ["a.again", "a.other", "a.on", "a.other", "a.again", "a.on"]
        #expect(plan.groups.map { $0.map(\.caseID) } == [together, ["a.alone"], ["a.alone"]])
        #expect(plan.groups[0].map(\.isByUser) == [false, false, false, true, true, true])
        #expect(plan.cost.seconds == 18)
        #expect(plan.cost.overlappedSeconds == 12)
        #expect(plan.cost.likelySeconds == 12)
    }

    @Test("The likely cost leaves out the time for which an instance only waits for the events that it expects")
    func likelyCost() throws {
        let waits =
            "log: {events: it, for: 3s, until: 1, as: seen}, on: b, while: [{write: {it: v1}, on: a}]}, {expect: {seen: {at-least: 1}}"
        let plan = try plan(
            item("a.on", "spends: {seconds: 5}, one: {it: {type: [\"25\"]}}, steps: [{\(waits)}]")
        )
        #expect(plan.instances.count == 1)
        #expect(plan.cost.seconds == 5)
        #expect(plan.cost.likelySeconds == 2)
        let quiet = try self.plan(
            item(
                "a.on",
                "spends: {seconds: 5}, one: {it: {type: [\"25\"]}}, steps: [{\(waits.replacing("until: 1", with: "until: 1, quiet: 1s"))}]"
            )
        )
        #expect(quiet.cost.likelySeconds == 3)
    }

    @Test("Rows and matches multiply; a row without a value is skipped separately")
    func rows() throws {
        let steps =
            "rows: {boundary: [maximum, above-maximum, text-for-bool]}, steps: [{write: {it: row}, expect: {value: 10}}]"
        let plan = try plan(item("a.b", each("{service: [\"43\"]}", steps)))
        #expect(
            plan.instances.map { "\($0.name) \($0.rowValue?.serialized() ?? "-")" } == [
                "a.b[lightbulb.on; row=text-for-bool; over=ip] \"true\"",
                "a.b[lightbulb.brightness; row=maximum; over=ip] 100",
                "a.b[lightbulb.brightness; row=above-maximum; over=ip] 101",
            ]
        )
        #expect(
            plan.skips.map { "\($0.name): \($0.reason)" } == [
                "a.b[lightbulb.on; row=maximum; over=ip]: the characteristic has no value of this kind",
                "a.b[lightbulb.on; row=above-maximum; over=ip]: the characteristic has no value of this kind",
                "a.b[lightbulb.brightness; row=text-for-bool; over=ip]: the characteristic has no value of this kind",
            ]
        )
    }

    @Test("Several names are bound to different characteristics")
    func several() throws {
        let steps = "steps: [{write: {it: v1}}, {write: {that: 5}}, {read: [it, that], expect: {outcome: success}}]"
        let plan = try plan(item("a.b", "one: {it: {has: [pw]}, that: {has: [pw]}}, \(steps)"))
        #expect(plan.instances.map(\.name) == ["a.b[lightbulb.on+lightbulb.brightness; over=ip]"])
        #expect(plan.instances.first?.characteristics["that"] == CharacteristicID(aid: 1, iid: 10))
        let none = try self.plan(item("a.b", "one: {it: {has: [pw]}, that: {has: [hd]}}, \(steps)"))
        #expect(none.skips.map(\.reason) == ["it needs a hidden further characteristic; this accessory has none"])
    }

    @Test(
        "What a case needs is said in words",
        arguments: [
            ("{type: [\"73\"], has: [ev]}", "a Programmable Switch Event with events"),
            (
                "{has: [pr, pw, wr], without: [tw, aa], format: tlv8}",
                "a readable and writable characteristic of format tlv8 with write responses, without timed writes or authorization data"
            ),
            ("{pairs: [\"B7/AF\"]}", "a Current Fan State of a Fan v2"),
            ("{has: [hd], declares: [maxLen]}", "a hidden characteristic that declares maxLen"),
            (
                "{pairs: [\"B7/AF\", \"8C/7C\", \"45/1E\", \"7E/67\"]}",
                "a characteristic of 4 kinds, such as Current Fan State of a Fan v2"
            ),
        ]
    )
    func neededWords(_ filter: String, _ words: String) throws {
        let plan = try plan(item("a.b", "one: {it: \(filter)}, steps: [{read: it, expect: {outcome: success}}]"))
        #expect(plan.skips.map(\.reason) == ["it needs \(words); this accessory has none"])
    }

    @Test("An instance keeps its name for all seeds and values, and its name contains no value")
    func identity() throws {
        let steps =
            "rows: {boundary: [above-maximum, number-for-text]}, steps: [{write: {it: row}, expect: {value: 10}}]"
        let text = item("a.b", each("{has: [pr, pw]}", steps))
        func renumbered(_ json: JSON) -> JSON {
            switch json {
            case .array(let elements): return .array(elements.map(renumbered))
            case .object(let object):
                return .object(
                    JSONObject(
                        members: object.members.map { member in
                            switch member.key {
                            case "iid": .init(key: "iid", value: JSON((member.value.uint64Value ?? 0) + 700))
                            case "maxValue": .init(key: "maxValue", value: 90)
                            case "value": .init(key: "value", value: 77)
                            default: .init(key: member.key, value: renumbered(member.value))
                            }
                        }
                    )
                )
            default: return json
            }
        }
        let names = try plan(text).instances.map(\.name)
        #expect(try plan(text, seed: 99).instances.map(\.name) == names)
        let other = try plan(text, database: renumbered(Self.database))
        #expect(other.instances.map(\.name) == names)
        #expect(names.allSatisfy { !$0.contains("101") && !$0.contains("91") && !$0.contains("50") })
        #expect(Set(names).count == names.count)
    }

    @Test("Two plans of the same cases are equal")
    func repeatable() throws {
        let text = item("a.b", each("{has: [pr, pw]}")) + "\n" + item("a.c", setup)
        #expect(try plan(text).instances == plan(text).instances)
    }

    @Test("Characteristics with the same name in one accessory are numbered in order")
    func labels() throws {
        let service: JSON = [
            "iid": 1, "type": "89",
            "characteristics": [["iid": 2, "type": "73", "format": "uint8", "perms": ["pr", "ev"]]],
        ]
        let vendor: JSON = [
            "iid": 3, "type": "E863F10A-079E-48FF-8F27-9C2605A29F52",
            "characteristics": [
                ["iid": 4, "type": "E863F10A-079E-48FF-8F27-9C2605A29F53", "format": "bool", "perms": ["pr"]]
            ],
        ]
        let database = AttributeDatabase(["accessories": [["aid": 1, "services": [service, service, vendor]]]])
        #expect(
            database.found(try RealSuites.catalogue.get()).map(\.label) == [
                "stateless-programmable-switch.programmable-switch-event",
                "stateless-programmable-switch.programmable-switch-event#2",
                "e863f10a-079e-48ff-8f27-9c2605a29f52.e863f10a-079e-48ff-8f27-9c2605a29f53",
            ]
        )
    }

    // MARK: Selection

    @Test(
        "A selection picks by id, pattern, instance, tag, requirement and characteristic",
        arguments: [
            (Selection(), ["w.each[lightbulb.on]", "w.each[lightbulb.brightness]", "r.one", "r.two"]),
            (Selection(patterns: ["r.one"]), ["r.one"]),
            (Selection(patterns: ["r.*"]), ["r.one", "r.two"]),
            (Selection(patterns: ["*.two", "r.one"]), ["r.one", "r.two"]),
            (Selection(patterns: ["r"]), []),
            (Selection(patterns: ["w.each[lightbulb.on; over=ip]"]), ["w.each[lightbulb.on]"]),
            (Selection(patterns: ["*[lightbulb.b*"]), ["w.each[lightbulb.brightness]"]),
            (Selection(tags: ["slow"]), ["r.two"]),
            (
                Selection(withoutTags: ["slow"]),
                ["w.each[lightbulb.on]", "w.each[lightbulb.brightness]", "r.one"]
            ),
            (Selection(tags: ["slow"], withoutTags: ["s"]), []),
            (Selection(tags: ["s"]), ["w.each[lightbulb.on]", "w.each[lightbulb.brightness]", "r.one", "r.two"]),
            (Selection(requirements: ["R-2"]), ["r.two"]),
            (
                Selection(requirements: ["R-*"]),
                ["w.each[lightbulb.on]", "w.each[lightbulb.brightness]", "r.one", "r.two"]
            ),
            (Selection(characteristics: ["lightbulb.on"]), ["w.each[lightbulb.on]"]),
            (Selection(characteristics: ["*.brightness"]), ["w.each[lightbulb.brightness]"]),
            (Selection(patterns: ["w.*"], characteristics: ["door.*"]), []),
        ]
    )
    func selection(_ selection: Selection, _ names: [String]) throws {
        let plan = try plan(
            """
            \(item("w.each", each("{service: [\"43\"]}")))
            \(item("r.one", read))
            \(item("r.two", "tags: [slow], " + read, proves: "R-2"))
            """,
            selecting: selection
        )
        #expect(
            plan.instances.map { $0.name.replacing("; over=ip", with: "").replacing("[over=ip]", with: "") } == names
        )
    }

    @Test("Characteristics with the same ID are skipped once")
    func sameID() throws {
        let one: JSON = ["iid": 9, "type": "25", "format": "bool", "perms": ["pr", "pw", "ev"], "value": false]
        let database: JSON = [
            "accessories": [
                ["aid": 1, "services": [["iid": 8, "type": "43", "characteristics": .array([one, one, one])]]]
            ]
        ]
        let plan = try plan(item("a.b", each("{format: [bool]}")), database: database)
        #expect(plan.instances.isEmpty, "\(plan.skips)")
        #expect(plan.skips.map(\.name) == ["a.b[lightbulb.on; over=ip]"], "\(plan.skips)")
        #expect(
            plan.skips.allSatisfy { $0.isUnjudged && $0.reason.contains("several characteristics with the ID 1.9") }
        )
    }

    @Test("Characteristics of an accessory that the bridge cannot reach are skipped once, and others are taken instead")
    func unreachable() throws {
        let one: JSON = ["iid": 9, "type": "25", "format": "bool", "perms": ["pr", "pw", "ev"], "value": false]
        let two: JSON = ["iid": 10, "type": "25", "format": "bool", "perms": ["pr", "pw", "ev"], "value": false]
        let service: JSON = ["iid": 8, "type": "43", "characteristics": [one, two]]
        let database: JSON = [
            "accessories": [
                ["aid": 1, "services": []], ["aid": 2, "services": [service]], ["aid": 3, "services": [service]],
            ]
        ]
        let lost = Set([9, 10].map { CharacteristicID(aid: 2, iid: $0) })
        let each = try plan(item("a.b", each("{format: [bool]}")), database: database, unreachable: lost)
        #expect(each.instances.count == 2)
        #expect(each.instances.allSatisfy { $0.characteristics["it"]?.aid == 3 })
        #expect(each.skips.map(\.name) == ["a.b[2/lightbulb.on; over=ip]"], "\(each.skips)")
        #expect(
            each.skips.allSatisfy {
                !$0.isInapplicable && $0.reason.contains("cannot reach the accessory with the aid 2")
            }
        )
        let one2 = try plan(
            item("a.b", "one: {it: {format: [bool]}}, steps: [{read: it, expect: {value: 10}}]"),
            database: database,
            unreachable: lost
        )
        #expect(one2.instances.map { $0.characteristics["it"]?.aid } == [3])
    }

    @Test("An instance with several characteristics is selected by each of them")
    func selectionOfSeveral() {
        let name = "a.b[lightbulb.on+2/lightbulb.hue; row=x; over=ip]"
        for pattern in ["lightbulb.on", "2/lightbulb.hue", "*.hue"] {
            #expect(Selection(characteristics: [pattern]).selects(instance: name))
        }
        #expect(!Selection(characteristics: ["lightbulb"]).selects(instance: name))
        #expect(!Selection(characteristics: ["*"]).selects(instance: "a.b[row=x; over=ip]"))
    }

    @Test(
        "A star stands for any text",
        arguments: [
            ("abc", "abc", true), ("abc", "ab", false), ("abc", "a*", true), ("abc", "*c", true), ("abc", "a*c", true),
            ("abc", "*b*", true), ("abc", "*", true), ("", "*", true), ("ab", "ab*b", false), ("a.b.c", "a*b*c", true),
            ("axbxc", "*x*x*", true), ("axc", "*x*x*", false), ("abc", "", false),
        ]
    )
    func star(_ text: String, _ pattern: String, _ fits: Bool) {
        #expect(Selection.fits(text, pattern) == fits)
    }
}
