import Judge

/// A run as one HTML page, for people: what a browser shows from disk, offline and in print.
///
/// The page is a function of the report, so a rejudgement gives the same page, byte for byte.
package struct RunPage: Sendable {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The document in UTF-8.
    package func encoded() -> [UInt8] {
        let anchors = CaseAnchors(report)
        let name = CleanText(report.accessory.name, limit: 200)
        let what: CleanText =
            report.measurement == nil
            ? "Conformance of a HomeKit accessory, tested" : "Times of a HomeKit accessory, measured"
        let page = Page(
            title: "\(report.headline): \(name) — Assay",
            heading: name,
            subtitle:
                "\(what) on \(CleanText(report.started, limit: 40)) by \(CleanText(report.tool, limit: 100))",
            colophon: [
                "Made from the journal of the run. Times of messages are milliseconds since its start.",
                "Of an instance, the first \(TranscriptRoom.eventsOfPassed) messages are shown if it passed, otherwise \(TranscriptRoom.events), those that findings cite before others. The journal, run.jsonl.gz, has all of them.",
            ],
            sections: [
                RunSummarySection(report), CauseSection(report, anchors), BaselineSection(report, anchors),
                ChapterSection(report), LatencySection(report, anchors), CaseSection(report, anchors),
                RequirementSection(report, anchors),
            ]
        )
        return page.encoded()
    }
}

extension RunReport {
    /// The result in three words at most.
    var headline: CleanText {
        if measurement != nil { return exitStatus.measurementHeadline }
        if isOnlyOverBudget { return "Too slow" }
        return exitStatus == .conformant && hasKnownFailures ? "Only known failures" : exitStatus.headline
    }
}

extension ExitStatus {
    /// The result in two words at most.
    var headline: CleanText {
        switch self {
        case .conformant: "Conformant"
        case .broken: "Not conformant"
        case .usage, .fault: "Not tested"
        case .unreachable: "Not reached"
        case .unjudged: "Not judged"
        case .newFailure: "New failure"
        case .changedFailure: "Changed failure"
        case .expiredFailure: "Expired failure"
        case .newlySkipped: "Newly skipped"
        case .fixedFailure: "Fixed failure"
        }
    }

    /// The state whose colour the result has.
    var state: CleanText {
        switch self {
        case .conformant, .fixedFailure: "passed"
        case .broken, .newFailure, .changedFailure, .expiredFailure: "failed"
        case .unjudged: "inconclusive"
        case .newlySkipped: "warned"
        case .usage, .unreachable, .fault: "errored"
        }
    }
}
