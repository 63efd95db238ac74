import HAPModel
import Processes
import Testing

/// The peer at an address may be any program: a run against it ends in time, reports the problem and passes nothing.
@Suite("Hostile accessories", .needsPeers, .takingTurns)
struct HostileAccessoryTests {
    /// A behaviour, and the expected result of a run.
    struct Manner: CustomTestStringConvertible {
        var name: String
        var status: Int32
        /// The text that standard error contains once.
        var complaint: String

        var testDescription: String { name }

        /// It is not recognized as an accessory, so nothing runs.
        static func noAccessory(_ name: String, _ complaint: String) -> Manner {
            Manner(name: name, status: 3, complaint: complaint)
        }

        /// It responds, so it is judged; its responses are wrong.
        static func wrong(_ name: String, _ complaint: String) -> Manner {
            Manner(name: name, status: 1, complaint: "pair-setup failed: M2: \(complaint)")
        }
    }

    static let manners: [Manner] = [
        .noAccessory("closed", " is not reachable: "),
        .noAccessory(
            "silent",
            "responds, but not as a HomeKit accessory: no response within 500 ms to M1 of pair-setup"
        ),
        .noAccessory("echo", "responds, but not as a HomeKit accessory: "),
        .wrong("ok", "HTTP 200 without a body where TLV8 was expected"),
        .wrong("ok-json", "HTTP 200 with JSON where TLV8 was expected: "),
        .wrong("ok-state", "The item public-key is missing"),
        .wrong("no-content", "HTTP 204 without a body where TLV8 was expected"),
        Manner(name: "unavailable", status: 5, complaint: "the accessory is already paired with another controller, "),
        .noAccessory("garbage", "responds, but not as a HomeKit accessory: "),
        .noAccessory("half-response", "responds, but not as a HomeKit accessory: "),
        .noAccessory("drip", "responds, but not as a HomeKit accessory: "),
        .noAccessory("endless-body", "responds, but not as a HomeKit accessory: "),
        .noAccessory("huge-length", "responds, but not as a HomeKit accessory: "),
        .noAccessory("endless-head", "responds, but not as a HomeKit accessory: "),
        .noAccessory("endless-events", "responds, but not as a HomeKit accessory: "),
        .noAccessory("bad-length", "responds, but not as a HomeKit accessory: "),
        .wrong("invalid-json", "HTTP 200 with text where TLV8 was expected: "),
        .wrong("invalid-utf8", "HTTP 200 with JSON where TLV8 was expected: "),
        .wrong("deep-json", "HTTP 200 with text where TLV8 was expected: "),
        .wrong("short-tlv", "The items are malformed"),
        .noAccessory("close-on-accept", "responds, but not as a HomeKit accessory: "),
        .noAccessory("close-on-request", "responds, but not as a HomeKit accessory: "),
        .noAccessory("reset-on-accept", ": "),
        .noAccessory("reset-on-request", "responds, but not as a HomeKit accessory: "),
        .noAccessory("reset-in-response", "responds, but not as a HomeKit accessory: "),
    ]

    /// One of each kind: with and without a session, rejections, a document, monitors.
    static let cases = [
        "pair-setup.complete", "pair-setup.m3-first", "pair-verify.bad-tag", "write.above-maximum", "values.names",
        "session.frames-open", "response.always", "identify.unpaired*",
    ]

    /// Far more time than any of them needs, so that a run that hangs fails.
    static let bound = Duration.seconds(60)

    @Test(
        "Each ends a run with the right status, one line that says why, a complete report and no pass",
        arguments: manners
    )
    func representatives(_ manner: Manner) async throws {
        try await run(against: manner.name, Self.cases) { run, summary in
            #expect(run.status == manner.status, "\(run.everything)")
            #expect(run.errors.lines(holding: manner.complaint) == 1, "\(run.errors)")
            // The plan's line and the tester's own share are printed if there is something to run.
            // A failure is also shown when it happens, and a busy machine takes so long that progress is shown.
            let lines = run.errors.split(separator: "\n").filter {
                !$0.hasPrefix("FAILED ") && !$0.hasPrefix("connecting and planning, ")
            }
            #expect(lines.count == (manner.status == 3 ? 1 : 3), "\(run.errors)")
            let all = summary["totals"]?["all"]?.int64Value ?? 0
            #expect(manner.status == 3 ? all == 0 : all >= Self.cases.count)
            #expect(summary["end"]?["reason"] == (manner.status == 3 ? "unreachable" : "completed"))
        }
    }

    @Test("None of all cases passes", arguments: ["closed", "silent", "echo", "ok"])
    func everything(_ manner: String) async throws {
        try await run(against: manner, [], within: .seconds(240)) { run, summary in
            #expect(run.status == (manner == "ok" ? 1 : 3), "\(run.everything.suffix(1000))")
            #expect(manner != "ok" || (summary["totals"]?["all"]?.int64Value ?? 0) > 300)
        }
    }

    /// Runs the cases, and checks what holds for every peer.
    private func run(
        against manner: String,
        _ cases: [String],
        within bound: Duration = bound,
        _ check: (AssayProgram.Finished, JSON) throws -> Void
    ) async throws {
        try await Workspace.with { workspace in
            try await Peer.run(.hostileAccessory, [manner]) { peer in
                var assay = AssayProgram(in: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = Peer.setupCode
                let address = "127.0.0.1:\(try peer.port)"
                let run = try await assay.run(
                    ["run", "--address", address, "--answer-within", "500ms"] + cases,
                    within: bound
                )
                let summary = try JSON.parse(try workspace.bytes("Reports/latest/summary.json"))
                #expect(summary["totals"]?["passed"] == 0, "\(run.output)")
                #expect(summary["totals"]?["errored"] == 0, "\(run.output)")
                #expect(summary["exit"]?["status"] == JSON(Int(run.status)))
                #expect(!run.everything.contains("Fatal error"))
                try check(run, summary)
                let again = try await assay.run("rejudge", "Reports/latest", "--into", "again")
                #expect(again.status == 0, "\(again.errors)")
                for file in ["junit.xml", "summary.json"] {
                    #expect(
                        try workspace.bytes("again/\(file)") == workspace.bytes("Reports/latest/\(file)"),
                        "\(file)"
                    )
                }
            }
        }
    }
}
