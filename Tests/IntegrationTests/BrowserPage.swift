import Foundation
import HAPModel
import Judge
import Processes
import Reporting
import RunRecord
import Testing

/// A page that headless Chromium has opened from disk.
struct BrowserPage {
    let browser: Peer

    /// Opens a file, and expects that nothing is written to the console and nothing but the file is loaded.
    func open(_ path: String, theme: String = "light", width: Int = 1280, scripts: Bool = true) async throws {
        try await browser.ask(
            "open",
            ["path": .string(path), "theme": .string(theme), "width": JSON(width), "scripts": .bool(scripts)]
        )
        try await expectSilence()
    }

    /// Expects that the page has sent no request and that its console is empty.
    func expectSilence(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let heard = try await browser.ask("heard")
        #expect(heard["errors"] == [], sourceLocation: sourceLocation)
        #expect(heard["requests"]?.arrayValue?.count == 1, "\(heard)", sourceLocation: sourceLocation)
    }

    /// The value of an expression of JavaScript.
    @discardableResult
    func value(_ expression: String) async throws -> JSON {
        try await browser.ask("evaluate", ["expression": .string(expression)])["value"] ?? .null
    }

    func press(_ key: String, _ text: String? = nil) async throws {
        try await browser.ask("press", ["key": .string(key), "text": text.map { .string($0) } ?? .null])
    }

    /// Types into the element that has the focus, and waits for the next frame.
    func type(_ text: String) async throws {
        try await browser.ask("type", ["text": .string(text)])
        try await settle()
    }

    /// Waits until the page has drawn two frames.
    func settle() async throws {
        try await value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    }

    /// The number of rows of the list of cases that are shown.
    func shownCases() async throws -> Int64? {
        try await value("document.querySelectorAll('#case-list .row:not([hidden])').length").int64Value
    }
}

extension BrowserPage {
    /// The report of the last run of a workspace, from its record.
    static func report(in workspace: Workspace) throws -> RunReport {
        let events = try RunReader(path: workspace.path("Reports/latest")).events
        let again = try Rejudgement(events)
        return RunReport(events: events, library: again.library, verdicts: again.verdicts)
    }

    /// Writes the page of a report.
    static func write(_ report: RunReport, to path: String) throws {
        try Data(RunPage(report).encoded()).write(to: URL(filePath: path))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if Chromium is not installed. `.dev/test` requires it.
    static var needsBrowser: Self {
        .enabled("run .dev/setup chromium, which installs the browser") {
            ProcessInfo.processInfo.environment["ASSAY_PEERS"] == "required"
                || FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")
        }
    }
}
