import HAPController
import HAPModel
import Measurement
import Observations
import SuiteLanguage

/// The ends of sessions for which no message of the tester is the reason.
extension InstanceRunner {
    /// Accessories hold events back for up to a second, and a broken one may close the connection instead of sending one.
    private static let leastSilence = Duration.milliseconds(1100)

    /// The field of an observation that says that the accessory had closed the idle session of the step before the step began.
    ///
    /// - Parameter start: when the step began.
    func silentEnd(before start: Moment, on name: String?) -> JSONObject.Member? {
        guard let (closing, silence) = idleEnd(of: name), closing.at <= start else { return nil }
        return .init(key: "silent-end-ms", value: JSON(silence.wholeMilliseconds))
    }

    /// The field of a `log` during which the session was closed, or before it: then no event could come. What the tester
    /// sent before the end may have caused an event that the accessory did not send.
    func silentEndOfLog(on name: String?) -> JSONObject.Member? {
        guard let (closing, silence) = idleEnd(of: name) else { return nil }
        let key = run.observer.hasSent(since: closing.at) ? "silent-end-ms" : "cut-short-ms"
        return .init(key: key, value: JSON(silence.wholeMilliseconds))
    }

    /// The end of a session that the accessory closed although each request had its answer and the instance had not touched the
    /// pairings, whose sessions end later; with the time for which the tester had sent nothing.
    private func idleEnd(of name: String?) -> (Exchange.Closing, Duration)? {
        guard !hasTouchedPairings, let closing = connections[name ?? Self.mainName]?.wire.closing,
            closing.isByAccessory, closing.isIdle
        else { return nil }
        let silence = run.observer.silence(before: closing.at)
        return silence < Self.leastSilence ? nil : (closing, silence)
    }
}
