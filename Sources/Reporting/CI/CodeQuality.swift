import Gate
package import HAPModel
import Judge

/// The findings of a run as a code quality report of GitLab: a list of issues with file, line and fingerprint.
///
/// The file is the suite file of the case. GitLab compares the fingerprints of two pipelines.
package struct CodeQuality: Sendable {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The document, indented for people; ends with a line end.
    package var text: CleanText { CleanText(json: json) + "\n" }

    /// The issues: one for each failed or warned instance that counts for conformance.
    package var json: JSON {
        let entries = report.entries.filter { entry in
            entry.countsForConformance && [.failed, .warned].contains(entry.verdict.outcome)
        }
        return .array(
            entries.map { entry in
                [
                    "description": .string("\(entry.name): \(message(entry).string)"),
                    "check_name": .string(FailureText.deciding(entry.verdict)?.requirement ?? entry.verdict.caseID),
                    "fingerprint": .string(Fingerprint(entry.verdict).text),
                    "severity": .string(severity(entry)),
                    "location": [
                        "path": .string(entry.place?.file ?? entry.verdict.caseID),
                        "lines": ["begin": JSON(entry.place?.line ?? 1)],
                    ],
                ]
            }
        )
    }

    private func message(_ entry: RunReport.Entry) -> CleanText {
        let message = FailureText(report).message(entry)
        return report.known(entry).map { GateText.words($0, with: message) } ?? message
    }

    private func severity(_ entry: RunReport.Entry) -> String {
        if report.known(entry) != nil { return "info" }
        return entry.verdict.outcome == .failed ? "critical" : "minor"
    }
}
