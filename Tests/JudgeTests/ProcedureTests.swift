import HAPModel
import Judge
import RunRecord
import SuiteLanguage
import Testing

@Suite("Judging procedures")
struct ProcedureTests {
    private static let readCase = "steps: [{read: 1.2, expect: {value: 5}}]"

    @Test("A met expectation passes, and the verdict cites its evidence")
    func passed() throws {
        var bench = try HandMadeRun(Self.readCase)
        bench.saw("1", Seen.read(5))
        bench.add(.probe, ["answered": true, "evidence": [50]])
        let verdict = bench.verdict
        #expect(verdict.outcome == .passed)
        #expect(verdict.evidence == [40, 41, 50])
        #expect(verdict.findings.isEmpty)
        #expect(verdict.duration == 2000)
    }

    @Test("A repetition by a user is skipped if only administrators may do this")
    func lackingPrivileges() throws {
        for isByUser in [false, true] {
            var bench = try HandMadeRun("steps: [{write: {1.2: 5}, expect: {outcome: success}}]")
            bench.instance.isByUser = isByUser
            bench.saw(
                "1",
                [
                    "kind": "entries", "answered": true, "http": ["status": 207], "summary": "HTTP 207",
                    "entry": ["status": "insufficient-privileges"], "statuses": ["insufficient-privileges"],
                    "evidence": [42],
                ]
            )
            bench.add(.probe, ["answered": true, "evidence": [50]])
            let verdict = bench.verdict
            #expect(verdict.outcome == (isByUser ? .skipped : .failed))
            #expect(verdict.findings.isEmpty == isByUser)
        }
    }

