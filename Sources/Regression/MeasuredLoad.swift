import Latency
import SuiteLanguage

/// What was measured, and how: only times of the same load are compared.
package struct MeasuredLoad: Sendable, Hashable {
    /// The operation, or one of its messages: `read`, `pair-setup.m1`.
    package let operation: String
    /// The case that measured it; `nil` for `assay measure`.
    package let caseID: String?
    package let transport: String
    /// What was read or written: `lightbulb.on`; `nil` if it concerns no characteristic.
    package let target: String?
    package let sessions: Int
    /// The operations a second; `nil` if each began when the one before had ended.
    package let rate: Double?
    /// Whether a relay was between the tester and the accessory.
    package let isOverRelay: Bool
    /// Where the moments come from: `kernel` or `socket`.
    package let stamps: String

    init(_ series: RecordedSeries) {
        operation = series.name
        caseID = series.instance.map { String($0.prefix { $0 != "[" }) }
        transport = series.transport
        target = series.target
        sessions = series.sessions
        rate = series.rate
        isOverRelay = series.isOverRelay
        stamps = series.usualStamps
    }

    /// `read of lightbulb.on over ip, 4 sessions, 20 a second`
    package var words: String {
        let parts = [
            caseID.map { "in \($0)" }, sessions > 1 ? Spoken.count(sessions, "session") : nil,
            rate.map { _ in pace }, isOverRelay ? "over a relay" : nil,
        ].compactMap { $0 }
        return (["\(operation)\(target.map { " of \($0)" } ?? "") over \(transport)"] + parts).joined(separator: ", ")
    }

    /// Whether both are the same request to measure, wherever the moments come from.
    func asks(forSameAs other: MeasuredLoad) -> Bool {
        (operation, caseID, transport, target, sessions) == (
            other.operation, other.caseID, other.transport, other.target, other.sessions
        ) && (rate, isOverRelay) == (other.rate, other.isOverRelay)
    }

    /// How another load differs: `1 session in old, 4 sessions in new`.
    func differences(to new: MeasuredLoad) -> String {
        func pair(_ old: String, _ new: String) -> String? { old == new ? nil : "\(old) in old, \(new) in new" }
        let found = [
            pair(measurer, new.measurer), pair("over \(transport)", "over \(new.transport)"),
            pair(target ?? "no characteristic", new.target ?? "no characteristic"),
            pair(Spoken.count(sessions, "session"), Spoken.count(new.sessions, "session")), pair(pace, new.pace),
            pair(way, new.way), pair("stamps of the \(stamps)", "stamps of the \(new.stamps)"),
        ]
        return found.compactMap { $0 }.joined(separator: "; ")
    }

    private var measurer: String { caseID.map { "in \($0)" } ?? "by `assay measure`" }

    private var way: String { isOverRelay ? "over a relay" : "directly" }

    private var pace: String { RecordedSeries.pace(rate) }
}
