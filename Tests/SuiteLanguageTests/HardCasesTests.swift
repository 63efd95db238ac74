import MarkedYAML
import Testing

@testable import SuiteLanguage

/// The cases that the design requires the grammar to express, in its spelling, as far as one transport supports them.
@Suite("The hard cases")
struct HardCasesTests {
    private static let head = "chapter: t\nsection: s\ntitle: \"T\"\ncases:\n"

    @Test("The grammar can express each of them", arguments: cases)
    func loads(_ name: String, _ lines: String) throws {
        let body = lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let text = "\(Self.head)  \(name):\n    title: x\n    proves: HAP-READ-001\n\(body)\n"
        let (cases, problems) = try RealSuites.loader.get().load(SuiteFile(path: "t/s.yaml", text: text))
        #expect(problems.map(\.description) == [])
        #expect(cases.map(\.id) == [name])
        #expect(cases.first?.expectations.isEmpty == false)
    }

    static let cases = [
        (
            "pair-setup.m3-first",
            """
            needs: unpaired
            steps:
            - { pair-setup: { only: [M3], set: { M3.A: random, M3.proof: random } }, expect: { outcome: refused, never: { tlv: proof } } }
            """
        ),
        (
            "pair-setup.max-tries",
            """
            needs: unpaired
            spends: { tries: 102 }
            reset-by: factory-reset
            steps:
            - { repeat: { times: 102, connection: new, until: max-tries, do: { pair-setup: { code: wrong } } },
                expect: { stopped-at: [101, 102], outcome: max-tries, before: authentication } }
            """
        ),
        (
            "pair-setup.busy",
            """
            steps:
            - { pair-setup: { on: a, upto: M2 } }
            - { pair-setup: { on: b, upto: M2 }, expect: { outcome: busy } }
            - { pair-setup: { on: a, from: M3 }, expect: { ends-at: M6 } }
            """
        ),
        (
            "pair-setup.m5-bad-seal",
            """
            rows: [{ M5.sealed.tag: flip-bit }, { M5.sealed.text: flip-bit }, { M5.nonce: PS-Msg06 }, { M5.key: random }]
            steps:
            - { pair-setup: { alter: row }, expect: { outcome: authentication, state: 6 } }
            """
        ),
        (
            "pair-verify.low-order",
            """
            rows: { vectors: x25519-low-order }
            steps:
            - any-of:
                - { pass: [{ pair-verify: { upto: M1, set: { M1.public-key: row } }, expect: { outcome: refused } }] }
                - { pass: [{ pair-verify: { set: { M1.public-key: row, shared-secret: zero, M3.plain.signature: random } },
                             expect: { ends-at: M4, outcome: authentication } }] }
            """
        ),
        (
            "write.below-minimum",
            """
            each: { characteristic: { numeric: true, has: [pr, pw], declares: [minValue, minStep] } }
            rows: { boundary: [below-minimum] }
            steps: [{ write: { it: row }, expect: { outcome: invalid-value } }, { read: it, expect: { unchanged: true } }]
            """
        ),
        (
            "timed-write.expired",
            """
            one: { it: { has: [pr, pw, tw] } }
            steps:
            - { timed-write: { it: other, ttl: 500ms, execute-after: 1500ms }, expect: { outcome: invalid-value } }
            - { read: it, expect: { unchanged: true } }
            """
        ),
        (
            "write.response",
            """
            one: { it: { has: [pw, wr] } }
            steps:
            - { write: { it: other, response: true }, expect: { entry: { has: [value] } } }
            """
        ),
        (
            "events.coalesced",
            """
            one: { it: { has: [pr, pw, ev] } }
            steps:
            - { subscribe: it, on: b }
            - log: { events: it, on: b, for: 3s, as: seen }
              while: [{ write: { it: v1 }, on: a }, { after: 300ms }, { write: { it: v2 }, on: a }]
            - { expect: { seen: { at-most: 2 per 1s, last: v2 } } }
            """
        ),
        (
            "events.button-immediate",
            """
            one: { it: { type: ["73"], has: [ev] } }
            steps:
            - log: { events: it, on: b, for: 3s, as: seen }
              while: [{ stimulate: { press: single } }, { after: 500ms }, { stimulate: { press: single } }]
            - { expect: { seen: { count: 2, each-after-stimulus: { at-most: 300ms } } } }
            """
        ),
        (
            "session.replayed-frame",
            """
            over: ip
            one: { it: { has: [pr, pw] } }
            steps:
            - { write: { it: v1 }, on: a, capture: { frame: f } }
            - { write: { it: v2 }, on: a }
            - { send: { frame: f }, on: a, expect: { closed: { within: 2s } } }
            - { read: it, on: new, expect: { value: v2 } }
            """
        ),
        (
            "multi.remove-drops",
            """
            connections: { a: { controller: alice, admin: true }, b: { controller: bob }, c: { controller: bob } }
            steps:
            - { remove-pairing: bob, on: a }
            - together: [{ closed: b, within: 5s, expect: { closed: true } }, { closed: c, within: 5s, expect: { closed: true } }]
            """
        ),
    ]
}