    @Test(
        "A violated expectation fails with the expected and the received result, and the place",
        arguments: [
            ("{value: 5}", Seen.read(7), "the value 5", "the value 7; HTTP 200"),
            (
                "{outcome: success, value: 5}", Seen.read(7),
                "success: HTTP 200 or 204, or 207 with status 0 for each characteristic, or the expected "
                    + "State without Error, and the value 5", "the value 7; HTTP 200"
            ),
            (
                "{status: success}", Seen.http(207, entry: ["status": "unable-to-communicate"]), "status success",
                "status unable-to-communicate; HTTP 207"
            ),
            ("{http: 204}", Seen.http(200), "HTTP 204", "HTTP 200"),
            ("{http: 204}", Seen.nothing, "HTTP 204", "no answer in 5 s"),
            ("{http: {status: 204}}", Seen.nothing, "HTTP 204", "no answer in 5 s"),
            (
                "{unchanged: true}", Seen.read(7), "the value to stay unchanged",
                "the value 7; it was 1 before; HTTP 200"
            ),
            ("{unchanged: false}", Seen.read(1), "the value to change", "the value 1; it was 1 before; HTTP 200"),
            (
                "{entry: {has: [value]}}", Seen.http(207, entry: ["status": "success"]), "an entry with value",
                "the entry {\"status\":\"success\"}; HTTP 207"
            ),
            (
                "{entry: {lacks: [value]}}", Seen.read(1), "an entry without value",
                "the entry {\"aid\":1,\"iid\":2,\"status\":\"success\",\"value\":1,\"before\":1}; HTTP 200"
            ),
            (
                "{field: {http.headers.x: {present: true}, http.status: {one-of: [201, 202]}}}", Seen.read(1),
                "http.headers.x is present, and http.status is 201 or 202",
                "http.headers.x is absent; http.status is 200; HTTP 200"
            ),
            (
                "{closed: {within: 2s}}", ["summary": "closed after 3 s", "closed": ["after-ms": 3000]],
                "the accessory to close the connection within 2s", "closed after 3 s"
            ),
            (
                "{closed: true}", ["summary": "HTTP 200", "evidence": [1]], "the accessory to close the connection",
                "HTTP 200"
            ),
            (
                "{closed: false}", ["closed": ["after-ms": 3]], "the connection to stay open",
                "{\"closed\":{\"after-ms\":3}}"
            ),
            ("{http-one-of: [200, 207, 204]}", Seen.http(400), "HTTP 200, 207 or 204", "HTTP 400"),
            ("{answered: true}", ["answered": false, "summary": "nothing"], "an answer", "nothing"),
            ("{answered: false}", Seen.read(1), "no answer", "HTTP 200"),
            (
                "{field: {entry.value: {present: false}, body: {kind: [object, array]}, ids: {length: 0}}}",
                Seen.read(1),
                "entry.value is absent, and body is of kind object or array, and ids is empty",
                "entry.value is 1; body is absent; ids is absent; HTTP 200"
            ),
        ] as [(String, JSON, String, String)]
    )
    func failed(_ expect: String, _ seen: JSON, _ expected: String, _ got: String) throws {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: \(expect)}]")
        bench.saw("1", seen)
        let verdict = bench.verdict
        #expect(verdict.outcome == .failed)
        let finding = try #require(verdict.findings.first)
        #expect(finding.requirement == "R-MUST")
        #expect(finding.severity == .failed)
        #expect(finding.step == "1")
        #expect(finding.expected == expected)
        #expect(finding.got == got)
        #expect(finding.evidence == seen["evidence"]?.arrayValue?.compactMap(\.uint64Value) ?? [])
    }

    @Test(
        "The level of the requirement decides the outcome of a violation",
        arguments: [
            ("R-MUST", .failed, [.failed]), ("R-NOT", .failed, [.failed]), ("R-SHOULD", .warned, [.warned]),
            ("R-MAY", .passed, []), ("[R-SHOULD, R-MUST]", .failed, [.warned, .failed]),
            ("[R-MAY, R-SHOULD]", .warned, [.warned]),
        ] as [(String, Verdict.Outcome, [Finding.Severity])]
    )
    func levels(_ proves: String, _ outcome: Verdict.Outcome, _ severities: [Finding.Severity]) throws {
        var bench = try HandMadeRun(Self.readCase, proves: proves)
        bench.saw("1", Seen.read(7))
        #expect(bench.verdict.outcome == outcome)
        #expect(bench.verdict.findings.map(\.severity) == severities)
    }

    @Test("What an answer lacks that did not come is one failure; what a wrong answer lacks is another one each")
    func unanswered() throws {
        let lines = """
            steps:
            - read: 1.2
              expect:
              - {http: 200, proves: R-MUST}
              - {value: 5, proves: R-MUST-2}
              - {entry: {has: [value]}, proves: R-NOT}
            """
        for (answer, requirements) in [
            (Seen.nothing, ["R-MUST"]), (Seen.http(500), ["R-MUST", "R-MUST-2", "R-NOT"]),
        ] {
            var bench = try HandMadeRun(lines)
            bench.saw("1", answer)
            #expect(bench.verdict.findings.map(\.requirement) == requirements)
        }
    }

    @Test("What a procedure lacks after the Error that ended it does not fail by itself")
    func ended() throws {
        let lines = """
            steps:
            - pair-setup: {}
              on: a
              expect:
              - {field: {stages.M4.items: {includes: proof}}, proves: R-MUST}
              - {field: {stages.M4.items: {includes: state}}, proves: R-SHOULD}
              - {field: {stages.M6.state: {present: true}}, proves: R-MUST-2}
              - {field: {facts.proof-right: true}, proves: R-NOT}
            """
        let ended: JSON = [
            "kind": "pairing", "answered": true, "error": "authentication", "reached": "M4", "aims-at": "M6",
            "stages": ["M4": ["items": ["state", "error"]]], "summary": "M4",
        ]
        for (observation, requirements) in [
            (ended, ["R-MUST"]), (ended.with("error", .null), ["R-MUST", "R-MUST-2", "R-NOT"]),
        ] {
            var bench = try HandMadeRun(lines)
            bench.saw("1", observation)
            #expect(bench.verdict.findings.map(\.requirement) == requirements)
        }
    }

    @Test("What could not be sent any more after a step without an answer does not fail by itself")
    func unsent() throws {
        let lines = """
            steps:
            - {read: 1.2, on: b, expect: {http: 200, proves: R-MUST}}
            - {read: 1.2, on: b, expect: {http: 200, proves: R-MUST-2}}
            """
        for (evidence, requirements) in [([], ["R-MUST"]), ([44], ["R-MUST", "R-MUST-2"])] as [(JSON, [String])] {
            var bench = try HandMadeRun(lines)
            bench.saw("1", Seen.nothing.with("evidence", [42]))
            bench.saw("2", Seen.nothing.with("evidence", evidence))
            #expect(bench.verdict.findings.map(\.requirement) == requirements)
        }
    }

    @Test("A recommendation about an answer that did not come takes no mandatory failure's place")
    func unansweredRecommendation() throws {
        var bench = try HandMadeRun(
            "steps: [{read: 1.2, expect: [{http: 200, proves: R-SHOULD}, {value: 5, proves: R-MUST}]}]"
        )
        bench.saw("1", Seen.nothing)
        #expect(bench.verdict.findings.map(\.requirement) == ["R-SHOULD", "R-MUST"])
    }

    @Test("A tolerated result warns although the requirement is a must; anything else fails")
    func tolerated() throws {
        let lines = "steps: [{read: 1.2, expect: {value: 5, tolerate: {value: 6}}}]"
        for (value, outcome) in [(5, .passed), (6, .warned), (7, .failed)] as [(JSON, Verdict.Outcome)] {
            var bench = try HandMadeRun(lines)
            bench.saw("1", Seen.read(value))
            #expect(bench.verdict.outcome == outcome)
        }
    }

    @Test("A comparison with an unknown earlier value is inconclusive; a missing response still fails")
    func unknownBefore() throws {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: {unchanged: true}}]")
        bench.saw("1", ["answered": true, "summary": "HTTP 200", "entry": ["value": 7], "evidence": [4]])
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(
            bench.verdict.reason == "`unchanged` cannot be judged in step 1: entry.before is unknown in this run"
        )
        var silent = try HandMadeRun("steps: [{read: 1.2, expect: {unchanged: true}}]")
        silent.saw("1", Seen.nothing)
        #expect(silent.verdict.outcome == .failed)
    }

    @Test("A requirement that does not apply is neither violated nor proven")
    func leftOut() throws {
        var bench = try HandMadeRun(
            "steps:\n- {read: 1.2, expect: {value: 5, proves: R-MUST-2}}\n- {read: 1.3, expect: {value: 5}}"
        )
        bench.instance.leavesOut = ["R-MUST-2"]
        bench.saw("1", Seen.read(7))
        bench.saw("2", Seen.read(5))
        #expect(bench.verdict.outcome == .passed)
        bench.instance.leavesOut = ["R-MUST-2", "R-MUST"]
        #expect(bench.verdict.outcome == .inconclusive)
    }

    @Test("A row with its own requirements proves those")
    func rowProves() throws {
        var bench = try HandMadeRun(
            "rows: [{label: x, v: 1, proves: R-SHOULD}]\nsteps: [{read: 1.2, expect: {value: row.v}}]"
        )
        bench.instance.rowProves = ["R-SHOULD"]
        bench.add(.binding, ["row": ["v": 1], "row.v": 1])
        bench.saw("1", Seen.read(7))
        #expect(bench.verdict.findings.map(\.requirement) == ["R-SHOULD"])
    }

    // MARK: What cannot be judged

    @Test("A step that was not reached, or could not be done, makes its expectations inconclusive")
    func notReached() throws {
        var bench = try HandMadeRun(Self.readCase)
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(bench.verdict.reason == "step 1 was not reached")
        bench.add(.probe, ["answered": true, "evidence": [50]])
        #expect(bench.verdict.outcome == .inconclusive)
        bench.saw("1", ["not-done": "the connection has no session", "summary": "the connection has no session"])
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(bench.verdict.reason == "step 1 could not be done: the connection has no session")
    }

    @Test("After a step that could not be done, nothing is judged; earlier findings stay")
    func spoiled() throws {
        var bench = try HandMadeRun("steps:\n- {read: 1.2, expect: {value: 5}}\n- {read: 1.2, expect: {value: 5}}")
        bench.saw("1", ["not-done": "no session"])
        bench.saw("2", Seen.read(7))
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(bench.verdict.findings.isEmpty)
        bench = try HandMadeRun("steps:\n- {read: 1.2, expect: {value: 5}}\n- {read: 1.2, expect: {value: 5}}")
        bench.saw("1", Seen.read(7))
        bench.saw("2", ["not-done": "no session"])
        #expect(bench.verdict.outcome == .failed)
    }

    @Test("A failed preparation makes later steps inconclusive, and the reason names it")
    func preparation() throws {
        let lines = "steps:\n- {write: {1.2: 5}}\n- {read: 1.2, expect: {value: 5}}"
        var bench = try HandMadeRun(lines)
        bench.saw("1", Seen.http(400))
        bench.saw("2", Seen.read(1))
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(bench.verdict.reason == "step 1, `write`, did not succeed, but later steps need it: HTTP 400")
        bench = try HandMadeRun(lines)
        bench.saw("1", Seen.http(204))
        bench.saw("2", Seen.read(1))
        #expect(bench.verdict.outcome == .failed)
    }

    @Test("A tampered preparation, a named one, and one that only closes a connection need not succeed")
    func preparationThatMayFail() throws {
        var bench = try HandMadeRun(
            """
            steps:
            - {pair-setup: {upto: M2, set: {M1.state: 9}}, on: a}
            - {write: {1.2: 5}, as: written}
            - {close: {}, on: a}
            - {stimulate: {press: single}}
            - {expect: {written: {answered: true}}}
            """
        )
        bench.elsewhere(.control, ["verb": "pair-setup", "succeeded": true])
        bench.saw("1", Seen.pairing(2, error: "unknown", tampered: true))
        bench.saw("2", Seen.http(400))
        bench.saw("3", ["kind": "exchange", "answered": false, "summary": "closed by the tester"])
        bench.saw("4", ["kind": "exchange", "answered": false, "summary": "done"])
        #expect(bench.verdict.outcome == .passed)
    }

    @Test("A name without a value makes its expectation inconclusive, not violated")
    func unbound() throws {
        var bench = try HandMadeRun("one: {it: {}}\nsteps:\n- {write: {it: v1}}\n- {read: it, expect: {value: v1}}")
        bench.add(.binding, ["it": "1.2"])
        bench.saw("1", Seen.http(204))
        bench.saw("2", Seen.read(7))
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(bench.verdict.reason == "`v1` had no value in step 2")
        bench.add(.binding, ["v1": 7])
        bench.saw("2", Seen.read(7))
        #expect(bench.verdict.outcome == .passed)
    }

    @Test("A rejection without a control proves nothing; one control in the run is enough")
    func control() throws {
        let lines = "steps: [{pair-setup: {set: {M3.A: zero}}, expect: {outcome: authentication}}]"
        var bench = try HandMadeRun(lines)
        bench.saw("1", Seen.pairing(4, error: "authentication", tampered: true))
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(
            bench.verdict.reason == "no valid pair-setup succeeded in this run, so a rejection proves nothing"
        )
        bench.elsewhere(.control, ["verb": "pair-setup", "succeeded": false])
        #expect(bench.verdict.outcome == .inconclusive)
        bench.elsewhere(.control, ["verb": "pair-setup", "succeeded": true])
        #expect(bench.verdict.outcome == .passed)
    }

    @Test("An accessory that no longer responds fails the current case")
    func deadProbe() throws {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: {outcome: refused}}]")
        bench.saw("1", Seen.http(400))
        bench.add(.probe, ["answered": false, "summary": "connection refused", "evidence": [60]])
        let verdict = bench.verdict
        #expect(verdict.outcome == .failed)
        #expect(verdict.findings.map(\.step) == ["afterwards"])
        #expect(verdict.findings.map(\.expected) == ["the accessory keeps responding"])
        #expect(verdict.findings.map(\.got) == ["connection refused"])
        // The evidence of earlier steps is cited, too, because it may show what crashed the accessory.
        #expect(verdict.findings.map(\.evidence) == [[42, 60]])
    }

    @Test(
        "An accessory that no longer responds fails a case about a recommendation, too; a mandatory requirement is named first",
        arguments: [("R-SHOULD", "R-SHOULD"), ("[R-SHOULD, R-MUST]", "R-MUST")]
    )
    func deadAfterRecommendation(_ proves: String, _ violated: String) throws {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: {outcome: refused}}]", proves: proves)
        bench.saw("1", Seen.http(400))
        bench.add(.probe, ["answered": false, "summary": "connection refused", "evidence": [60]])
        let verdict = bench.verdict
        #expect(verdict.outcome == .failed)
        #expect(verdict.findings.map(\.requirement) == [violated])
        #expect(verdict.findings.map(\.severity) == [.failed])
    }

    @Test("An accessory that accepts connections at another port now has not crashed")
    func moved() throws {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: {outcome: refused}}]")
        bench.saw("1", Seen.http(400))
        bench.add(.probe, ["answered": false, "moved": "it is advertised at 192.0.2.1, port 2 now", "evidence": [60]])
        let verdict = bench.verdict
        #expect(verdict.outcome == .inconclusive && verdict.findings.isEmpty)
        #expect(
            verdict.reason
                == "the accessory does not respond any more: it is advertised at 192.0.2.1, port 2 now"
        )
    }

    @Test("What stopped responding before a case sent anything is not the case's fault")
    func deadBefore() throws {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: {outcome: refused}}]")
        bench.saw("1", ["not-done": "the accessory did not accept a connection"])
        bench.add(.probe, ["answered": false, "summary": "connection refused", "evidence": [60]])
        #expect(bench.verdict.outcome == .inconclusive && bench.verdict.findings.isEmpty)
    }

    @Test("An error of the tester is never a finding on the accessory, and never a pass")
    func trouble() throws {
        for (outcome, verdict) in [
            ("inconclusive", .inconclusive), ("skipped", .skipped), ("errored", .errored), ("passed", .errored),
        ]
            as [(String, Verdict.Outcome)]
        {
            var bench = try HandMadeRun(Self.readCase)
            bench.saw("1", Seen.read(7))
            let number = bench.add(.trouble, ["outcome": .string(outcome), "message": "no free port"])
            #expect(bench.verdict.outcome == verdict)
            #expect(bench.verdict.reason == "no free port")
            #expect(bench.verdict.evidence == [number])
            #expect(bench.verdict.findings.isEmpty)
        }
        var bench = try HandMadeRun(Self.readCase)
        bench.instance.caseID = "x.y"
        #expect(bench.verdict.outcome == .errored)
    }

    // MARK: Loops, names, groups

    @Test("Each round of a loop is judged, and the loop by its own fields and those of its last round")
    func loop() throws {
        let lines = """
            steps:
            - repeat: {times: 9, until: max-tries, do: {pair-setup: {code: wrong}, expect: {state: 4}}}
              expect: {stopped-at: [2, 3], outcome: max-tries, before: authentication}
            """
        func verdict(states: [Int], stoppedAt: JSON, before: JSON) throws -> Verdict {
            var bench = try HandMadeRun(lines)
            bench.elsewhere(.control, ["verb": "pair-setup", "succeeded": true])
            for (round, state) in states.enumerated() {
                let error: JSON = round + 1 == states.count ? "max-tries" : "authentication"
                bench.saw("1.1#\(round + 1)", Seen.pairing(state, error: error, tampered: true))
            }
            let summary = "max-tries in round \(stoppedAt.serialized())"
            bench.saw(
                "1",
                ["kind": "repetition", "stopped-at": stoppedAt, "before": before, "summary": .string(summary)]
            )
            return bench.verdict
        }
        #expect(try verdict(states: [4, 4], stoppedAt: 2, before: ["authentication"]).outcome == .passed)
        #expect(try verdict(states: [4, 4], stoppedAt: .null, before: ["authentication"]).outcome == .failed)
        #expect(try verdict(states: [4, 4], stoppedAt: 2, before: ["authentication", "busy"]).outcome == .failed)
        let wrongState = try verdict(states: [4, 6, 4], stoppedAt: 3, before: ["authentication"])
        #expect(wrongState.findings.map(\.step) == ["1.1#2"])
        let never = try verdict(states: [], stoppedAt: .null, before: [])
        #expect(never.outcome == .inconclusive)
        #expect(never.reason == "step 1.1 was not reached")
    }

    @Test("An observation can be judged later by its name, with the names of its own time")
    func named() throws {
        var bench = try HandMadeRun(
            """
            one: {it: {}}
            steps:
            - {log: {events: it, for: 1s, as: heard}, while: [{write: {it: v1}}]}
            - {read: it, as: seen}
            - expect:
              - {heard: {count: 1, last: v1}}
              - {seen: {value: v1}, proves: R-MUST-2}
            """
        )
        bench.add(.binding, ["it": "1.2", "v1": 5])
        bench.saw("1.1", Seen.http(204))
        bench.saw("1", ["kind": "events", "count": 1, "last": 5, "summary": "one", "evidence": [70]])
        bench.saw("2", Seen.read(6))
        let verdict = bench.verdict
        #expect(verdict.findings.map(\.requirement) == ["R-MUST-2"])
        #expect(verdict.findings.map(\.step) == ["3"])
        #expect(verdict.evidence == [70, 40, 41])
    }

    @Test("An expectation is judged only where the other observations have shown what it presumes")
    func conditions() throws {
        func verdict(alone: Int64, beside: Int64) throws -> Verdict {
            var bench = try HandMadeRun(
                """
                steps:
                - {read: 1.2, as: alone, expect: {outcome: success}}
                - {read: 1.2, as: beside}
                - expect: {where: {alone: {value: 5}}, beside: {value: 5}, proves: R-MUST-2}
                """
            )
            bench.saw("1", Seen.read(JSON(alone)))
            bench.saw("2", Seen.read(JSON(beside)))
            return bench.verdict
        }
        #expect(try verdict(alone: 5, beside: 6).findings.map(\.requirement) == ["R-MUST-2"])
        #expect(try verdict(alone: 6, beside: 6).outcome == .passed)
        #expect(try !verdict(alone: 6, beside: 6).met.contains("R-MUST-2"))
        #expect(try verdict(alone: 5, beside: 5).met.contains("R-MUST-2"))
    }

    @Test("Concurrent steps are judged separately")
    func together() throws {
        var bench = try HandMadeRun(
            "steps: [{together: [{closed: b, within: 5s, expect: {closed: true}}, {closed: c, within: 5s, expect: {closed: true}}]}]"
        )
        bench.saw("1.2", ["summary": "still open"])
        bench.saw("1.1", ["summary": "closed", "closed": ["after-ms": 5]])
        #expect(bench.verdict.findings.map(\.step) == ["1.2"])
    }

    @Test("Every passed verdict cites an event, for any journal")
    func noVacuousPass() throws {
        let cases = [
            "steps: [{read: 1.2, expect: {value: 5}}]",
            "steps: [{repeat: {times: 3, do: {read: 1.2, expect: {value: 5}}}, expect: {stopped-at: 1}}]",
            "steps: [{any-of: [{pass: [{read: 1.2, expect: {value: 5}}]}, {warn: [{read: 1.2, expect: {value: 6}}]}]}]",
            "steps: [{log: {events: all, for: 1s}, while: [{after: 1s}], expect: {count: 0}}]",
            "document: database\nchecks: [{select: service, quantifier: none, expect: {field: {type: \"43\"}}}]",
            "monitor: event\nexpect: {field: {body: {present: true}}}",
        ]
        let bodies: [JSON] = [
            [:], .null, [], "x", Seen.read(5), Seen.nothing, ["not-done": "x"], ["count": 0, "summary": "s"],
            ["name": "database", "service": []], ["name": "database", "service": [["type": "43"]]], ["kind": "event"],
            ["kind": "event", "body": 1], ["answered": true], ["stopped-at": 1], ["evidence": [1]],
        ]
        let kinds: [JournalEvent.Kind] = [.observation, .wire, .snapshot, .probe, .binding, .control, .end]
        var passed = 0
        for lines in cases {
            let empty = try HandMadeRun(lines)
            for body in bodies {
                for kind in kinds {
                    for step in ["1", "1.1", "1.1#1", "1a.1", "1b.1"] {
                        var bench = empty
                        bench.add(kind, body, step: step)
                        bench.add(.probe, ["answered": true])
                        let verdict = bench.verdict
                        #expect(verdict.outcome != .passed || !verdict.evidence.isEmpty, "\(lines) \(body)")
                        if verdict.outcome == .passed { passed += 1 }
                        #expect(
                            verdict.outcome != .passed || kind == .observation || kind == .wire || kind == .snapshot
                        )
                    }
                }
            }
        }
        #expect(passed > 0)
    }
}
