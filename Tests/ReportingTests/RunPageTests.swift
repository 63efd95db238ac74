import Foundation
import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite("The HTML page of a run")
struct RunPageTests {
    private static func tree(_ report: RunReport) throws -> MarkupTree { try MarkupTree(RunPage(report).encoded()) }

    /// Attributes with which a page could run something or fetch something.
    private static let forbidden: Set = [
        "style", "src", "srcset", "action", "formaction", "data", "background", "ping",
    ]

    @Test("Hundreds of hostile texts stay texts: no element, attribute or id is made of them", arguments: 0..<4)
    func hostile(seed: Int) throws {
        let report = try HostileTexts.report(seed: seed)
        let bytes = RunPage(report).encoded()
        let page = try MarkupTree(bytes)
        let all = page.all
        #expect(all.count { $0.name == "script" } == 1 && all.count { $0.name == "style" } == 1)
        for element in all {
            #expect(HTMLElement(rawValue: element.name) != nil || ["script", "style"].contains(element.name))
            let names = Set(element.attributes.keys)
            #expect(names.isDisjoint(with: Self.forbidden) && !names.contains { $0.hasPrefix("on") })
            if let target = element.attributes["href"] { #expect(target.wholeMatch(of: #/#[a-z-]+(-\d+)?/#) != nil) }
            if let id = element.attributes["id"] { #expect(id.wholeMatch(of: #/[a-z-]+(-\d+)?/#) != nil) }
        }
        #expect(all.count { $0.attributes["class"]?.hasPrefix("row") == true } >= 100)
        // Bytes are compared, because an accent at the start of a text joins the character before it.
        let shown = Array(try #require(page.all("main").first).text.utf8)
        for entry in report.entries.prefix(20) where entry.verdict.outcome != .skipped {
            let reason = CleanText(entry.verdict.reason ?? "", limit: 1024).string
            let isShown = shown.contains(Array(reason.utf8))
            #expect(isShown)
        }
        let controls = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
            $0 != "\n" && $0.properties.generalCategory == .control
        }
        #expect(controls.isEmpty)
        #expect(bytes.count < 3_000_000)
    }

    @Test("The style and the script cannot be ended or changed from inside, and the policy allows only them")
    func policy() throws {
        let page = try Self.tree(GoldenRun.report())
        let policy = try #require(page.first("meta", "http-equiv", "Content-Security-Policy")?.attributes["content"])
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(policy.matches(of: #/'sha512-[A-Za-z0-9+\/]{86}=='/#).count == 2)
        #expect(!policy.contains("unsafe"))
        for text in [PageStyle.text.description, PageScript.text.description] {
            #expect(!text.contains("</") && !text.contains("<!--"))
        }
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "XMLHttp"] {
            #expect(!PageScript.text.description.contains(word))
        }
        for word in ["url(", "@import", "expression("] { #expect(!PageStyle.text.description.contains(word)) }
    }

    @Test(
        "Each instance has a row with its outcome, and what failed shows what was expected, what it got and the messages"
    )
    func instances() throws {
        let report = try GoldenRun.report()
        let page = try Self.tree(report)
        let list = try #require(page.first("div", "id", "case-list"))
        let rows = list.all.filter { $0.attributes["class"]?.hasPrefix("row") == true }
        #expect(rows.count == report.entries.count)
        for (index, entry) in report.entries.enumerated() {
            let row = try #require(rows.first { $0.attributes["id"] == "case-\(index)" })
            #expect(row.attributes["data-state"] == entry.verdict.outcome.rawValue)
            #expect(row.text.contains(entry.name) && row.text.contains(entry.title))
            for finding in entry.verdict.findings {
                #expect(row.text.contains(finding.requirement) && row.text.contains(finding.expected))
                #expect(row.text.contains(finding.got))
            }
            guard entry.verdict.outcome != .skipped else { continue }
            #expect(row.text.contains(report.rerun(entry)))
            let hasMessages = row.all("ol").contains { $0.attributes["class"] == "wire" }
            #expect(hasMessages || entry.verdict.findings.isEmpty)
        }
    }

    @Test("Every link leads to a place in the page, no id is used twice, and headings follow each other")
    func structure() throws {
        let page = try Self.tree(GoldenRun.report())
        let ids = page.all.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for link in page.all("a") {
            let target = try #require(link.attributes["href"]).dropFirst()
            #expect(ids.contains(String(target)), "\(target)")
        }
        for element in page.all {
            for reference in ["aria-labelledby", "for", "data-list"] {
                if let id = element.attributes[reference] { #expect(ids.contains(id), "\(id)") }
            }
        }
        let levels = page.all.compactMap { $0.name.wholeMatch(of: #/h([1-4])/#).flatMap { Int($0.1) } }
        #expect(levels.first == 1 && levels.count { $0 == 1 } == 1)
        for (level, next) in zip(levels, levels.dropFirst()) { #expect(next <= level + 1) }
        #expect(page.attributes["lang"] == "en")
        #expect(["header", "nav", "main", "footer"].allSatisfy { page.all($0).count == 1 })
    }

    @Test("A section without content is not in the page, nor in its navigation")
    func emptySections() throws {
        let report = try GoldenRun.report()
        #expect(report.gate == nil)
        let page = try Self.tree(report)
        #expect(page.first("section", "id", "baseline") == nil)
        let links = try #require(page.all("nav").first).all("a").compactMap { $0.attributes["href"] }
        #expect(links == ["#summary", "#causes", "#chapters", "#cases", "#requirements"])
    }

    @Test("Of 2,000 instances a page has at most 100 elements and 4 kB each")
    func size() throws {
        let bytes = RunPage(try ManyInstances.report()).encoded()
        // Each element but a few has a start and an end.
        #expect(bytes.count { $0 == UInt8(ascii: "<") } / 2 < 100 * ManyInstances.count)
        #expect(bytes.count < 4000 * ManyInstances.count)
    }

    @Test("The page of the kept journal is the sample that the checkout shows")
    func sample() throws {
        try expectSample(String(decoding: RunPage(try GoldenRun.report()).encoded(), as: UTF8.self), "report.html")
    }
}
