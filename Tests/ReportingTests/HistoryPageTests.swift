import Histories
import History
import Testing

@testable import Reporting

@Suite("The HTML page of a history")
struct HistoryPageTests {
    private static func tree(_ golden: GoldenHistory = GoldenHistory()) throws -> MarkupTree {
        try MarkupTree(HistoryPage(golden.reading).encoded())
    }

    @Test("Hostile names stay texts: no element, attribute or id is made of them", arguments: 0..<8)
    func hostile(seed: Int) throws {
        var texts = HostileTexts(seed: seed)
        var golden = GoldenHistory()
        golden.name = texts.next()
        golden.manufacturer = texts.next()
        golden.firmwares = [texts.next(), texts.next()]
        (golden.steady, golden.broken, golden.flaky) = ("a" + texts.next(), "b" + texts.next(), "c" + texts.next())
        golden.operation = texts.next()
        let page = try Self.tree(golden)
        #expect(page.all.count { $0.name == "script" } == 1 && page.all.count { $0.name == "style" } == 1)
        for element in page.all {
            #expect(HTMLElement(rawValue: element.name) != nil || ["script", "style"].contains(element.name))
            let names = Set(element.attributes.keys)
            #expect(!names.contains("style") && !names.contains("src") && !names.contains { $0.hasPrefix("on") })
            for key in ["href", "id"] {
                guard let value = element.attributes[key] else { continue }
                #expect(value.wholeMatch(of: #/#?[a-z-]+(-\d+)?/#) != nil, "\(value)")
            }
        }
        let rows = page.all("code").map(\.text)
        #expect(rows.contains(CleanText(golden.flaky, limit: 400).string))
    }

    @Test("Every link leads to a place in the page, no id is used twice, and headings follow each other")
    func structure() throws {
        let page = try Self.tree()
        let ids = page.all.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        let targets = page.all("a").compactMap { $0.attributes["href"] }
        #expect(targets.contains("#run-13"))
        for target in targets { #expect(ids.contains(String(target.dropFirst())), "\(target)") }
        for element in page.all {
            if let list = element.attributes["data-list"] { #expect(ids.contains(list)) }
        }
        let levels = page.all.compactMap { $0.name.wholeMatch(of: #/h([1-4])/#).flatMap { Int($0.1) } }
        for (level, next) in zip(levels, levels.dropFirst()) { #expect(next <= level + 1) }
        let links = try #require(page.all("nav").first).all("a").compactMap { $0.attributes["href"] }
        #expect(links == ["#summary", "#changes", "#trends", "#flaky", "#runs"])
        let verdict = try #require(page.first("div", "class", "verdict"))
        #expect(
            verdict.text
                == "4 changesThe newest change starts with #13 2026-10-13T08:00:00Z: firmware 1.0 → 1.1"
        )
        // A value of the program itself is not a text for people.
        #expect(!page.text.contains("CleanText"))
    }

    @Test("Each plot has a dot for each run inside of the box, a line for each change, and a name")
    func plots() throws {
        let golden = GoldenHistory()
        let page = try Self.tree(golden)
        let plots = page.all("svg").filter { $0.attributes["class"] == "plot" }
        let shown = golden.reading.usual().filter { !$0.isZero }
        #expect(plots.count == shown.count && shown.count > 4)
        for (series, plot) in zip(shown, plots) {
            let name = series.name
            let lines = plot.all("line")
            let dots = lines.filter { $0.attributes["class"] == "dot" }
            #expect(dots.count == 24 && dots.allSatisfy { $0.all("title").count == 1 })
            #expect(lines.count { $0.attributes["data-state"] != nil } == series.changes.count)
            #expect(lines.count { $0.attributes["class"] == "level" } == series.changes.count + 1)
            #expect(plot.attributes["aria-label"]?.hasPrefix("\(name) of 24 runs: from ") == true)
            for dot in dots {
                let place = ["x1", "y1"].compactMap { dot.attributes[$0].flatMap(Double.init) }
                #expect(place.count == 2 && (0...1000).contains(place[0]) && (0...160).contains(place[1]))
            }
            // From left to right, and a larger value is higher.
            let across = dots.compactMap { $0.attributes["x1"].flatMap(Double.init) }
            #expect(across == across.sorted() && Set(across).count == 24)
            let heights = dots.compactMap { $0.attributes["y1"].flatMap(Double.init) }
            for (one, height) in zip(series.points, heights) {
                #expect(zip(series.points, heights).allSatisfy { $0.value <= one.value || $1 < height })
            }
        }
    }

    @Test("A run adds at most 5 kB to a page")
    func size() {
        let sizes = [20, 120].map { count in
            var golden = GoldenHistory()
            golden.count = count
            return HistoryPage(golden.reading).encoded().count
        }
        #expect(sizes[1] - sizes[0] < 100 * 5000)
    }
}
