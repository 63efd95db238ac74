import HAPModel
import Judge
import Measurement
package import RunRecord

/// One event of the journal as the lines that `--trace` prints.
package struct TraceLine: Sendable {
    private let style: Style

    /// The number of blanks before the rest of a line that is too long for a terminal.
    package static let hanging = 18

    /// - Parameter style: how text looks; plain by default.
    package init(style: Style = .plain) {
        self.style = style
    }

    /// The event's lines; none for kinds that do not help a reader.
    package func lines(_ event: JournalEvent) -> [CleanText] {
        let time = CleanText(Figures.traceTime(event.at.nanoseconds)).rightAligned(to: 12)
        func line(_ text: CleanText) -> [CleanText] { ["\(style.paint(time, .dim))  \(text)"] }
        switch event.kind {
        case .wire: return wire(WireText(event), line)
        case .begin: return line(style.paint("begin \(Self.name(event))", .bold))
        case .end: return line("end   \(Self.name(event))")
        case .repeat: return line("again \(Self.name(event)): \(Self.text(event["reason"]) ?? "repeated")")
        case .observation:
            let summary = Self.text(event["summary"]) ?? Self.text(event["not-done"]) ?? "observed"
            guard let step = event.step else { return line("own session: \(summary)") }
            return line("step \(CleanText(step, limit: 40)): \(summary)")
        case .delay:
            return line("the tester was late by \(Figures.duration(event["longest-ns"]?.int64Value ?? 0))")
        case .serial: return line("serial │ \(Self.text(event["line"]) ?? "")")
        case .control, .probe, .repair:
            return line(
                "\(event.kind.rawValue): \(Self.text(event["summary"]) ?? CleanText(event.body.serialized(), limit: 200))"
            )
        case .trouble: return line(style.paint("trouble: \(Self.text(event["message"]) ?? "unknown")", .red))
        case .verdict:
            let outcome = event["outcome"]?.stringValue.flatMap { Verdict.Outcome(rawValue: $0) }
            let reason: CleanText = Self.text(event["reason"]).map { ": \($0)" } ?? ""
            return line("\(outcome.map(style.paint) ?? "verdict") \(Self.name(event))\(reason)")
        case .measurement: return line("measured \(Self.text(event["series"]) ?? "-")")
        case .header, .accessory, .capability, .plan, .binding, .snapshot, .close: return []
        }
    }

    private func wire(_ wire: WireText, _ line: (CleanText) -> [CleanText]) -> [CleanText] {
        let arrow = style.paint(wire.arrow, wire.arrow == "←" ? .green : .cyan)
        return line("\(wire.connection) \(arrow) \(wire.headline)")
            + wire.content.map { .blanks(Self.hanging) + $0 }
    }

    private static func name(_ event: JournalEvent) -> CleanText { CleanText(event.instance ?? "-", limit: 200) }

    private static func text(_ value: JSON?) -> CleanText? {
        value?.stringValue.map { CleanText($0, limit: 400) }
    }
}
