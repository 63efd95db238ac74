import HAPModel
import Judge
import Measurement
import RunRecord

/// The decoded messages of instances.
///
/// The record keeps the bytes of what findings cite, so only these are shown: a rejudgement gives the same page.
struct CaseTranscripts {
    private let report: RunReport

    init(_ report: RunReport) {
        self.report = report
    }

    /// Writes the messages on which the verdict rests: those that findings cite, then others, in the order of their
    /// times, as many as there is room for.
    func write(_ entry: RunReport.Entry, into page: inout HTMLWriter) {
        let cited = self.cited(entry)
        let picked = self.picked(entry, cited)
        guard !picked.events.isEmpty else { return }
        page.element(.h4, "Messages")
        guard page.transcripts < TranscriptRoom.page else {
            page.element(.p, [.class("soft")], "left out, because this page has many already; the journal has them")
            return
        }
        let start = page.bytes.count
        page.element(.ol, [.class("wire")]) { page in
            for wire in picked.events { write(wire, cited.contains(wire.event.sequence), &page) }
        }
        if picked.more > 0 { page.element(.p, [.class("soft")], "… \(picked.more) more in the journal") }
        page.transcripts += page.bytes.count - start
    }

    /// The numbers of the events whose bytes the record keeps.
    private func cited(_ entry: RunReport.Entry) -> Set<UInt64> {
        let verdict = entry.verdict
        if !verdict.findings.isEmpty { return Set(verdict.findings.flatMap(\.evidence)) }
        return [.passed, .skipped].contains(verdict.outcome) ? [] : Set(verdict.evidence)
    }

    /// For thousands of events, the first ones are enough to choose from.
    private static let mostLookedAt = 2000

    private func picked(_ entry: RunReport.Entry, _ cited: Set<UInt64>) -> (events: [WireText], more: Int) {
        let numbers = Set(entry.verdict.evidence).union(cited).sorted()
        let all = numbers.prefix(Self.mostLookedAt).compactMap { report.cited[$0] }.map(WireText.init)
        let messages = all.filter(\.isMessage)
        let steps = entry.verdict.findings.map { String($0.step.prefix { $0 != "#" }) }
        let isAboutFrames = !entry.frameSteps.isDisjoint(with: steps)
        let shown = all.filter { wire in
            guard !wire.isMessage else { return true }
            guard wire.isCarrier else { return true }
            guard cited.contains(wire.event.sequence) else { return false }
            return (wire.isFrame && isAboutFrames) || !wire.carried(oneOf: messages)
        }
        let most = entry.verdict.outcome == .passed ? TranscriptRoom.eventsOfPassed : TranscriptRoom.events
        guard shown.count > most else { return (shown, numbers.count - all.count) }
        let first = shown.filter { cited.contains($0.event.sequence) }
        let rest = shown.filter { !cited.contains($0.event.sequence) }
        // The first messages lead to the fault, the last ones show it.
        let half = most / 2
        let ends = first.count > most ? Array(first.prefix(half) + first.suffix(most - half)) : first
        let kept = (ends + rest.prefix(most - ends.count)).sorted { $0.event.sequence < $1.event.sequence }
        return (kept, shown.count - kept.count)
    }

    private func write(_ wire: WireText, _ isCited: Bool, _ page: inout HTMLWriter) {
        page.element(.li, isCited ? [.class("cited")] : []) { page in
            page.element(.span, "#\(wire.event.sequence)")
            page.element(.span, "\(Figures.traceTime(wire.event.at.nanoseconds)) ms")
            page.element(.span, wire.connection)
            page.element(.span) { page in
                page.element(.span, [.isDecoration], wire.arrow)
                page.element(.span, [.class("hidden-text")], wire.direction)
            }
            page.element(.code, wire.headline)
            let lines = (isCited ? wire.headers : []) + wire.content
            if !lines.isEmpty { page.element(.pre, lines.joined(separator: "\n")) }
            let bytes = isCited ? wire.bytes(limit: TranscriptRoom.bytes) : []
            if !bytes.isEmpty { page.element(.pre, [.class("bytes")], bytes.joined(separator: "\n")) }
        }
        page.endLine()
    }
}

extension WireText {
    /// Whether the event is bytes or a frame, which carry a message.
    fileprivate var isCarrier: Bool { isFrame || event["kind"]?.stringValue == "bytes" }

    /// The direction in words, for readers who do not see the arrow.
    fileprivate var direction: CleanText {
        switch event["direction"]?.stringValue {
        case "out": "sent"
        case "in": "received"
        default: ""
        }
    }
}
