import HAPController
import Measurement
import Observations

extension InstanceRunner {
    /// Accessories hold events back for up to a second, and a broken one may close the connection instead of sending one.
    private static let leastSilence = Duration.milliseconds(1100)

    /// How long the tester had sent nothing before the accessory ended a connection, on this connection and on all others, so that
    /// no message of the tester is the reason for the end.
    ///
    /// - Parameter moment: a later end does not count.
    /// - Returns: `nil` if the connection is open, or if its end may follow from a message.
    func silence(before moment: Moment, on name: String?) -> Duration? {
        guard let closing = connections[name ?? Self.mainName]?.wire.closing, closing.at <= moment,
            closing.isByAccessory
        else { return nil }
        let silence = run.observer.silence(before: closing.at)
        return silence < Self.leastSilence ? nil : silence
    }
}
