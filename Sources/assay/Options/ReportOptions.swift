import ArgumentParser
import AssayKit
import Foundation
import Reporting

/// The options that choose the reports for other programs.
struct ReportOptions: ParsableArguments {
    /// Where annotations of failures go.
    enum Annotations: String, ExpressibleByArgument, CaseIterable {
        case github, none
    }

    @Option(
        name: .long,
        help:
            "The form of the JUnit report: strict (valid for Ant and the Jenkins xUnit plugin), surefire (a file TEST-*.xml for each suite), or rich (with requirements, device, firmware, suite digest, file and line)."
    )
    var junitFlavour = JUnitFlavour.strict

    @Option(
        name: .long,
        help:
            "Print failures as annotations on standard error: github, or none. Default: github if GITHUB_ACTIONS is true."
    )
    var annotations: Annotations?

    @Option(
        name: .long,
        help: ArgumentHelp("Also write the findings as a code quality report of GitLab.", valueName: "file"),
        completion: .file()
    )
    var codeQuality: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Also write the run as a self-contained HTML page.", valueName: "file"),
        completion: .file(extensions: ["html"])
    )
    var html: String?

    /// Checks that the reports can be written, before a run changes anything.
    func check() throws(SetupError) {
        if let html, let codeQuality, URL(filePath: html).standardized == URL(filePath: codeQuality).standardized {
            throw SetupError(.unusable, "--html and --code-quality name the same file, \(html); name two")
        }
        if let codeQuality { try NamedFolder.checkFile(codeQuality, option: "--code-quality") }
        if let html { try NamedFolder.checkFile(html, option: "--html") }
    }

    /// Writes and prints what the options ask for, besides the JUnit report.
    func write(_ report: RunReport) throws(SetupError) {
        if let codeQuality {
            let text = CodeQuality(report).text.string
            try SetupError.with(.fault) { try ReportFile.write(Array(text.utf8), to: codeQuality) }
        }
        if let html { try SetupError.with(.fault) { try ReportFile.write(RunPage(report).encoded(), to: html) } }
        let isGitHub = ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true"
        guard (annotations ?? (isGitHub ? .github : Annotations.none)) == .github else { return }
        for line in GitHubAnnotations(report).lines { Terminal.annotate(line) }
    }
}

extension JUnitFlavour: ExpressibleByArgument {}
