import Foundation
import Measurement
import SuiteLanguage
import Testing

/// What an accessory does wrong so that a run can lose its state: a fault, as a file of defects has it.
struct Stranding: Sendable, CustomTestStringConvertible {
    let name: String
    let faults: [String]
    /// Why more cases stay inconclusive without a reset: no message brings about what they need.
    var needsReset: String?
    /// What the accessory never does, as the reasons of verdicts name it. A case about something else that needs it cannot be
    /// judged, and is not counted if its reason says so.
    var neverDoes: [String]
    /// How many behaviours these are.
    let parts: Int

    var testDescription: String { name }

    private init(_ name: String, _ faults: String..., needsReset: String? = nil, neverDoes: [String] = []) {
        self.init(name, faults, needsReset: needsReset, neverDoes: neverDoes)
    }

    private init(_ name: String, _ faults: [String], needsReset: String? = nil, neverDoes: [String] = []) {
        self.name = name
        self.faults = faults
        self.needsReset = needsReset
        self.neverDoes = neverDoes
        parts = 1
    }

    private init(_ drawn: [Stranding]) {
        name = drawn.map(\.name).joined(separator: " + ")
        faults = drawn.flatMap(\.faults)
        let reasons = drawn.compactMap(\.needsReset)
        needsReset = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
        neverDoes = drawn.flatMap(\.neverDoes)
        parts = drawn.count
    }

    /// Two or three of them at once.
    static func drawn(_ seed: UInt64) -> Stranding {
        var generator = SeededGenerator(seed: seed)
        return Stranding(Array(all.shuffled(using: &generator).prefix(seed.isMultiple(of: 2) ? 2 : 3)))
    }

    /// The behaviours of these names at once.
    init(named names: String) {
        let names = names.components(separatedBy: " + ")
        self.init(Self.all.filter { names.contains($0.name) })
    }

    static let all: [Stranding] = removal + connections + crashes + values + keys

    /// Cases that need a list name the requirement that the accessory has violated from the start.
    private static let lists = "the accessory violated HAP-PAIRINGS-043 already"
    private static let kept = "the accessory keeps its pairings, whatever is sent"

    /// How Remove Pairing and List Pairings fail.
    private static let removal: [Stranding] = [
        Stranding("no answer to a removal", "link: {at: response, do: hang}, when: {has: remove-pairing}"),
        Stranding(
            "no answer to the second removal",
            "link: {at: response, do: hang}, when: {has: remove-pairing, nth: 2}"
        ),
        Stranding(
            "closes instead of an answer to a removal",
            "link: {at: response, do: close}, when: {has: remove-pairing}"
        ),
        Stranding(
            "resets instead of an answer to a removal",
            "link: {at: response, do: reset}, when: {has: remove-pairing}"
        ),
        Stranding("drops the first removal", "link: {at: request, do: close}, when: {has: remove-pairing, nth: 1}"),
        Stranding(
            "drops every other removal",
            "link: {at: request, do: close}, when: {has: remove-pairing, nth: 2}",
            "link: {at: request, do: close}, when: {has: remove-pairing, nth: 4}"
        ),
        Stranding(
            "answers a removal after 20 s",
            "link: {at: response, do: {delay: 20s}}, when: {has: remove-pairing}"
        ),
        Stranding(
            "removes, and reports an error",
            "answer: {to: pairings, status: resource-does-not-exist}, when: {has: remove-pairing}"
        ),
        Stranding(
            "removes, and answers without a body",
            "answer: {to: pairings, body: \"\"}, when: {has: remove-pairing}"
        ),
        Stranding(
            "keeps the pairing, and reports success",
            "effect: {of: pairings.remove, do: omit}",
            needsReset: kept
        ),
        Stranding("refuses removals", "guard: {check: pairings.remove.admin, do: refuse}", needsReset: kept),
        Stranding("stays paired after the last removal", "effect: {of: pairing.unpaired, do: omit}", needsReset: kept),
        Stranding("paired for ever", "memory: {of: paired, lasts: ever}", needsReset: kept),
        Stranding(
            "list refused",
            "answer: {to: pairings, status: resource-does-not-exist}, when: {has: list-pairings}",
            neverDoes: [lists]
        ),
        Stranding(
            "list without a body",
            "answer: {to: pairings, body: \"\"}, when: {has: list-pairings}",
            neverDoes: [lists]
        ),
        Stranding(
            "no answer to a list",
            "link: {at: response, do: hang}, when: {has: list-pairings}",
            neverDoes: [lists]
        ),
        Stranding(
            "closes instead of a list",
            "link: {at: response, do: close}, when: {has: list-pairings}",
            neverDoes: [lists]
        ),
        Stranding("lists one pairing only", "constant: {name: pairings.listed, value: 1}"),
        Stranding(
            "closes before a removal is answered, and refuses lists",
            "link: {at: response, do: close}, when: {has: remove-pairing}",
            "answer: {to: pairings, status: resource-does-not-exist}, when: {has: list-pairings}",
            neverDoes: ["HAP-PAIRINGS-043", "`remove-pairing`, did not succeed"]
        ),
        Stranding("sessions stay after a removal", "effect: {of: session.end, do: omit}"),
        Stranding("a controller that removes itself gets no answer", "effect: {of: session.answer-own, do: omit}"),
    ]

