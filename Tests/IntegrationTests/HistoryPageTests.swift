import Foundation
import HAPModel
import Histories
import Processes
import Testing

/// The page of a history in headless Chromium, as the program writes it.
@Suite("The page of a history in a browser", .needsPeers, .needsBrowser, .takingTurns, .timeLimit(.minutes(10)))
struct HistoryPageTests {
    /// The page of 24 runs.
    private static func with(
        _ golden: GoldenHistory = GoldenHistory(),
        _ body: (Workspace, BrowserPage) async throws -> Void
    ) async throws {
        try await Workspace.with { workspace in
            try golden.keep(in: workspace.path("runs.sqlite"))
            let words = ["history", "list", "--history", "runs.sqlite", "--html", "history.html"]
            let finished = try await AssayProgram(in: workspace).run(words)
            #expect(finished.status == 0, "\(finished.everything)")
            try await Peer.run(.browser) { browser in
                let page = BrowserPage(browser: browser)
                try await page.open(workspace.path("history.html"))
                try await body(workspace, page)
            }
        }
    }

    @Test("Its lists are filtered and searched, and a link to a run that the filter hides shows it")
    func filters() async throws {
        try await Self.with { _, page in
            func shown(_ list: String) async throws -> Int64? {
                try await page.value("document.querySelectorAll('#\(list) .row').length").int64Value
            }
            #expect(try await shown("change-list") == 4)
            #expect(try await shown("flaky-list") == 2)
            #expect(try await shown("run-list") == 24)
            // The keyboard: / goes to the first search.
            try await page.press("/", "/")
            try await page.type("p50")
            #expect(try await shown("change-list") == 1)
            try await page.press("Escape")
            try await page.settle()
            #expect(try await shown("change-list") == 4)
            // Only the runs without a failure; the link of a change leads to one with failures.
            try await page.value(
                "document.querySelectorAll('form[data-list=run-list] input[type=checkbox]').forEach(box => { if (box.checked !== (box.value === 'passed')) box.click() })"
            )
            try await page.settle()
            #expect(try await shown("run-list") == 9)
            try await page.value("document.querySelector('#change-list a').click()")
            try await page.settle()
            #expect(try await page.value("location.hash") == "#run-13")
            #expect(try await page.value("document.getElementById('run-13').checkVisibility()") == true)
            // A flaky instance opens with Enter and shows its runs.
            let summary = "document.querySelector('#flaky-list summary')"
            try await page.value("\(summary).focus()")
            try await page.press("Enter", "\r")
            #expect(try await page.value("\(summary).parentElement.innerText.includes('#8')") == true)
            try await page.expectSilence()
        }
    }

    @Test("Plots have the width of the page, and their dots are drawn as circles inside of them")
    func plots() async throws {
        try await Self.with { _, page in
            try await page.settle()
            let plots = "Array.from(document.querySelectorAll('svg.plot'))"
            #expect(try await page.value("\(plots).length") == 5)
            #expect(
                try await page.value(
                    "\(plots).every(one => one.getBoundingClientRect().width > 600 && one.getBoundingClientRect().height > 80)"
                ) == true
            )
            #expect(
                try await page.value(
                    """
                    \(plots).every(plot => {
                      const box = plot.getBoundingClientRect();
                      return Array.from(plot.querySelectorAll('.dot')).every(dot => {
                        const place = dot.getBoundingClientRect();
                        return place.left >= box.left && place.right <= box.right
                          && place.top >= box.top && place.bottom <= box.bottom;
                      });
                    })
                    """
                ) == true
            )
            let drawn = "(name) => getComputedStyle(document.querySelector(`svg.plot ${name}`))"
            #expect(try await page.value("(\(drawn))('.dot').strokeLinecap") == "round")
            #expect(try await page.value("(\(drawn))('.dot').vectorEffect") == "non-scaling-stroke")
            #expect(
                try await page.value("(\(drawn))('line[data-state]').stroke !== (\(drawn))('.level').stroke") == true
            )
        }
    }

    @Test("Texts have enough contrast in light, dark and on a phone, and screen readers find landmarks and names")
    func accessibility() async throws {
        try await Self.with { workspace, page in try await page.expectAccessible(workspace.path("history.html")) }
    }

    @Test("It prints, and shows everything without its script")
    func paper() async throws {
        try await Self.with { workspace, page in
            try await page.value("dispatchEvent(new Event('beforeprint'))")
            // Flaky instances are opened; the tables of the plots stay closed.
            #expect(try await page.value("document.querySelectorAll('#flaky-list details[open]').length") == 2)
            #expect(try await page.value("document.querySelectorAll('#trends details[open]').length") == 0)
            try await page.value("dispatchEvent(new Event('afterprint'))")
            let path = workspace.path("page.pdf")
            #expect((try await page.browser.ask("print", ["path": .string(path)])["bytes"]?.int64Value ?? 0) > 20_000)
            try await page.open(workspace.path("history.html"), scripts: false)
            #expect(try await page.value("document.querySelectorAll('#run-list .row').length") == 24)
            #expect(try await page.value("document.querySelector('form.filter').checkVisibility()") == false)
        }
    }

    @Test("Names that are markup, scripts or addresses stay text: nothing runs and nothing is fetched")
    func hostile() async throws {
        var golden = GoldenHistory()
        golden.name = "</title><script>window.owned=1</script>"
        golden.manufacturer = "<svg/onload=window.owned=1>"
        golden.firmwares = ["\"><img src=x onerror=window.owned=1>", "</style><style>*{display:none}"]
        golden.flaky = "<iframe src=\"http://127.0.0.1:9/\">"
        golden.broken = "' onmouseover='window.owned=1"
        golden.operation = "</svg><base href=\"http://127.0.0.1:9/\">"
        try await Self.with(golden) { _, page in
            try await page.expectNoForeignMarkup()
            #expect(
                try await page.value("document.querySelector('h1').textContent") == "<svg/onload=window.owned=1> B1"
            )
            #expect(try await page.value("document.querySelector('h1').checkVisibility()") == true)
            #expect(try await page.value("document.querySelectorAll('svg.plot').length") == 5)
            try await page.expectSilence()
        }
    }
}
