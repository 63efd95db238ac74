import HAPModel
import Measurement

@testable import Runner

extension Trials {
    static let characteristics: [Trial] = reading + writing + timed + events

    private static let reading: [Trial] = [
        Trial("read.of", "1.102", insteadOf: "1.101") { $0.target == "/characteristics?id=1.102" },
        Trial("read.of", ["1.101", "1.102"], insteadOf: "1.101") { $0.target == "/characteristics?id=1.101,1.102" },
        Trial("read.of", "readable", insteadOf: "notifying") { $0.target?.contains("1.301") == true },
        option("meta"), option("perms"), option("type"), option("ev"),
        plain("read", ["of": "1.101"]),
        Trial("own-changes.of", ["1.101", "1.102"], insteadOf: "1.101") {
            $0.target == "/characteristics?id=1.101,1.102"
        },
        Trial("own-changes.for", "2s", in: ["of": "1.101"]) { $0.took < .seconds(3) },
        // Four reads show how long the entries are.
        Trial("read-sizes.sizes", [200], insteadOf: [60000]) { $0.requests("/characteristics").count > 4 },
        Trial("database.secured", false) { $0.requests().map(\.session) == [0] },
    ]

    private static func option(_ name: String) -> Trial {
        Trial("read.\(name)", true, in: ["of": "1.101"]) { $0.target == "/characteristics?id=1.101&\(name)=1" }
    }

    private static func plain(_ verb: String, _ arguments: JSONObject) -> Trial {
        Trial("\(verb).secured", false, in: arguments) { $0.requests("/characteristics").map(\.session) == [0] }
    }

    private static let writing: [Trial] = [
        Trial("write.response", true, in: ["1.307": "AQEB"]) { $0.entry["r"] == true },
        Trial("write.ev", true, in: ["1.101": true]) { $0.entry["ev"] == true },
        Trial("write.ev", false, in: ["1.101": true]) { $0.entry["ev"] == false },
        Trial("write.authorization", "AQID", in: ["1.306": true]) { $0.entry["authData"] == "AQID" },
        Trial("write.remote", true, in: ["1.101": true]) { $0.entry["remote"] == true },
        Trial("write.timed", false, in: ["1.304": 1]) { $0.requests("/prepare").isEmpty },
        plain("write", ["1.101": true]),
    ]

    private static let timed: [Trial] = [
        Trial("timed-write.ttl", "500ms", in: ["1.101": true]) { $0.requests("/prepare").first?.json["ttl"] == 500 },
        Trial("timed-write.execute-after", "1500ms", in: ["1.101": true]) { trace in
            guard let prepared = trace.requests("/prepare").first,
                let executed = trace.requests("/characteristics").first
            else { return false }
            return prepared.at.duration(to: executed.at) == .milliseconds(1500)
        },
        Trial("timed-write.execute-pid", "wrong", in: ["1.101": true]) { trace in
            guard let pid = trace.requests("/characteristics").first?.json["pid"] else { return false }
            return pid != trace.requests("/prepare").first?.json["pid"]
        },
        Trial("timed-write.execute-pid", "absent", in: ["1.101": true]) { trace in
            trace.requests("/characteristics").first.map { $0.json["pid"] == nil } ?? false
        },
        Trial("timed-write.prepare", false, in: ["1.101": true]) { trace in
            trace.requests("/prepare").isEmpty && trace.requests("/characteristics").count == 1
        },
        Trial("timed-write.stage", "prepare", in: ["1.101": true]) { trace in
            trace.requests("/characteristics").isEmpty && trace.requests("/prepare").count == 1
        },
        Trial("timed-write.stage", "execute", in: ["1.101": true]) { trace in
            trace.requests("/prepare").isEmpty && trace.requests("/characteristics").count == 1
        },
        Trial("timed-write.authorization", "AQID", in: ["1.306": true]) { $0.entry["authData"] == "AQID" },
    ]

    private static let events: [Trial] = [
        Trial("subscribe.of", "1.102", insteadOf: "1.101") { $0.entry["iid"] == 102 && $0.entry["ev"] == true },
        plain("subscribe", ["of": "1.101"]),
        Trial("unsubscribe.of", "1.102", insteadOf: "1.101") { $0.entry["iid"] == 102 && $0.entry["ev"] == false },
    ]
}

extension Trace {
    /// The target of the first read.
    fileprivate var target: String? { requests("/characteristics").first?.target }
}