    /// How connections and procedures fail.
    private static let connections: [Stranding] = [
        // A case that needs more finds the oldest closed, also after a reset.
        Stranding(
            "four connections at most",
            "constant: {name: connections.maximum, value: 4}",
            neverDoes: ["when the tester opened another one (HAP-HTTP-001"]
        ),
        Stranding(
            "four connections, none closed for a new one",
            "constant: {name: connections.maximum, value: 4}",
            "effect: {of: close.evicted, do: omit}",
            neverDoes: ["the accessory did not accept a connection", "the connection has no session"]
        ),
        Stranding(
            "closes idle connections after 2 s",
            "constant: {name: connections.idle-seconds, value: 2}",
            neverDoes: ["closed the connection, after"]
        ),
        Stranding(
            "busy until the attempt ends",
            "effect: {of: pair-setup.release, do: omit}",
            needsReset: "the accessory stays busy for half a minute after each abandoned attempt"
        ),
        Stranding(
            "busy for ever after an abandoned attempt",
            "effect: {of: pair-setup.release, do: omit}",
            "effect: {of: pair-setup.expire, do: omit}",
            needsReset: "the accessory stays busy"
        ),
        Stranding(
            "no answer to the third M3 of pair-verify",
            "link: {at: response, do: hang}, when: {message: pair-verify, nth: 6}"
        ),
        Stranding(
            "no answer to the fourth M1 of pair-verify",
            "link: {at: response, do: hang}, when: {message: pair-verify, nth: 7}"
        ),
        Stranding(
            "resets every tenth message of pair-verify",
            "link: {at: response, do: reset}, when: {message: pair-verify, nth: 10}",
            "link: {at: response, do: reset}, when: {message: pair-verify, nth: 20}",
            "link: {at: response, do: reset}, when: {message: pair-verify, nth: 30}"
        ),
        Stranding("no answer to the first M5", "link: {at: response, do: hang}, when: {message: pair-setup, nth: 3}"),
        Stranding("resets at the first M5", "link: {at: response, do: reset}, when: {message: pair-setup, nth: 3}"),
        Stranding(
            "no answer to a later message of pair-setup",
            "link: {at: response, do: hang}, when: {message: pair-setup, nth: 20}"
        ),
        Stranding(
            "resets a later message of pair-setup",
            "link: {at: response, do: reset}, when: {message: pair-setup, nth: 33}"
        ),
    ]

    /// When it crashes, and when it comes back.
    private static let crashes: [Stranding] = [1, 10, 60].flatMap { seconds in
        [
            ("a removal", "has: remove-pairing", 2), ("a list", "has: list-pairings", 3),
            ("a write", "message: write", 5),
            ("pair-verify", "message: pair-verify", 9), ("pair-setup", "message: pair-setup", 12),
        ].map { what, condition, nth in
            Stranding(
                "crashes at \(what), back after \(seconds) s",
                "link: {at: request, do: crash}, when: {\(condition), nth: \(nth)}",
                "constant: {name: crash.restart-seconds, value: \(seconds)}"
            )
        }
    }

    /// Values that cannot be put back.
    private static let values: [Stranding] = [
        Stranding(
            "takes the first ten writes only",
            "guard: {check: write.permission, do: refuse}, when: {from: 11}",
            neverDoes: ["`write`, did not succeed", "write ended after 0 times", "identify ended after 0 times"]
        ),
        Stranding(
            "refuses every write",
            "guard: {check: write.permission, do: refuse}",
            neverDoes: ["`write`, did not succeed"]
        ),
        Stranding("accepts no write beside On while that is false", "guard: {check: write.while-off, do: refuse}"),
        Stranding(
            "accepts writes without storing them",
            "effect: {of: value.store, do: omit}",
            // What a value causes is judged only where the accessory shows the value.
            neverDoes: ["the run observed nothing that this case can judge"]
        ),
        Stranding("no answer to the third write", "link: {at: response, do: hang}, when: {message: write, nth: 3}"),
        Stranding("resets the fourth write", "link: {at: response, do: reset}, when: {message: write, nth: 4}"),
        Stranding("no answer to the sixth read", "link: {at: response, do: hang}, when: {message: read, nth: 6}"),
    ]

    /// Regular controllers may do all that administrators may.
    private static let managing = ["add.admin", "remove.admin", "remove.self", "list.admin"].map {
        "guard: {check: pairings.\($0), do: skip}"
    }

    /// Which controllers it takes for which.
    private static let keys: [Stranding] = [
        Stranding("stores an empty identifier", "guard: {check: pair-setup.m5.identifier-empty, do: skip}"),
        Stranding("stores a pairing before the tag of M5 is checked", "guard: {check: pair-setup.m5.tag, do: skip}"),
        Stranding("accepts any setup code", "guard: {check: pair-setup.m3.proof, do: skip}"),
        Stranding("new controllers become admins", "guard: {check: pairings.add.admin, do: skip}"),
        Stranding(
            "a removed controller frees no room",
            "effect: {of: pairing.room, do: omit}",
            neverDoes: ["max-peers", "could not be paired"]
        ),
        Stranding("adding overwrites the key", "guard: {check: pairings.add.other-key, do: skip}"),
        Stranding("users manage pairings", managing),
        Stranding(
            "users add pairings, and adding overwrites the key",
            ["guard: {check: pairings.add.admin, do: skip}", "guard: {check: pairings.add.other-key, do: skip}"]
        ),
        Stranding(
            "users manage pairings, adding overwrites the key, and no pairing goes with another one",
            managing + [
                "guard: {check: pairings.add.other-key, do: skip}", "effect: {of: pairings.remove-others, do: omit}",
            ]
        ),
        Stranding(
            "pairings without a session, and adding overwrites the key",
            ["guard: {check: pairings.session, do: skip}", "guard: {check: pairings.add.other-key, do: skip}"]
        ),
        Stranding("forgets regular controllers", "memory: {of: pairings, lasts: sessions}"),
        Stranding(
            "regular controllers do not survive a restart",
            "effect: {of: restart.added-pairings, do: omit}",
            "link: {at: request, do: crash}, when: {message: write, nth: 40}",
            "constant: {name: crash.restart-seconds, value: 1}"
        ),
    ]
}
