import HAPModel
import Latency
import Measurement
import Regression
import RunRecord
import Testing

@testable import Reporting

@Suite("Reports of a comparison")
struct ComparisonReportTests {
    @Test("Text, Markdown, JSON and page of a comparison are the samples that the checkout shows")
    func samples() throws {
        let comparison = try GoldenComparison.make()
        try expectSample(ComparisonText(comparison).text.string + "\n", "comparison.txt")
        try expectSample(ComparisonMarkdown(comparison).text.string + "\n", "comparison.md")
        try expectSample(ComparisonJSON(comparison).document.string + "\n", "comparison.json")
        let page = ComparisonPage(comparison).encoded()
        try expectSample(String(decoding: page, as: UTF8.self), "comparison.html")
    }

    @Test("The kinds of change decide the exit status, the most severe first")
    func status() throws {
        let comparison = try GoldenComparison.make()
        #expect(comparison.verdicts.map(\.kind) == [.new, .changed, .newlySkipped, .fixed])
        #expect(ExitStatus(comparison, failsOnWarning: false) == .newFailure)
        #expect(comparison.shifts.map(\.direction) == [.slower, .same])
        let page = try MarkupTree(ComparisonPage(comparison).encoded())
        let sections = page.all("nav").flatMap { $0.all("a") }.compactMap { $0.attributes["href"] }
        #expect(
            sections == [
                "#summary", "#verdicts", "#accessory", "#advertisement", "#database", "#measured", "#durations",
            ]
        )
        let rows = page.all.filter { $0.attributes["class"] == "row plain" }
        #expect(rows.compactMap { $0.attributes["data-state"] } == ["new", "changed", "newly-skipped", "fixed"])
    }

    @Test("Slower operations give a status only if they count, and after failures")
    func slower() throws {
        var comparison = try GoldenComparison.make()
        comparison.countsSlower = true
        #expect(ExitStatus(comparison, failsOnWarning: false) == .newFailure)
        // The verdicts of the old run, and the times of the new one.
        var run = comparison.old.newest
        run.times = comparison.new.newest.times
        var slower = try RunComparison(comparison.old, try #require(RunSet(name: "slower", [run])))
        #expect(ExitStatus(slower, failsOnWarning: false) == .conformant)
        slower.countsSlower = true
        #expect(ExitStatus(slower, failsOnWarning: false) == .broken)
        #expect(ComparisonText(slower).text.string.hasSuffix("the new side is slower than the old one (exit status 1)"))
    }

    @Test("What the new side could not measure any more is lost, like a case")
    func lost() throws {
        let old = try GoldenComparison.make().old
        var run = old.newest
        run.times = MeasuredTimes(
            old.newest.times.series.enumerated().map { number, series in
                JournalEvent(
                    sequence: UInt64(number),
                    at: Moment(nanoseconds: 0),
                    kind: .measurement,
                    instance: nil,
                    step: nil,
                    body: ["series": .string(series.name), "count": 0, "failure": "no answer within 10 s"]
                )
            }
        )
        let lost = try RunComparison(old, try #require(RunSet(name: "lost", [run])))
        #expect(ExitStatus(lost, failsOnWarning: false) == .unjudged)
        let text = ComparisonText(lost).text.string
        #expect(text.contains("write over ip: lost: the new side has no times: no answer within 10 s"))
        #expect(text.contains("\nnot all that the old side judged or measured can be compared with the new one\n"))
        #expect(text.hasSuffix("(exit status 5)"))
    }

    @Test("Lines of the text fit a terminal, but for names, and every form says the same result")
    func forms() throws {
        let comparison = try GoldenComparison.make()
        let json = try JSON.parse(Array(ComparisonJSON(comparison).document.string.utf8))
        #expect(json["exit"]?["status"] == 6)
        #expect(json["verdicts"]?.arrayValue?.count == 4)
        #expect(json["durations"]?[0]?["direction"] == "slower")
        #expect(json["measured"]?[0]?["direction"] == "slower" && json["measured"]?[0]?["target"] == "lightbulb.on")
        #expect(json["not-compared"]?.arrayValue?.count == 2)
        #expect(json["durations"]?[0]?["old"]?["count"] == 60)
        let meaning = try #require(json["exit"]?["meaning"]?.stringValue)
        #expect(ComparisonText(comparison).text.string.contains(meaning))
        #expect(ComparisonMarkdown(comparison).text.string.contains(meaning))
        for line in ComparisonText(comparison).text.string.split(separator: "\n") where !line.contains("[") {
            #expect(line.count <= CleanText.columns, "\(line)")
        }
    }
}
