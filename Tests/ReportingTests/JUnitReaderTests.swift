import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

/// Each reader of JUnit XML recovers every case with its verdict from Assay's files.
@Suite struct JUnitReaderTests {
    /// The readers, with whether they keep errors and failures apart, and the flavours that they read.
    enum Reader: String, CaseIterable, Sendable {
        case jenkinsJUnit, jenkinsXUnit, gitLab, azure, dorny, mikepenz, enricoMi, buildkite

        var model: any JUnitReader {
            switch self {
            case .jenkinsJUnit: JenkinsJUnit()
            case .jenkinsXUnit: JenkinsXUnit()
            case .gitLab: GitLab()
            case .azure: AzurePipelines()
            case .dorny: Dorny()
            case .mikepenz: Mikepenz()
            case .enricoMi: EnricoMi()
            case .buildkite: Buildkite()
            }
        }

        var knowsErrors: Bool { ![.azure, .dorny, .mikepenz].contains(self) }

        /// The xUnit plugin skips files with anything that its schema does not have.
        var flavours: [JUnitFlavour] { self == .jenkinsXUnit ? [.strict] : JUnitFlavour.allCases }
    }

    /// What the documentation of ``JUnitReport`` promises for an entry.
    private func verdict(_ entry: RunReport.Entry) -> ReadCase.Verdict {
        switch (entry.verdict.outcome, entry.countsForConformance) {
        case (.passed, _), (.warned, _), (.failed, false): .passed
        case (.failed, true): .failed
        case (.inconclusive, true), (.errored, _): .errored
        case (.inconclusive, false), (.skipped, _): .skipped
        }
    }

    private func files(_ report: RunReport, _ flavour: JUnitFlavour) throws -> [ReportedFile] {
        try JUnitReport(report, flavour).files().map { ReportedFile(name: $0.name, bytes: $0.bytes) }
    }

    @Test(
        "Every reader recovers all cases with the right verdict, from each flavour that it reads",
        arguments: Reader.allCases
    )
    func recovers(_ reader: Reader) throws {
        for report in [try EditedRun.everyOutcome().report(), try GoldenRun.report()] {
            let expected = report.entries.map { entry in
                let verdict = verdict(entry)
                return ReadCase(
                    className: "\(entry.chapter).\(entry.section)",
                    name: entry.verdict.instance,
                    verdict: verdict == .errored && !reader.knowsErrors ? .failed : verdict
                )
            }
            #expect(expected.count > 6)
            for flavour in reader.flavours {
                let read = try reader.model.cases(in: files(report, flavour))
                #expect(read.count == expected.count, "\(flavour)")
                #expect(Set(read) == Set(expected), "\(flavour)")
            }
        }
    }

    @Test("A model loses or rejects what its reader loses or rejects", arguments: Reader.allCases)
    func controls(_ reader: Reader) throws {
        func file(_ content: String, name: String = "junit.xml") -> [ReportedFile] {
            [ReportedFile(name: name, bytes: Array("<testsuites>\(content)</testsuites>".utf8))]
        }
        let good = #"<testcase classname="c" name="n" time="0"/>"#
        let model = reader.model
        switch reader {
        case .jenkinsJUnit:
            #expect(
                try model.cases(in: [ReportedFile(name: "a.xml", bytes: Array("<a".utf8))]).first?.name
                    == "[failed-to-read]"
            )
        case .jenkinsXUnit:
            let extra =
                #"<testsuite name="s" tests="1"><testcase classname="c" name="n" time="0" file="f"/></testsuite>"#
            #expect(try model.cases(in: file(extra)).isEmpty)
        case .gitLab:
            #expect(try model.cases(in: file(#"<testsuite name="s">\#(good)\#(good)</testsuite>"#)).count == 1)
            #expect(try model.cases(in: file(#"<testsuite name="s">\#(good)</testsuite>"#, name: "junit.txt")).isEmpty)
        case .azure, .buildkite:
            #expect(
                try model.cases(in: file(#"<testsuite name="s"><testcase classname="c" name=""/></testsuite>"#)).isEmpty
            )
        case .dorny:
            let nested = #"<testsuite name="s"><testsuite name="t">\#(good)</testsuite></testsuite>"#
            #expect(try model.cases(in: file(nested)).isEmpty)
            for bad in [
                #"<testsuite>\#(good)</testsuite>"#, #"<testsuite name="s"><testcase classname="c"/></testsuite>"#,
                #"<testsuite name="s"><testcase name="n"><failure message="m"/></testcase></testsuite>"#,
            ] {
                #expect(throws: ReaderFailure.self) { try model.cases(in: file(bad)) }
            }
        case .mikepenz:
            #expect(try model.cases(in: file(#"<testsuite name="s">\#(good)\#(good)</testsuite>"#)).count == 1)
        case .enricoMi:
            let wrong = #"<testsuite name="s" tests="1" failures="1" errors="0" skipped="0">\#(good)</testsuite>"#
            #expect(throws: ReaderFailure.self) { try model.cases(in: file(wrong)) }
        }
    }
}
