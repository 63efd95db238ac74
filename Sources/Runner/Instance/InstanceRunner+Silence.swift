import HAPController
import HAPModel
import Measurement
import Observations
import SuiteLanguage

/// The ends of sessions for which no message of the tester is the reason.
extension InstanceRunner {
    /// Accessories hold events back for up to a second, and a broken one may close the connection instead of sending one.
    private static let leastSilence = Duration.milliseconds(1100)

    /// The field of an observation that says that the accessory had closed the session of the step before the step began, and
    /// no message was a reason to.
    ///
    /// - Parameter start: when the step began.
    func unprovokedEnd(before start: Moment, on name: String?) -> JSONObject.Member? {
        guard let end = unprovokedEnd(of: name), end.closing.at <= start else { return nil }
        return end.field
    }

    /// The field of a `log` during which the session was closed so, or before it: then no event could come. What the tester
    /// sent before the end may have caused an event that the accessory did not send.
    func unprovokedEndOfLog(on name: String?) -> JSONObject.Member? {
        guard var end = unprovokedEnd(of: name) else { return nil }
        if !run.observer.hasSent(since: end.closing.at) { end.field.key = "cut-short-ms" }
        return end.field
    }

    /// The end of a session that the accessory closed although each request had its answer and no step had changed the
    /// pairings, which may end sessions some time later: after the tester had sent nothing for some time, or after a request that was answered with
    /// success. The field says how
    /// many milliseconds before.
    private func unprovokedEnd(of name: String?) -> (closing: Exchange.Closing, field: JSONObject.Member)? {
        guard !hasChangedPairings, let wire = connections[name ?? Self.mainName]?.wire, let closing = wire.closing,
            closing.isByAccessory, closing.isIdle
        else { return nil }
        let silence = run.observer.silence(before: closing.at)
        if silence >= Self.leastSilence {
            return (closing, .init(key: "silent-end-ms", value: JSON(silence.wholeMilliseconds)))
        }
        // What was sent on another connection may be the reason.
        guard let served = closing.servedAt,
            !run.observer.isBusy(apartFrom: wire.name, after: served, until: closing.at)
        else { return nil }
        return (closing, .init(key: "early-end-ms", value: JSON(served.duration(to: closing.at).wholeMilliseconds)))
    }
}
