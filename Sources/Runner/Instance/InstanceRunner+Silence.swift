import HAPController
import HAPModel
import Measurement
import Observations
import SuiteLanguage

/// The ends of sessions for which no message of the tester is the reason.
extension InstanceRunner {
    /// Accessories hold events back for up to a second, and a broken one may close the connection instead of sending one.
    private static let leastSilence = Duration.milliseconds(1100)

    /// Within this time an accessory closes one connection for another one, or one session for another one; within the shorter one
    /// also if something else was sent meanwhile. The end may arrive while the other one is still being opened.
    private static let promptness = (idle: Duration.seconds(1), busy: Duration.milliseconds(20))

    /// The field of an observation that says that the accessory had closed the session of the step before the step began, and
    /// no message was a reason to.
    ///
    /// - Parameter start: when the step began.
    func unprovokedEnd(before start: Moment, on name: String?) -> JSONObject.Member? {
        guard let end = unprovokedEnd(of: name) else { return nil }
        // The step may begin before the end is seen. If the last request was sent before, the step has sent none on this connection.
        let isEarlier = end.closing.answeredAt.map { $0 < start } ?? false
        return end.closing.at <= start || isEarlier ? end.field : nil
    }

    /// The field of a `log` during which the session was closed so, or before it: then no event could come. What the tester
    /// sent before the end may have caused an event that the accessory did not send.
    func unprovokedEndOfLog(on name: String?) -> JSONObject.Member? {
        guard var end = unprovokedEnd(of: name) else { return nil }
        if !run.observer.hasSent(since: end.closing.at) { end.field.key = "cut-short-ms" }
        return end.field
    }

    /// The end of a session that the accessory closed although each request had its answer and no step had changed the
    /// pairings, which may end sessions some time later: after the tester had sent nothing for some time, when it opened another
    /// connection, or after the answer to a request. The field says how many milliseconds before.
    private func unprovokedEnd(of name: String?) -> (closing: Exchange.Closing, field: JSONObject.Member)? {
        guard !hasChangedPairings, let wire = connections[name ?? Self.mainName]?.wire, let closing = wire.closing,
            closing.isByAccessory, closing.isIdle
        else { return nil }
        let silence = run.observer.silence(before: closing.at)
        if silence >= Self.leastSilence {
            return (closing, .init(key: "silent-end-ms", value: JSON(silence.wholeMilliseconds)))
        }
        guard let answered = closing.answeredAt else { return nil }
        let key: String
        if run.observer.openings(beside: wire.name).contains(where: { isDisplaced(wire, closing, by: $0) }) {
            key = "displaced-end-ms"
        } else if !run.observer.isBusy(apartFrom: wire.name, after: answered, until: closing.at) {
            key = closing.servedAt == nil ? "refused-end-ms" : "early-end-ms"
        } else {
            // What was sent on another connection may be the reason.
            return nil
        }
        return (closing, .init(key: key, value: JSON(answered.duration(to: closing.at).wholeMilliseconds)))
    }

    /// Whether the session ended for another connection or session, which began at this moment.
    private func isDisplaced(_ wire: any Connection, _ closing: Exchange.Closing, by opening: Moment) -> Bool {
        let isBusy = run.observer.isBusy(apartFrom: wire.name, after: opening, until: closing.at)
        let limit = isBusy ? Self.promptness.busy : Self.promptness.idle
        return (.zero - Self.promptness.busy...limit).contains(opening.duration(to: closing.at))
    }
}
