import Foundation
import HAPModel
import Judge
import Processes
import Reporting
import RunRecord
import Testing

/// The HTML pages in headless Chromium.
@Suite("Pages in a browser", .needsPeers, .needsBrowser, .takingTurns, .timeLimit(.minutes(10)))
struct PageTests {
    /// A run with failures, passes and skips; its page is `page.html`.
    private static func withRun<Value>(_ body: (Workspace, BrowserPage) async throws -> Value) async throws -> Value {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run([
                "run", "--simulated", "lightbulb", "--defect", "out-of-range-clamped",
                "--html", "page.html", "write.above-maximum", "write.several", "timed-write.expired", "values.*",
            ])
            #expect(run.status == 1, "\(run.everything)")
            return try await Peer.run(.browser) { try await body(workspace, BrowserPage(browser: $0)) }
        }
    }

    @Test("The page filters, searches and opens cases, with the mouse and with the keyboard alone")
    func filters() async throws {
        try await Self.withRun { workspace, page in
            try await page.open(workspace.path("page.html"))
            let report = try BrowserPage.report(in: workspace)
            let (all, failed) = (Int64(report.entries.count), Int64(report.totals[.failed]))
            #expect(failed == 3)
            #expect(try await page.shownCases() == all)
            #expect(
                try await page.value("document.querySelector('form.filter output').textContent")
                    == .string("all \(all)")
            )

            // Only failed cases.
            try await page.value(
                "document.querySelectorAll('form.filter')[0].querySelectorAll('input[type=checkbox]').forEach(box => { if (box.checked !== (box.value === 'failed')) box.click() })"
            )
            try await page.settle()
            #expect(try await page.shownCases() == failed)
            #expect(try await page.value("document.querySelectorAll('#case-list > section:not([hidden])').length") == 1)

            // The keyboard: / goes to the search, Escape empties it.
            try await page.press("/", "/")
            #expect(try await page.value("document.activeElement.type") == "search")
            try await page.type("hue maximum")
            #expect(try await page.shownCases() == 1)
            #expect(
                try await page.value("document.querySelector('form.filter output').textContent")
                    == .string("1 of \(all)")
            )
            try await page.press("Escape")
            try await page.settle()
            #expect(try await page.shownCases() == failed)

            // A case opens with Enter, and shows what it expected.
            let summary = "document.querySelector('#failed + ul summary')"
            try await page.value("\(summary).focus()")
            try await page.press("Enter", "\r")
            #expect(try await page.value("\(summary).parentElement.open") == true)
            #expect(
                try await page.value(
                    "\(summary).parentElement.checkVisibility() && \(summary).parentElement.innerText.includes('expected')"
                ) == true
            )

            // A link to a case that the filter hides shows and opens it.
            let passed = try #require(report.entries.firstIndex { $0.verdict.outcome == .passed })
            try await page.value("location.hash = '#case-\(passed)'")
            try await page.settle()
            #expect(try await page.value("document.querySelector('#case-\(passed) details').open") == true)
            #expect(try await page.value("document.getElementById('case-\(passed)').checkVisibility()") == true)
            try await page.expectSilence()
        }
    }

    @Test("Printed pages show what failed without being opened, and a page without its script shows everything")
    func paper() async throws {
        try await Self.withRun { workspace, page in
            try await page.open(workspace.path("page.html"))
            let open = "document.querySelectorAll('#case-list [data-state=failed] > details[open]').length"
            let passed = "document.querySelectorAll('#case-list [data-state=passed] > details[open]').length"
            #expect(try await page.value(open) == 0)
            try await page.value("dispatchEvent(new Event('beforeprint'))")
            #expect(try await page.value(open) == 3)
            #expect(try await page.value(passed) == 0)
            try await page.value("dispatchEvent(new Event('afterprint'))")
            #expect(try await page.value(open) == 0)
            let path = workspace.path("page.pdf")
            #expect((try await page.browser.ask("print", ["path": .string(path)])["bytes"]?.int64Value ?? 0) > 20_000)
            #expect(try workspace.bytes("page.pdf").starts(with: Array("%PDF-".utf8)))

            try await page.open(workspace.path("page.html"), scripts: false)
            let entries = try BrowserPage.report(in: workspace).entries
            #expect(try await page.shownCases() == Int64(entries.count))
            #expect(try await page.value("document.querySelector('form.filter').checkVisibility()") == false)
        }
    }

    @Test("Screen readers find landmarks and names, and every text has enough contrast, in light, dark and on a phone")
    func accessibility() async throws {
        try await Self.withRun { workspace, page in
            let assay = AssayProgram(in: workspace)
            let good = try await assay.run(
                "run",
                "--simulated",
                "lightbulb",
                "--reports",
                "good",
                "write.above-maximum",
                "values.*"
            )
            #expect(good.status == 0, "\(good.everything)")
            let compared = try await assay.run(
                "compare",
                "good/latest",
                "Reports/latest",
                "--anyway",
                "--html",
                "compared.html"
            )
            #expect(compared.status == 6, "\(compared.everything)")
            for file in ["page.html", "compared.html"] { try await page.expectAccessible(workspace.path(file)) }
        }
    }

    @Test("Names that are markup, scripts or addresses stay text: nothing runs and nothing is fetched")
    func hostile() async throws {
        let names = [
            "<script>window.owned=1</script>", "</script><script>window.owned=1</script>",
            "\"><img src=x onerror=window.owned=1>",
            "<svg/onload=window.owned=1>", "' onmouseover='window.owned=1", "</title><body onload=window.owned=1>",
            "<iframe src=\"http://127.0.0.1:9/\">", "javascript:window.owned=1", "<!--", "]]>", "&lt;b&gt;",
            "</style><style>*{display:none}", "<base href=\"http://127.0.0.1:9/\">", "\u{202e}gnp.exe",
        ]
        try await Self.withRun { workspace, page in
            var report = try BrowserPage.report(in: workspace)
            report.accessory.name = names.joined(separator: " ")
            report.record?.name = names[0]
            report.notes = names
            for index in report.entries.indices {
                let name = names[index % names.count]
                report.entries[index].title = name
                report.entries[index].chapter = name
                report.entries[index].verdict.instance += name
                report.entries[index].verdict.reason = name
                for place in report.entries[index].verdict.findings.indices {
                    report.entries[index].verdict.findings[place].got = name
                }
            }
            let path = workspace.path("hostile.html")
            try BrowserPage.write(report, to: path)
            try await page.open(path)
            try await page.expectNoForeignMarkup()
            #expect(
                try await page.value(
                    "document.querySelector('h1').textContent.startsWith(\"<script>window.owned=1</script> </script>\")"
                )
                    == true
            )
            try await page.press("/", "/")
            try await page.type("<script>")
            #expect((try await page.shownCases() ?? 0) > 0)
            try await page.expectSilence()
        }
    }

    @Test("10,000 cases are opened, searched and filtered with work that is bounded")
    func many() async throws {
        try await Self.withRun { workspace, page in
            var report = try BrowserPage.report(in: workspace)
            let entries = report.entries.filter { $0.verdict.outcome != .skipped }
            let count = 10_000
            report.entries = (0..<count).map { index in
                var entry = entries[index % entries.count]
                entry.verdict.instance = "copy-\(index)[over=ip]"
                return entry
            }
            let path = workspace.path("many.html")
            try BrowserPage.write(report, to: path)
            #expect(try workspace.bytes("many.html").count < 24_000_000)
            try await page.open(path)
            func metric(_ name: String) async throws -> Double {
                try await page.browser.ask("metrics")["metrics"]?[name]?.doubleValue ?? .infinity
            }
            let output = "document.querySelector('#cases output').textContent"
            #expect(try await page.value(output) == .string("all \(count)"))
            // Only the first rows are in the document, and no row has a listener of its own.
            #expect(try await page.shownCases() == 200)
            #expect(try await metric("LayoutObjects") < 30_000)
            #expect(try await metric("JSEventListeners") < 60)

            // A key moves no more rows than are shown before and after it.
            try await page.value(
                """
                window.moved = 0;
                new MutationObserver((changes) => {
                  for (const change of changes) window.moved += change.addedNodes.length + change.removedNodes.length;
                }).observe(document.getElementById("case-list"), { subtree: true, childList: true });
                """
            )
            try await page.press("/", "/")
            let word = "copy-77["
            try await page.type(word)
            #expect(try await page.value(output) == .string("1 of \(count)"))
            #expect(try await page.shownCases() == 1)
            let moved = try #require(try await page.value("window.moved").int64Value)
            #expect(moved <= Int64(word.count) * 400, "\(moved)")
            try await page.type("over")
            #expect(try await page.value("window.moved").int64Value == moved)

            // The next rows come when the reader gets to the end of those that are shown.
            try await page.press("Escape")
            try await page.settle()
            #expect(try await page.shownCases() == 200)
            try await page.value("document.querySelector('#cases .more').scrollIntoView()")
            try await page.settle()
            #expect(try await page.shownCases() == 400)
            // A link to a case far below brings it.
            let last = try #require(report.entries.lastIndex { $0.verdict.outcome == .passed })
            try await page.value("location.hash = '#case-\(last)'")
            try await page.settle()
            #expect(try await page.value("document.getElementById('case-\(last)').checkVisibility()") == true)
            try await page.expectSilence()
        }
    }
}
