import HAPModel
import Histories
import History
import Testing

@testable import Reporting

@Suite("Reports of a history")
struct HistoryReportTests {
    private static let golden = GoldenHistory()
    private static let reading = golden.reading

    private static func trend(_ reading: HistoryReading) -> HistoryTrendText {
        HistoryTrendText(reading, reading.usual())
    }

    @Test("Trends, changes, flaky instances and the page are the samples that the checkout shows")
    func samples() throws {
        try expectSample(Self.trend(Self.reading).text.string + "\n", "history-trend.txt")
        try expectSample(HistoryChangesText(Self.reading).text.string + "\n", "history-changes.txt")
        try expectSample(HistoryFlakyText(Self.reading).text.string + "\n", "history-flaky.txt")
        try expectSample(String(decoding: HistoryPage(Self.reading).encoded(), as: UTF8.self), "history.html")
    }

    @Test("Lines of the texts fit a terminal, but for names")
    func width() {
        let texts = [
            Self.trend(Self.reading).text, HistoryChangesText(Self.reading).text, HistoryFlakyText(Self.reading).text,
        ]
        for text in texts {
            for line in text.string.split(separator: "\n") where !line.contains("[") {
                #expect(line.count <= CleanText.columns, "\(line)")
            }
        }
    }

    @Test("A change has the run that it starts with, what was before and after it, and what else changed")
    func changes() throws {
        let json = HistoryChangesText(Self.reading).json
        #expect(json["product"] == "Acme B1" && json["runs"] == 24)
        let changes = try #require(json["changes"]?.arrayValue)
        #expect(
            changes.compactMap { $0["series"]?.stringValue } == [
                "failed", "PUT /characteristics.p50", "PUT /characteristics.p99", Self.golden.broken,
            ]
        )
        for change in changes {
            #expect(change["start"]?["number"] == 13 && change["start"]?["record"] == "/reports/13")
            #expect(change["before"] == 12 && change["trend"] == "worse" && change["with"] == ["firmware"])
            #expect(change["old"]?["runs"] == 12 && change["new"]?["runs"] == 12)
            #expect((change["p"]?.doubleValue ?? 1) <= 0.01 && (change["effect"]?.doubleValue ?? 0) > 0.6)
        }
        let p50 = try #require(changes.dropFirst().first)
        #expect(abs((p50["ratio"]?.doubleValue ?? 0) - 1.25) < 0.01 && p50["unit"] == "nanoseconds")
        let text = HistoryChangesText(Self.reading).text.string
        #expect(text.contains("#13 2026-10-13T08:00:00Z: firmware 1.0 → 1.1\n"))
        #expect(text.contains("worse: not passed in 0 of 12 → in 12 of 12, effect 1.0"))
        #expect(text.hasSuffix("4 changes in 24 runs of Acme B1"))
    }

    @Test("A trend has every value, and the levels between the changes")
    func trend() throws {
        let series = try #require(Self.trend(Self.reading).json["series"]?.arrayValue)
        #expect(series.compactMap { $0["name"]?.stringValue } == Self.reading.usualNames)
        let failed = try #require(series.first)
        #expect(failed["points"]?.arrayValue?.count == 24 && failed["points"]?[2]?["value"] == 1)
        #expect(failed["levels"]?[1] == ["first": 13, "last": 24, "median": 1])
    }

    @Test("Counts that are 0 in all runs are one line of the text and of the page, and no plot")
    func zeros() throws {
        let text = Self.trend(Self.reading).text.string
        #expect(text.hasSuffix("\n\nwarned, inconclusive: 0 in all 24 runs"))
        let plots = text.split(separator: "\n").count { $0.contains("└") }
        #expect(plots == Self.reading.usualNames.count - 2)
        let page = try MarkupTree(HistoryPage(Self.reading).encoded())
        #expect(page.text.contains("warned, inconclusive: 0 in all 24 runs"))
        let warned = HistoryTrendText(Self.reading, [Self.reading.series("warned")])
        #expect(warned.text.string == "warned: 0 in all 24 runs")
        #expect(warned.json["series"]?[0]?["points"]?.arrayValue?.count == 24)
    }

    @Test("Numbers of a database that no run can have are shown, too")
    func extremes() {
        for value in [Double(Int64.max), -Double(Int64.max), 1e300, -1e300, .infinity, .nan] {
            for unit in [HistorySeries.Unit.nanoseconds, .count, .verdict] {
                #expect(!HistoryWords.value(value, unit).string.isEmpty)
            }
        }
        #expect(HistoryWords.value(0x1p63, .nanoseconds).string == "9223372037 s")
        #expect(HistoryWords.value(0x1p63, .count).string == "\(Int64.max)")
        #expect(HistoryWords.value(0x1p63, .verdict).string == "failed")
    }

    @Test("A flaky instance has its verdicts in the order of the runs")
    func flaky() throws {
        let flaky = try #require(HistoryFlakyText(Self.reading).json["flaky"]?.arrayValue)
        #expect(flaky.compactMap { $0["firmware"]?.stringValue } == ["1.0", "1.1"])
        #expect(flaky[0]["outcomes"] == ["passed": 9, "failed": 3] && flaky[0]["flips"] == 4)
        #expect(flaky[0]["verdicts"]?[2]?["outcome"] == "failed")
        let text = HistoryFlakyText(Self.reading).text.string
        #expect(text.contains("passed #1 to #2, failed #3, passed #4 to #7, failed #8 to #9, passed"))
    }

    @Test("Without changes or flaky instances, the texts say so, and the page leaves the sections out")
    func nothing() throws {
        var quiet = Self.golden
        quiet.count = 2
        let reading = quiet.reading
        #expect(HistoryChangesText(reading).text.string == "no change in 2 runs of Acme B1")
        #expect(HistoryFlakyText(reading).text.string == "no flaky instance in 2 runs of Acme B1")
        let page = try MarkupTree(HistoryPage(reading).encoded())
        let links = try #require(page.all("nav").first).all("a").compactMap { $0.attributes["href"] }
        #expect(links == ["#summary", "#trends", "#runs"])
        #expect(page.first("div", "class", "verdict")?.text == "Too few runs to find changes")
    }
}
