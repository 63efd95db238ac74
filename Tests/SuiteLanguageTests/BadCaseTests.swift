import Testing

@testable import SuiteLanguage

/// Each error in a case is reported with file, line and column. The case's own lines start at line 8, column 5.
@Suite("Wrong cases")
struct BadCaseTests {
    struct Slip: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: String
        let message: String

        init(_ what: String, _ lines: String, _ message: String) {
            (testDescription, self.lines, self.message) = (what, lines, message)
        }
    }

    private func check(_ slip: Slip) throws {
        let (cases, problems) = try SuiteText(case: slip.lines).load()
        #expect(problems == ["t/s.yaml:" + slip.message])
        #expect(cases.isEmpty)
    }

    private static let outcomes = ((try? RealSuites.vocabulary) ?? Vocabulary()).outcomes
        .filter { $0.reach.covers(["ip", "ble", "thread"]) }.map(\.name).sorted().joined(separator: ", ")

    // MARK: Words

    @Test("Unknown words are rejected with the known ones", arguments: unknownWords)
    func unknownWord(_ slip: Slip) throws { try check(slip) }

    static let unknownWords = [
        Slip(
            "unknown key of a case",
            "steps: []\nretries: 3",
            "9:5: unknown key `retries`; expected one of checks, class, connections, document, each, expect, monitor, "
                + "needs, one, over, proves, reset-by, rows, spends, steps, strands, tags, title, where"
        ),
        Slip("unknown verb", "steps:\n- {reed: 1.2}", "9:8: unknown verb `reed`; did you mean `read`?"),
        Slip(
            "unknown parameter",
            "steps:\n- {read: {off: 1.2}, expect: {value: 10}}",
            "9:15: unknown parameter `off` of `read`; did you mean `of`?"
        ),
        Slip(
            "unknown point",
            "steps:\n- {pair-verify: {set: {M5.AA: random}}, expect: {state: 2}}",
            "9:28: unknown point `M5.AA` of pair-verify"
        ),
        Slip(
            "unknown point of a row",
            "rows: [{label: x, M5.AA: random}]\nsteps:\n- {pair-verify: {alter: row}, expect: {state: 2}}",
            "10:29: unknown point `M5.AA` of pair-verify in the row `x`"
        ),
        Slip(
            "unknown predicate",
            "steps:\n- {read: 1.2, expect: {stauts: 0}}",
            "9:28: unknown predicate `stauts`; did you mean `status`?"
        ),
        Slip(
            "predicate of another observation",
            "steps:\n- {read: 1.2, expect: {state: 2}}",
            "9:28: `state` applies to pairing, not to entries"
        ),
        Slip(
            "unknown outcome",
            "steps:\n- {read: 1.2, expect: {outcome: refusd}}",
            "9:37: unknown outcome `refusd`; did you mean `refused`?"
        ),
        Slip(
            "unknown outcome of a loop",
            "steps:\n- {repeat: {times: 3, until: never, do: {pair-setup: {code: wrong}}}, expect: {stopped-at: 2}}",
            "9:34: unknown outcome `never`; expected one of \(outcomes)"
        ),
        Slip(
            "unknown field",
            "steps:\n- {pair-setup: {}, expect: {field: {facts.flags: 1, lenghts.salt: 16}}}",
            "9:57: unknown field `lenghts.salt` of pairing; did you mean `lengths`?"
        ),
        Slip(
            "unknown status",
            "steps:\n- {read: 1.2, expect: {field: {entry.status: sucess}}}",
            "9:50: unknown name `sucess`; did you mean `success`?"
        ),
        Slip(
            "unknown status of a list",
            "steps:\n- {read: 1.2, expect: {field: {statuses: {excludes: red-only}}}}",
            "9:57: unknown name `red-only`; did you mean `read-only`?"
        ),
        Slip(
            "unknown Error",
            "steps:\n- {pair-setup: {}, expect: {field: {error: autentication}}}",
            "9:48: unknown name `autentication`; did you mean `authentication`?"
        ),
        Slip(
            "unknown item that no answer may hold",
            "steps:\n- {pair-setup: {}, expect: {never: {tlv: prof}}}",
            "9:46: unknown TLV type `prof`; did you mean `proof`?"
        ),
        Slip(
            "unknown item",
            "steps:\n- {pair-setup: {}, expect: {has: [state, flgs]}}",
            "9:46: unknown TLV type `flgs`; did you mean `flags`?"
        ),
        Slip(
            "unknown connection",
            "steps:\n- {read: 1.2, on: nope, expect: {outcome: success}}",
            "9:23: unknown connection `nope`; name it under `connections` of the case, or write a single letter or `new`"
        ),
        Slip(
            "mistyped setup code",
            "steps:\n- {pair-setup: {code: rihgt}, expect: {outcome: success}}",
            "9:27: `rihgt` is not a setup code; did you mean `right`? Or write a setup code in quotes, such as "
                + "\"518-08-582\""
        ),
        Slip(
            "unknown operator",
            "steps:\n- {read: 1.2, expect: {field: {entry.value: {is: 1}}}}",
            "9:50: unknown operator `is`; expected one of at-least, at-most, differs, equals, "
                + "excludes, includes, kind, length, matches, none-of, one-of, present, unique"
        ),
        Slip(
            "unknown requirement of an expectation",
            "steps:\n- {read: 1.2, expect: {value: 10, proves: HAP-READ-999}}",
            "9:47: unknown requirement `HAP-READ-999`; did you mean `HAP-READ-009`, `HAP-READ-019` or `HAP-READ-029`? "
                + "See Suites/requirements"
        ),
        Slip(
            "requirement that is the same as another",
            "steps:\n- {read: 1.2, expect: {value: 10, proves: [HAP-READ-001, HAP-CORE-003]}}",
            "9:62: HAP-CORE-003 is the same as HAP-PAIR-VERIFY-005; cite HAP-PAIR-VERIFY-005"
        ),
        Slip(
            "unknown class",
            "class: odd\nsteps: []",
            "8:12: unknown word `odd`; expected one of compatibility, conformance"
        ),
        Slip(
            "unknown state",
            "needs: unpared\nsteps: []",
            "8:12: unknown word `unpared`; did you mean `unpaired`?"
        ),
        Slip(
            "unknown cost",
            "spends: {trys: 1}\nsteps: []",
            "8:14: unknown key `trys`; expected one of pairings, seconds, tries"
        ),
        Slip(
            "unknown filter",
            "each: {characteristic: {haz: [pr]}}\nsteps: []",
            "8:29: unknown key `haz`; did you mean `has`?"
        ),
        Slip(
            "unknown generator",
            "rows: {random: 3}\nsteps: []",
            "8:12: expected a list of rows, boundary or vectors, not `random`"
        ),
        Slip(
            "unknown table",
            "rows: {vectors: primes}\nsteps: []",
            "8:21: unknown word `primes`; expected one of trivial-setup-codes, x25519-low-order"
        ),
        Slip(
            "invalid capture",
            "steps:\n- {read: 1.2, capture: {frame: f}, expect: {value: 10}}",
            "9:29: `read` cannot capture `frame`; it can capture nothing"
        ),
    ]

    @Test(
        "A case can only prove existing requirements",
        arguments: [
            ("X-1", "7:13: unknown requirement `X-1`; see Suites/requirements"),
            (
                "[HAP-READ-001, HAP-CORE-003]",
                "7:28: HAP-CORE-003 is the same as HAP-PAIR-VERIFY-005; cite HAP-PAIR-VERIFY-005"
            ),
            ("[]", "9:27: the expectation needs the requirement that it `proves`"),
        ]
    )
    func requirement(_ proves: String, _ message: String) throws {
        let text = SuiteText(case: "steps:\n- {read: 1.2, expect: {value: 10}}", proves: proves)
        #expect(try text.load().problems == ["t/s.yaml:" + message])
    }

    // MARK: Names

    @Test("Names that are unused or already have a meaning are rejected", arguments: names)
    func name(_ slip: Slip) throws { try check(slip) }

    static let names = [
        Slip(
            "unused observation",
            "steps:\n- {read: 1.2, as: seen}\n- {read: 1.3, expect: {value: 10}}",
            "9:23: no step of a.b uses `seen`"
        ),
        Slip(
            "unused capture",
            "over: ip\nsteps:\n- {write: {1.2: 1}, on: a, capture: {frame: f}}\n- {read: 1.2, expect: {value: 10}}",
            "10:49: no step of a.b uses `f`"
        ),
        Slip(
            "unused rows",
            "rows: [x, y]\nsteps:\n- {read: 1.2, expect: {value: 10}}",
            "8:5: no step of a.b uses `row`"
        ),
        Slip(
            "unused each",
            "each: {characteristic: {has: [pr]}}\nsteps:\n- {read: 1.2, expect: {value: 10}}",
            "8:5: no step of a.b uses `it`"
        ),
        Slip(
            "unused name of one",
            "one: {it: {has: [pr]}, that: {has: [pw]}}\nsteps:\n- {read: it, expect: {value: 10}}",
            "8:28: no step of a.b uses `that`"
        ),
        Slip(
            "unused connection",
            "connections: {b: {controller: bob}}\nsteps:\n- {read: 1.2, expect: {value: 10}}",
            "8:19: no step of a.b uses the connection `b`"
        ),
        Slip(
            "name given twice",
            "steps:\n- {read: 1.2, as: seen}\n- {read: 1.3, as: seen}\n- {expect: {seen: {value: 10}}}",
            "10:23: duplicate name `seen`, first at t/s.yaml:9:23"
        ),
        Slip(
            "name of a predicate",
            "steps:\n- {read: 1.2, as: status}",
            "9:23: `status` already has a meaning; choose another name"
        ),
        Slip(
            "malformed name",
            "steps:\n- {read: 1.2, as: \"Seen it\"}",
            "9:23: expected a name, which is a lower-case word, not `Seen it`"
        ),
        Slip(
            "series of names without an order",
            "one: {m4..m1: {has: [pr]}}\nsteps:\n- {read: m1, expect: {value: 10}}",
            "8:11: expected a name, or a series such as m1..m4, not `m4..m1`"
        ),
        Slip(
            "series of names of which one is not used",
            "one: {m1..m2: {has: [pr]}}\nsteps:\n- {read: m1, expect: {value: 10}}",
            "8:11: no step of a.b uses `m2`"
        ),
        Slip(
            "row without rows",
            "steps:\n- {pair-setup: {alter: row}, expect: {state: 6}}",
            "9:28: `row` has no value, because the case has no rows"
        ),
        Slip(
            "characteristic that is not bound",
            "steps:\n- {read: it, expect: {value: 10}}",
            "9:14: `of` needs a characteristic: a name in scope, or aid.iid, not `it`"
        ),
        Slip(
            "characteristic whose name is misspelt",
            "one: {lamp: {has: [pr]}}\nsteps:\n- {read: lmap, expect: {value: 10}}",
            "10:14: `of` needs a characteristic: a name in scope, or aid.iid, not `lmap`; did you mean `lamp`?"
        ),
        Slip(
            "characteristic to write whose name is misspelt",
            "one: {lamp: {has: [pw]}}\nsteps:\n- {write: {lamb: 1}, expect: {value: 10}}",
            "10:16: unknown key `lamb`; expected a parameter of `write` or a characteristic in scope; did you mean `lamp`?"
        ),
        Slip(
            "characteristic to write that is not bound",
            "steps:\n- {write: {it: 1}, expect: {value: 10}}",
            "9:16: unknown key `it`; expected a parameter of `write` or a characteristic in scope"
        ),
        Slip(
            "value word without a characteristic",
            "steps:\n- {write: {1.2: v1}, expect: {value: 10}}",
            "9:21: the value `v1` depends on a characteristic, and the step names none; add `each` or `one` to the case"
        ),
        Slip(
            "unknown value word",
            "steps:\n- {write: {1.2: v3}, expect: {value: 10}}",
            "9:21: unknown word `v3`; expected a name in scope, text in quotes, or one of v1, v2, other, current"
        ),
        Slip(
            "boundary word in a step",
            "steps:\n- {write: {1.2: maximum}, expect: {value: 10}}",
            "9:21: `maximum` makes rows; write `rows: {boundary: [maximum]}` in the case, and `row` here"
        ),
        Slip(
            "boundary without a characteristic",
            "rows: {boundary: [maximum]}\nsteps: []",
            "8:12: boundary values need a characteristic; add `each` or `one` to the case"
        ),
        Slip(
            "unknown observation",
            "steps:\n- {read: 1.2, as: seen}\n- {expect: {sean: {value: 10}}}",
            "10:17: unknown observation `sean`; expected one that a step named with `as`: seen"
        ),
        Slip(
            "unknown observation in a condition",
            "steps:\n- {read: 1.2, as: seen}\n- {expect: {where: {sean: {value: 10}}, seen: {value: 10}}}",
            "10:25: unknown observation `sean`; did you mean `seen`?"
        ),
        Slip(
            "empty condition",
            "steps:\n- {read: 1.2, as: seen}\n- {expect: {where: {seen: {}}, seen: {value: 10}}}",
            "10:25: the condition is empty"
        ),
        Slip(
            "each and one with the same name",
            "each: {characteristic: {}}\none: {it: {}}\nsteps: []",
            "9:11: duplicate name `it`, first at t/s.yaml:8:5"
        ),
    ]

    // MARK: Steps that prove nothing

    @Test("Steps that prove nothing are rejected", arguments: idleSteps)
    func idle(_ slip: Slip) throws { try check(slip) }

    static let idleSteps = [
        Slip(
            "trailing step",
            "steps:\n- {read: 1.2, expect: {value: 10}}\n- {write: {1.2: 1}}",
            "10:7: neither this step nor a later one has an expectation, so it proves nothing"
        ),
        Slip(
            "unused observation of a step",
            "steps:\n- {read: 1.2}\n- {read: 1.3, expect: {value: 10}}",
            "9:8: the observation of `read` is not used; add `expect`, or name it with `as`"
        ),
        Slip("no steps", "steps: []", "8:12: the list of steps is empty"),
        Slip("empty expectation", "steps:\n- {read: 1.2, expect: {}}", "9:27: the expectation is empty"),
        Slip(
            "empty fields",
            "steps:\n- {read: 1.2, expect: {field: {}}}",
            "9:35: the expectation is empty"
        ),
        Slip("empty list of steps", "steps:\n- {together: []}", "9:18: the list of steps is empty"),
        Slip("step without a verb", "steps:\n- {on: a}", "9:7: the step has neither a verb nor an expectation"),
        Slip(
            "unreachable alternative",
            "steps:\n- any-of:\n  - pass: [{write: {1.2: 1}}]\n  - pass: [{read: 1.2, expect: {value: 10}}]",
            "11:9: this alternative is never reached, because the one before has no expectation"
        ),
        Slip(
            "alternative that proves nothing",
            "steps:\n- any-of:\n  - pass: [{read: 1.2, expect: {value: 10}}]\n  - pass: [{write: {1.2: 1}}]",
            "11:16: neither this step nor a later one has an expectation, so it proves nothing"
        ),
        Slip(
            "one alternative",
            "steps:\n- any-of: [{pass: [{read: 1.2, expect: {value: 10}}]}]",
            "9:15: `any-of` needs at least two alternatives"
        ),
        Slip(
            "no alternative that passes",
            "steps:\n- any-of:\n  - warn: [{read: 1.2, expect: {value: 10}}]\n  - warn: [{read: 1.2, expect: {value: 11}}]",
            "10:7: at least one alternative must be `pass`"
        ),
        Slip(
            "expectation of a pause",
            "steps:\n- {after: 1s, expect: {answered: true}}",
            "9:19: `after` makes no observation; move `expect` to a step inside it"
        ),
        Slip(
            "writing nothing",
            "steps:\n- {write: {}, expect: {value: 10}}",
            "9:15: `write` needs at least one characteristic"
        ),
    ]

    // MARK: Forms

    @Test("Malformed values are rejected with the expected form", arguments: forms)
    func form(_ slip: Slip) throws { try check(slip) }

    static let forms = [
        Slip(
            "wrong duration",
            "steps:\n- {after: 300}\n- {read: 1.2, expect: {value: 10}}",
            "9:15: expected a time such as 500ms, 3s or 2min, not 300"
        ),
        Slip(
            "wrong duration of a parameter",
            "steps:\n- {closed: {within: soon}, expect: {closed: true}}",
            "9:25: `within` needs a time such as 500ms, 3s or 2min, not `soon`"
        ),
        Slip(
            "negative duration",
            "steps:\n- {closed: {within: -5s}, expect: {closed: true}}",
            "9:25: `within` needs a time such as 500ms, 3s or 2min, not `-5s`"
        ),
        Slip(
            "endless duration",
            "steps:\n- {closed: {within: 99999999999999999999999s}, expect: {closed: true}}",
            "9:25: `within` needs a time such as 500ms, 3s or 2min, not `99999999999999999999999s`"
        ),
        Slip(
            "yes for true",
            "over: ip\nsteps:\n- {read: {of: 1.2, meta: yes}, expect: {value: 10}}",
            "10:30: `meta` needs true or false, not `yes`"
        ),
        Slip(
            "text for a number",
            "steps:\n- {pair-setup: {flags: many}, expect: {state: 2}}",
            "9:28: `flags` needs a whole number, not `many`"
        ),
        Slip(
            "unknown message",
            "steps:\n- {pair-setup: {upto: M7}, expect: {state: 2}}",
            "9:27: `upto` needs M1 to M6, not `M7`"
        ),
        Slip(
            "text for alterations",
            "steps:\n- {pair-setup: {set: random}, expect: {state: 2}}",
            "9:26: `set` needs a mapping of points to changes, not `random`"
        ),
        Slip(
            "text for a predicate's number",
            "steps:\n- {pair-setup: {}, expect: {state: six}}",
            "9:40: `state` needs a whole number, not `six`"
        ),
        Slip(
            "number for a predicate's mapping",
            "steps:\n- {pair-setup: {}, expect: {never: proof}}",
            "9:40: `never` needs {tlv: item}, not `proof`"
        ),
        Slip(
            "unknown key of a predicate",
            "steps:\n- {pair-setup: {}, expect: {closed: {within: 1s, by: peer}}}",
            "9:54: unknown key `by` of `closed`; expected one of within"
        ),
        Slip(
            "wrong rate",
            "steps:\n- {log: {events: all, for: 1s}, expect: {at-most: 2/s}}",
            "9:55: `at-most` needs a rate such as 2 per 1s, not `2/s`"
        ),
        Slip(
            "log without an end",
            "steps:\n- {log: {events: all}, expect: {count: 0}}",
            "9:13: `for` is missing"
        ),
        Slip(
            "quiet without a number of events",
            "steps:\n- {log: {events: all, for: 3s, quiet: 1s}, expect: {count: 0}}",
            "9:36: `quiet` needs `until`, the events after which it begins"
        ),
        Slip(
            "a log until an unknown limit",
            "steps:\n- {log: {events: all, for: 3s, until: {first: 1}}, expect: {count: 0}}",
            "9:44: unknown key `first`; expected one of last"
        ),
        Slip(
            "a log until an unknown value",
            "one: {it: {format: bool}}\nsteps:\n- {log: {events: it, for: 3s, until: {last: it.v}}, expect: {count: 1}}",
            "10:49: `it` has no `v`; expected one of current, other, v1, v2"
        ),
        Slip(
            "quiet as long as the log",
            "steps:\n- {log: {events: all, for: 3s, until: 1, quiet: 3s}, expect: {count: 1}}",
            "9:53: `quiet` must be shorter than `for`, which ends the log in any case"
        ),
        Slip(
            "wrong expression",
            "steps:\n- {read: 1.2, expect: {field: {summary: {matches: \"[\"}}}}",
            "9:55: expected a regular expression, not `[`"
        ),
        Slip(
            "missing parameter",
            "over: ip\nsteps:\n- {request: {method: GET}, expect: {http: 200}}",
            "10:17: `request` needs `path`: The target; `{it}` stands for the characteristic's aid.iid."
        ),
        Slip(
            "word for a mapping",
            "steps:\n- {write: 5, expect: {http: 204}}",
            "9:15: `write` takes a mapping of response, ev, authorization, remote, timed, secured, characteristics"
        ),
        Slip(
            "two verbs",
            "steps:\n- {read: 1.2, write: {1.2: 1}, expect: {value: 10}}",
            "9:19: the step already has the action `read`; move this one to a new step"
        ),
        Slip(
            "while without log",
            "steps:\n- {read: 1.2, while: [], expect: {value: 10}}",
            "9:19: `while` needs `log`"
        ),
        Slip(
            "endless loop",
            "steps:\n- {repeat: {times: 5000, do: {read: 1.2}}, expect: {stopped-at: 2}}",
            "9:24: `times` needs a number from 1 to 1000"
        ),
        Slip("a step that is not a mapping", "steps:\n- read", "9:7: expected a mapping, not `read`"),
        Slip(
            "two bodies",
            "steps: []\nmonitor: event",
            "6:5: the case needs exactly one of steps, document and monitor, not 2"
        ),
        Slip("no body", "tags: [x]", "6:5: the case needs exactly one of steps, document and monitor, not 0"),
        Slip(
            "rows in a document",
            "document: database\nrows: [x]\nchecks: []",
            "9:5: a case with `document` cannot have `rows`"
        ),
        Slip(
            "group inside itself",
            "document: database\nchecks:\n- {select: accessory, per: service, expect: {field: {aid: 1}}}",
            "10:32: `service` does not contain `accessory`"
        ),
        Slip(
            "two expectations in a check",
            "document: database\nchecks:\n- {select: accessory, expect: [{field: {aid: 1}}, {field: {aid: 2}}]}",
            "10:35: expected one expectation; write another check or case for the others"
        ),
        Slip(
            "tolerance without the quantifier all",
            "document: database\nchecks:\n- {select: accessory, quantifier: exists, expect: {field: {aid: 1}, tolerate: {field: {aid: 2}}}}",
            "10:55: `tolerate` has no effect here; it needs the quantifier `all`"
        ),
        Slip("nothing to check", "document: database\nchecks: []", "9:13: the list of checks is empty"),
        Slip(
            "duplicate row label",
            "rows: [{x: 1}, {x: 1}]\nsteps: []",
            "8:20: duplicate row `x=1`; give this row a `label`"
        ),
        Slip(
            "duplicate boundary",
            "each: {characteristic: {}}\nrows: {boundary: [maximum, maximum]}\nsteps: []",
            "9:32: duplicate row `maximum`"
        ),
        Slip("no rows", "rows: []\nsteps: []", "8:11: the list of rows is empty"),
    ]

    // MARK: Numbers and words out of bounds, comparisons that prove nothing

    @Test("Values out of range, and tests that cannot fail, are rejected", arguments: limits)
    func limit(_ slip: Slip) throws { try check(slip) }

    private static func request(_ argument: String) -> String {
        "over: ip\nsteps:\n- {request: {method: PUT, path: /x, \(argument)}, expect: {http: 400}}"
    }

    private static func field(_ test: String) -> String {
        "steps:\n- {read: 1.2, expect: {field: {\(test)}}}"
    }

    static let limits = [
        Slip(
            "number of chunks beyond the range",
            request("chunks: 9223372036854775807"),
            "10:49: `chunks` needs a whole number from 1 to 65536, not 9223372036854775807"
        ),
        Slip(
            "size below zero",
            request("frames: [40, -1]"),
            "10:54: `frames` needs a whole number from 0 to 65535, not -1"
        ),
        Slip(
            "size below zero in a row",
            "rows: [{label: x, size: [0]}]\n" + request("segments: row.size"),
            "11:51: `segments` needs a whole number from 1 to 16777216, not 0"
        ),
        Slip(
            "negative number of random bytes",
            "over: ip\nsteps:\n- {send: {bytes: {random: -5}}, expect: {answered: true}}",
            "10:31: `random` needs a whole number from 0 to 1048576, not -5"
        ),
        Slip(
            "no repetition",
            request("body: [a, {repeat: b, times: 0}]"),
            "10:70: `times` needs a whole number from 1 to 1048576, not 0"
        ),
        Slip(
            "unknown part of a body",
            request("body: [{random: 5, from: 7}]"),
            "10:48: expected text, `{repeat: part, times: number}` or `{random: number}` as a part of bytes"
        ),
        Slip(
            "unknown press",
            "each: {characteristic: {}}\nsteps:\n- {stimulate: {press: triple}, expect: {answered: true}}",
            "10:27: unknown `press` `triple`; expected one of double, long, single"
        ),
        Slip(
            "unknown press in a row",
            "rows: [single, triple]\nsteps:\n- {stimulate: {press: row}, expect: {answered: true}}",
            "10:27: unknown `press` `triple`; expected one of double, long, single"
        ),
        Slip(
            "more than a byte",
            "steps:\n- {pair-verify: {set: {M1.state: 256}}, expect: {state: 2}}",
            "9:38: `M1.state` needs a whole number from 0 to 255, not 256"
        ),
        Slip(
            "negative truncation",
            "steps:\n- {pair-verify: {set: {M1.public-key: {truncate: -1}}}, expect: {state: 2}}",
            "9:54: `truncate` needs a whole number from 0 to 65535, not -1"
        ),
        Slip(
            "unknown change",
            "steps:\n- {pair-verify: {set: {M1.public-key: {trunctate: 1}}}, expect: {state: 2}}",
            "9:43: unknown change; expected one of truncate, flip-bit, append, prepend, text, set, with its amount"
        ),
        Slip(
            "two changes at once",
            "steps:\n- {pair-verify: {set: {M1.public-key: {truncate: 1, append: 2}}}, expect: {state: 2}}",
            "9:43: unknown change; expected one of truncate, flip-bit, append, prepend, text, set, with its amount"
        ),
        Slip(
            "more than a byte appended",
            "steps:\n- {pair-verify: {set: {M1.public-key: {append: 256}}}, expect: {state: 2}}",
            "9:52: `append` needs a whole number from 0 to 255, not 256"
        ),
        Slip(
            "missing change",
            "steps:\n- {pair-verify: {set: {M1.state: true}}, expect: {state: 2}}",
            "9:38: `M1.state` has no change; expected a word, bytes or text"
        ),
        Slip(
            "unknown key of a follow-up request",
            "over: ip\nsteps:\n- {request: {method: GET, path: /a, then: [{method: GET, path: /b, wiat: 3s}]}, expect: {answered: true}}",
            "10:72: unknown key `wiat` in a request of `then`; expected one of bare, body, chunks, headers, "
                + "json, lines, method, path, type, with"
        ),
        Slip(
            "follow-up request without a path",
            "over: ip\nsteps:\n- {request: {method: GET, path: /a, then: [{method: GET}]}, expect: {answered: true}}",
            "10:48: `request` needs `path`: The target; `{it}` stands for the characteristic's aid.iid."
        ),
        Slip(
            "empty list of follow-up requests",
            "over: ip\nsteps:\n- {request: {method: GET, path: /a, then: []}, expect: {answered: true}}",
            "10:47: the list of `then` is empty"
        ),
        Slip(
            "negative number of wrong codes",
            "spends: {tries: -1}\nsteps: []",
            "8:21: expected a whole number from 0 to 1000, not -1"
        ),
        Slip(
            "endless waiting",
            "spends: {seconds: 1e300}\nsteps: []",
            "8:23: `seconds` needs a number from 0 to 604800"
        ),
        Slip(
            "a pause of years",
            "steps:\n- {after: 10081min}",
            "9:15: expected a time such as 500ms, 3s or 2min, not 10081min"
        ),
        Slip(
            "empty list of statuses",
            "over: ip\nsteps:\n- {read: 1.2, expect: {http-one-of: []}}",
            "10:41: the list of `http-one-of` is empty"
        ),
        Slip(
            "empty list of values",
            field("entry.value: {none-of: []}"),
            "9:59: `none-of` needs at least one value; the list is empty"
        ),
        Slip(
            "presence of a field that is always present",
            field("summary: {present: true}"),
            "9:36: `summary` is always present, so this test proves nothing"
        ),
        Slip(
            "presence that is not a bool",
            field("entry.value: {present: perhaps}"),
            "9:59: `present` needs true or false, not `perhaps`"
        ),
        Slip(
            "negative length",
            field("ids: {length: -1}"),
            "9:50: `length` needs a whole number from 0, not `-1`"
        ),
        Slip(
            "limit that is not a number",
            field("took-ms: {at-most: soon}"),
            "9:55: `at-most` needs a number, a time or a rate, not `soon`"
        ),
        Slip(
            "unknown kind",
            field("entry.value: {kind: float}"),
            "9:56: `kind` needs null, bool, number, integer, string, array, object, absent, not `float`"
        ),
    ]
}
