import HAPModel
import Processes
import Testing

/// An accessory that pairs correctly may still send anything inside a session. A run against it ends in time, finds
/// the fault, and removes its pairing.
@Suite("Hostile answers inside a session", .needsPeers, .takingTurns)
struct HostileSessionTests {
    /// What HAP-python returns on a path.
    struct Answer: CustomTestStringConvertible {
        var name: String
        var path: String
        var content: [UInt8]
        /// How often the content is repeated.
        var times = 1
        /// Whether it replaces a whole HTTP message, including its head.
        var isMessage = false

        var testDescription: String { "\(path): \(name)" }

        var command: JSON {
            [
                "path": .string(path), "times": JSON(times),
                isMessage ? "message" : "body": .string(Hex.encode(content)),
            ]
        }

        static func database(_ name: String, _ text: String, times: Int = 1) -> Answer {
            Answer(name: name, path: "/accessories", content: Array(text.utf8), times: times)
        }

        /// A database of one characteristic with these properties.
        static func characteristic(_ name: String, _ properties: String) -> Answer {
            let service = #"{"iid":1,"type":"43","characteristics":[{"iid":2,\#(properties)}]}"#
            return database(name, #"{"accessories":[{"aid":1,"services":[\#(service)]}]}"#)
        }

        static func values(_ name: String, _ text: String, times: Int = 1) -> Answer {
            Answer(name: name, path: "/characteristics", content: Array(text.utf8), times: times)
        }

        static func message(_ name: String, _ path: String, _ text: String, times: Int = 1) -> Answer {
            Answer(name: name, path: path, content: Array(text.utf8), times: times, isMessage: true)
        }
    }

    private static func repeated(_ element: String, _ times: Int) -> String {
        Array(repeating: element, count: times).joined(separator: ",")
    }

    static let answers: [Answer] = [
        .database("nothing", ""),
        .database("null", "null"),
        .database("200,000 arrays in each other", "[", times: 200_000),
        .database("200,000 objects in each other", #"{"a":"#, times: 200_000),
        .database("very many accessories", #"{"accessories":["# + repeated(#"{"aid":1,"services":[]}"#, 20_000) + "]}"),
        .database(
            "very many services",
            #"{"accessories":[{"aid":1,"services":["#
                + repeated(#"{"iid":1,"type":"89","linked":[1],"characteristics":[]}"#, 10_000)
                + "]}]}"
        ),
        .database("very many keys", "{" + (0..<50_000).map { "\"key \($0)\":1" }.joined(separator: ",") + "}"),
        .database("the text breaks off", #"{"accessories":[{"aid":1,"services":[{"iid":1"#),
        Answer(
            name: "no UTF-8",
            path: "/accessories",
            content: Array(#"{"accessories":""#.utf8) + [0xC0, 0x80, 0x22, 0x7D]
        ),
        .database("numbers beyond 64 bits", #"{"accessories":[{"aid":99999999999999999999,"services":[]}]}"#),
        .database("an exponent beyond all", #"{"accessories":[{"aid":1e99999999999,"services":[{"iid":-1e400}]}]}"#),
        .database(
            "other kinds of values",
            #"{"accessories":[null,5,{"aid":"1","services":[[],{"characteristics":{}}]}]}"#
        ),
        .characteristic(
            "an int's whole range",
            """
            "type":"25","format":"int","perms":["pr","pw","ev"],\
            "minValue":-9223372036854775808,"maxValue":9223372036854775807,"minStep":9223372036854775807
            """
        ),
        .characteristic(
            "a uint64's range, upside down",
            """
            "type":"08","format":"uint64","perms":["pr","pw","ev"],"minValue":18446744073709551615,"maxValue":0,\
            "minStep":18446744073709551615,"valid-values":[1e40,-5],"valid-values-range":[18446744073709551615,0]
            """
        ),
        .characteristic(
            "a float's range, and no step",
            #""type":"13","format":"float","perms":["pr","pw","ev"],"minValue":-1e308,"maxValue":1e308,"minStep":1e-320"#
        ),
        .characteristic(
            "endless strings and data",
            #""type":"23","format":"string","perms":["pr","pw"],"maxLen":9223372036854775807,"maxDataLen":1e300"#
        ),
        .message("a flood of events", "/accessories", "EVENT/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", times: 5000),
        .message(
            "an endless chunk",
            "/accessories",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx"
        ),
        .message(
            "a length beyond 64 bits",
            "/accessories",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n"
        ),
        .values("200,000 arrays in each other", "[", times: 200_000),
        .values(
            "as many arrays in each other as are read",
            #"{"characteristics":[{"aid":1,"iid":9,"value":"# + String(repeating: "[", count: 60)
                + String(repeating: "]", count: 60) + "}]}"
        ),
        .values(
            "numbers out of range",
            #"{"characteristics":[{"aid":1,"iid":9,"value":1e400,"status":1e30},{"aid":-1,"iid":1.5}]}"#
        ),
        .values("other kinds of values", #"{"characteristics":[null,[],5,{"aid":{}}]}"#),
        .message("no HTTP at all", "/characteristics", "\u{0}\u{16}\u{3}\u{1}", times: 1000),
        .message("each answer twice", "/characteristics", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", times: 2),
        Answer(
            name: "20,000 pairings",
            path: "/pairings",
            content: [0x06, 0x01, 0x02, 0x01, 0x24] + Array(repeating: 0x41, count: 36) + [0xFF, 0x00],
            times: 20_000
        ),
    ]

    /// Cases about the database, values, events and pairings.
    static let cases = [
        "database.*", "values.*", "read.one*", "read.all*", "write.above-maximum*", "subscribe.on-and-off*",
        "subscribe.all", "pairings.list*",
        "response.*", "session.frames-open",
    ]

    /// Far more time than any of them needs, so that a run that hangs fails.
    static let bound = Duration.seconds(300)

    @Test("Each fault is found, and the run is completed and leaves no pairing")
    func found() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, answer) in Self.answers.enumerated() {
                if index >= Self.atOnce { try await group.next() }
                group.addTask { try await run(against: answer) }
            }
            try await group.waitForAll()
        }
    }

    /// Runs in parallel, because they mostly wait.
    static let atOnce = 4

    private func run(against answer: Answer) async throws {
        try await Workspace.with { workspace in
            try await Peer.run(.happyAccessory, ["--kind", "light"]) { accessory in
                try await accessory.ask("answer", answer.command)
                var assay = AssayProgram(in: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = Peer.setupCode
                let address = "127.0.0.1:\(try accessory.port)"
                let run = try await assay.run(
                    ["run", "--address", address, "--answer-within", "500ms"] + Self.cases,
                    within: Self.bound
                )
                #expect(run.status == 1, "\(answer): \(run.everything.suffix(2000))")
                #expect(!run.everything.contains("Fatal error"), "\(answer)")
                let summary = try JSON.parse(try workspace.bytes("Reports/latest/summary.json"))
                #expect(summary["totals"]?["errored"] == 0, "\(answer): \(run.output)")
                // After a malformed response to a removal or a write, its effect is unknown.
                let reason = summary["end"]?["reason"]?.stringValue ?? ""
                #expect(["completed", "left-behind"].contains(reason), "\(answer): \(reason)")
                #expect(try await accessory.ask("pairings")["pairings"] == [], "\(answer): a pairing stayed")
                let again = try await assay.run("rejudge", "Reports/latest", "--into", "again")
                #expect(again.status == 0, "\(answer): \(again.errors)")
                #expect(
                    try workspace.bytes("again/summary.json") == workspace.bytes("Reports/latest/summary.json"),
                    "\(answer)"
                )
            }
        }
    }
}
