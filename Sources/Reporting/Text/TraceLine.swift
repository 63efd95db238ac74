import HAPModel
import Judge
import Measurement
package import RunRecord

/// One event of the journal as the lines that `--trace` prints.
package struct TraceLine: Sendable {
    private let style: Style
    private let redaction: Redaction

    /// - Parameters:
    ///   - style: plain unless the caller knows better.
    ///   - redaction: what must not be printed.
    package init(style: Style = .plain, redaction: Redaction = Redaction(secrets: [])) {
        self.style = style
        self.redaction = redaction
    }

    /// The event's lines; none for kinds that say nothing to somebody who watches.
    package func lines(_ event: JournalEvent) -> [String] {
        let event = event.redacted(redaction)
        let time = Self.right(Figures.traceTime(event.at.nanoseconds), 12)
        func line(_ text: String) -> [String] { ["\(style.paint(time, .dim))  \(text)"] }
        switch event.kind {
        case .wire: return wire(WireText(event), line)
        case .begin: return line(style.paint("begin \(Self.name(event))", .bold))
        case .end: return line("end   \(Self.name(event))")
        case .observation:
            let summary = Self.text(event.body["summary"]) ?? Self.text(event.body["not-done"]) ?? "observed"
            return line("step \(CleanText.line(event.step ?? "-", limit: 40)): \(summary)")
        case .control, .probe, .repair:
            return line(
                "\(event.kind.rawValue): \(Self.text(event.body["summary"]) ?? CleanText.line(event.body.serialized(), limit: 200))"
            )
        case .trouble: return line(style.paint("trouble: \(Self.text(event.body["message"]) ?? "unknown")", .red))
        case .verdict:
            let outcome = event.body["outcome"]?.stringValue.flatMap { Verdict.Outcome(rawValue: $0) }
            let reason = Self.text(event.body["reason"]).map { ": \($0)" } ?? ""
            return line("\(outcome.map(style.paint) ?? "verdict") \(Self.name(event))\(reason)")
        case .header, .capability, .plan, .binding, .snapshot, .finding, .close: return []
        }
    }

    private func wire(_ wire: WireText, _ line: (String) -> [String]) -> [String] {
        let arrow = style.paint(wire.arrow, wire.arrow == "←" ? .green : .cyan)
        return line("\(wire.connection) \(arrow) \(wire.headline)")
            + wire.content.map { String(repeating: " ", count: 18) + $0 }
    }

    private static func name(_ event: JournalEvent) -> String { CleanText.line(event.instance ?? "-", limit: 200) }

    private static func text(_ value: JSON?) -> String? {
        value?.stringValue.map { CleanText.line($0, limit: 400) }
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
