import HAPModel
import Judge
import Latency
import Links
import Measurement
import RunRecord
import Testing

@testable import Regression
@testable import Reporting

/// The golden run compared with itself after a new firmware that repairs one fault, changes one, adds one, and is slower.
enum GoldenComparison {
    static func make() throws -> RunComparison {
        let events = try GoldenRun.events()
        let report = try GoldenRun.report()
        let old = report.entries.filter(\.countsForConformance).map(\.verdict)
        let titles = Dictionary(report.entries.map { ($0.verdict.caseID, $0.title) }) { first, _ in first }
        var accessory = try #require(report.record)
        let before = try run("Reports/firmware-1.2.3", old, titles, accessory, snapshots(events), times: 1)
        accessory.firmwareRevision = "1.3.0"
        accessory.configuration = 8
        let after = try run("Reports/firmware-1.3.0", changed(old), titles, accessory, newSnapshots(events), times: 1.2)
        return try RunComparison(
            try #require(RunSet(name: before.path, [before])),
            try #require(RunSet(name: after.path, [after]))
        )
    }

    private static func run(
        _ path: String,
        _ verdicts: [Verdict],
        _ titles: [String: String],
        _ accessory: AccessoryRecord,
        _ snapshots: [String: JSON],
        times factor: Double
    ) throws -> ComparedRun {
        var run = ComparedRun(
            path: path,
            started: "2026-11-25T00:00:00Z",
            tool: "assay 0.2.0",
            accessory: accessory,
            end: .completed,
            isDamaged: false,
            verdicts: verdicts,
            titles: titles,
            snapshots: snapshots,
            durations: durations("/characteristics", times: factor) + durations("/accessories", times: 1),
            suites: [:],
            demands: [:]
        )
        run.times = MeasuredTimes(measurements(times: factor))
        return run
    }

    /// Reads become slower; pair-verify is measured too seldom, and events with another load.
    private static func measurements(times factor: Double) -> [JournalEvent] {
        let plans: [(String, LoadPlan, Double)] = [
            ("read", LoadPlan(count: 120), factor), ("write", LoadPlan(count: 60), 1),
            ("pair-verify.m1", LoadPlan(count: 5), 1), ("event", LoadPlan(count: 20, sessions: factor > 1 ? 2 : 1), 1),
        ]
        return plans.enumerated().map { number, entry in
            let (name, plan, factor) = entry
            let samples = (0..<(plan.count ?? 0)).map { index in
                let time = Int64(factor * Double(1_000_000 + 7000 * (index * 37 % 60)))
                let (sent, answered) = (Moment(nanoseconds: 0), Moment(nanoseconds: time))
                return LatencySample(session: 0, sent: sent, answered: answered, origin: .kernel)
            }
            let target = name == "read" ? "lightbulb.on" : nil
            let series = MeasuredSeries(
                name: name,
                samples: samples,
                plan: plan,
                warmUp: 0,
                transport: "ip",
                target: target
            )
            return JournalEvent(
                sequence: UInt64(number),
                at: Moment(nanoseconds: 0),
                kind: .measurement,
                instance: nil,
                step: nil,
                body: series.json
            )
        }
    }

    private static func snapshots(_ events: [JournalEvent]) -> [String: JSON] {
        let all = events.filter { $0.kind == .snapshot }.map { ($0.body["name"]?.stringValue ?? "", $0.body) }
        return Dictionary(all) { first, _ in first }
    }

    /// Brightness up to 254, and a configuration number that tells it.
    private static func newSnapshots(_ events: [JournalEvent]) throws -> [String: JSON] {
        try snapshots(events).mapValues { body in
            let text = body.serialized().replacing(
                #""unit":"percentage","minValue":0,"maxValue":100"#,
                with: #""unit":"percentage","minValue":0,"maxValue":254"#
            ).replacing(##""c#":"7""##, with: ##""c#":"8""##)
            return try JSON.parse(Array(text.utf8))
        }
    }

    private static func changed(_ verdicts: [Verdict]) -> [Verdict] {
        var verdicts = verdicts
        let failed = verdicts.indices.filter { verdicts[$0].outcome == .failed }
        let passed = verdicts.indices.filter { verdicts[$0].outcome == .passed }
        let findings = verdicts[failed[1]].findings
        verdicts[failed[0]].outcome = .passed
        verdicts[failed[0]].findings = []
        verdicts[failed[1]].findings[0].manner = "closed"
        verdicts[failed[1]].findings[0].got = "the accessory closed the connection"
        verdicts[passed[0]].outcome = .failed
        verdicts[passed[0]].findings = findings
        verdicts[passed[1]].outcome = .skipped
        verdicts[passed[1]].reason = "it needs a characteristic with pw; this accessory has none"
        return verdicts
    }

    private static func durations(_ path: String, times factor: Double) -> [OperationDuration] {
        (0..<60).compactMap { index in
            let time = factor * Double(1_000_000 + 7000 * (index * 37 % 60))
            return OperationDuration(
                JournalEvent(
                    sequence: UInt64(index),
                    at: Moment(nanoseconds: 0),
                    kind: .wire,
                    instance: nil,
                    step: nil,
                    body: [
                        "kind": "response", "request": ["method": "GET", "path": .string(path)], "sent-ns": 1,
                        "answered-ns": JSON(Int64(time) + 1),
                    ]
                )
            )
        }
    }
}
