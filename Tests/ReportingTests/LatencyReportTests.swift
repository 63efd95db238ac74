import HAPModel
import Judge
import Latency
import Links
import Measurement
import RunRecord
import Testing

@testable import Reporting

@Suite("Measured times in the reports of a run")
struct LatencyReportTests {
    private static let instance = "session.replayed-frame[over=ip]"

    /// A run whose case measured 200 reads, from 1 to 200 ms, with a budget that is met and one that is not.
    private static func report() throws -> RunReport {
        let samples = (1...200).map { time in
            LatencySample(
                session: 0,
                sent: Moment(nanoseconds: 0),
                answered: Moment(nanoseconds: Int64(time) * 1_000_000),
                origin: .kernel
            )
        }
        var series = MeasuredSeries(
            name: "read",
            samples: samples,
            plan: LoadPlan(count: 200),
            warmUp: 20,
            transport: "ip",
            target: "lightbulb.<on>"
        )
        series.budgets = [
            LatencyBudget(series: "read", percentile: .p50, limit: .milliseconds(150)),
            LatencyBudget(series: "read", percentile: .p99, limit: .milliseconds(20)),
        ]
        let echo = try #require(LatencySummary([.microseconds(20), .microseconds(30)]))
        let ours = try #require(LatencySummary([.microseconds(50), .microseconds(80)]))
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        run.add(.measurement, ["tester": TesterOverhead(floor: echo, tester: ours, origin: "kernel").json])
        run.add(.begin, instance, ["name": .string(instance), "case": "session.replayed-frame", "over": "ip"])
        run.add(.measurement, instance, series.json)
        run.add(EditedRun.verdict(instance, .passed, milliseconds: 2))
        run.add(.close, nil, RunEnd.completed.json)
        return try run.report()
    }

    @Test("The JSON summary has the figures, their intervals, the budgets and the tester's own time")
    func summary() throws {
        let latency = try #require(JSONSummary(try Self.report()).json["latency"])
        let read = try #require(latency["operations"]?[0])
        #expect(read["operation"] == "read" && read["count"] == 200 && read["instance"] == .string(Self.instance))
        #expect(read["p50"] == 100_000_000 && read["max"] == 200_000_000)
        #expect(read["p50-interval"]?.arrayValue?.count == 2)
        #expect(read["budgets"]?[0]?["outcome"] == "met" && read["budgets"]?[1]?["outcome"] == "exceeded")
        #expect(latency["tester"]?["floor-p50"] == 20_000 && latency["tester"]?["overhead-p50"] == 30_000)
        #expect(JSONSummary(try EditedRun.everyOutcome().report()).json["latency"] == nil)
    }

    @Test("The rich JUnit report has the figures as properties of the test case; the strict one is valid without them")
    func junit() throws {
        let report = try Self.report()
        let root = try #require(XMLElement(JUnitReport(report, .rich).encoded()))
        let item = try #require(root.children.flatMap { $0.all("testcase") }.first)
        var properties: [String: String] = [:]
        for property in item.first("properties")?.children ?? [] {
            properties[property.attributes["name"] ?? ""] = property.attributes["value"]
        }
        #expect(properties["latency.read.count"] == "200")
        #expect(properties["latency.read.p50"]?.hasPrefix("100 ms (95 %: ") == true)
        #expect(properties["latency.read.max"] == "200 ms")
        #expect(properties["latency.read.budget.p99"] == "20.0 ms: exceeded")
        let strict = String(decoding: try JUnitReport(report, .strict).encoded(), as: UTF8.self)
        #expect(!strict.contains("latency.read"))
    }

    @Test("The tester's own time is above or below a plain echo, without a sign")
    func below() throws {
        let echo = try #require(LatencySummary([.microseconds(20), .microseconds(30)]))
        let ours = try #require(LatencySummary([.microseconds(15), .microseconds(80)]))
        let line = LatencyText.lines(TesterOverhead(floor: echo, tester: ours, origin: "kernel"))[0].string
        #expect(line == "the tester's own time: median 5.00 µs below, p99 50.0 µs above a plain echo")
    }

    @Test("The page has a histogram, the percentiles beside the budgets, and the floor")
    func page() throws {
        let page = try MarkupTree(RunPage(try Self.report()).encoded())
        let section = try #require(
            page.first("section", "id", "latency")
                ?? page.all("section").first { $0.text.contains("Latency") && $0.text.contains("Histogram") }
        )
        #expect(section.text.contains("p99 at most 20.0 ms") && section.text.contains("exceeded"))
        #expect(section.text.contains("p50 at most 150 ms") && section.text.contains("met"))
        #expect(section.text.contains("lightbulb.<on>"))
        #expect(section.text.contains("above a plain echo of 20.0 µs"))
        #expect(section.all("rect").count > 10)
        let empty = try MarkupTree(RunPage(try EditedRun.everyOutcome().report()).encoded())
        #expect(!empty.all("th").contains { $0.text == "Histogram" })
    }
}
