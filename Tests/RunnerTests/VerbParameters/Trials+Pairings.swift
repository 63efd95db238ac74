import HAPModel
import HAPPairing

@testable import Runner

extension Trials {
    private static let path = "/pair-verify"

    static let pairVerify: [Trial] = [
        Trial("pair-verify.upto", "M2") { $0.states(path) == [1] },
        Trial("pair-verify.from", "M3", before: [.init("pair-verify", ["upto": "M2"])]) { $0.states(path) == [3] },
        Trial("pair-verify.only", ["M3"]) { $0.states(path) == [3] },
        Trial("pair-verify.set", ["M1.state": "0x07"], in: ["upto": "M2"]) { $0.states(path) == [7] },
        Trial("pair-verify.set", ["M3.plain.signature": "random"]) { $0.errors == [2] },
        Trial("pair-verify.alter", ["M1.state": "0x07"], in: ["upto": "M2"]) { $0.states(path) == [7] },
        Trial(
            "pair-verify.of",
            "a",
            in: ["from": "M3"],
            on: "b",
            before: [.init("pair-verify", ["upto": "M2"], on: "a")]
        ) {
            $0.states(path, on: "b") == [3]
        },
        // The later `from` goes on with the first procedure, to which the accessory's new key does not belong.
        Trial(
            "pair-verify.aside",
            true,
            in: ["upto": "M2"],
            before: [.init("pair-verify", ["upto": "M2"])],
            after: [.init("pair-verify", ["from": "M3"])]
        ) { $0.errors == [2] },
        Trial("pair-verify.controller", "bob") { $0.errors == [2] },
        Trial("pair-verify.key-of", "bob") { $0.errors == [2] },
        Trial("pair-verify.signature", "unreduced") { $0.errors == [2] },
        Trial("pair-verify.method", 5, in: ["upto": "M2"]) { $0.message(1, path)?[.method] == [5] },
    ]

    static let pairings: [Trial] = [
        state("list-pairings.set"), state("list-pairings.alter"),
        state("add-pairing.set", bob), state("add-pairing.alter", bob),
        state("remove-pairing.set", bob), state("remove-pairing.alter", bob),
        plain("list-pairings"), plain("add-pairing", bob), plain("remove-pairing", bob),
        Trial("add-pairing.set", ["M1.identifier": ["text": "other"]], in: bob) { $0.encounter.paired.last == "other" },
        Trial("add-pairing.controller", "bob", insteadOf: "alice") { $0.knows("bob") },
        Trial("add-pairing.admin", true, in: bob) { $0.encounter.records.last?.isAdmin == true },
        Trial("add-pairing.identifier", "me", in: bob) { $0.encounter.paired.last == "me" },
        Trial("add-pairing.key-of", "alice", in: bob) { trace in
            trace.encounter.records.last?.publicKey == trace.encounter.records.first?.publicKey
        },
        Trial("add-pairing.replacing", "carol", in: bob, before: [.init("add-pairing", ["controller": "carol"])]) {
            $0.knows("bob") && !$0.knows("carol")
        },
        Trial("remove-pairing.controller", "bob", insteadOf: "stranger", before: [.init("add-pairing", bob)]) {
            !$0.knows("bob") && $0.encounter.paired.count == 1
        },
    ]

    private static let bob: JSONObject = ["controller": "bob"]

    private static func state(_ path: String, _ arguments: JSONObject = JSONObject()) -> Trial {
        Trial(path, ["M1.state": "0x07"], in: arguments) { $0.states("/pairings") == [7] }
    }

    private static func plain(_ verb: String, _ arguments: JSONObject = JSONObject()) -> Trial {
        Trial("\(verb).secured", false, in: arguments) { $0.requests("/pairings").map(\.session) == [0] }
    }
}

extension Trace {
    /// Whether the accessory knows the controller.
    fileprivate func knows(_ controller: String) -> Bool {
        encounter.paired.contains(encounter.context.controllers.identity(controller).pairingID)
    }
}
