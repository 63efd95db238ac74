package import Links
import Measurement

/// The round trip between a relay and an accessory, as a pong carries it.
package struct RelayNetworkTrip: Sendable, Hashable {
    /// In microseconds.
    package var smoothed: UInt32
    /// In microseconds; 0 if it is not known.
    package var least: UInt32
    package var resent: UInt32

    package init(smoothed: UInt32, least: UInt32, resent: UInt32) {
        self.smoothed = smoothed
        self.least = least
        self.resent = resent
    }

    package init(_ trip: LinkRoundTrip) {
        func microseconds(_ time: Duration) -> UInt32 { UInt32(clamping: time.wholeNanoseconds / 1000) }
        self.init(
            smoothed: microseconds(trip.smoothed),
            least: trip.least.map(microseconds) ?? 0,
            resent: UInt32(clamping: trip.resent)
        )
    }

    func encoded() -> [UInt8] { RelayBytes.of(smoothed) + RelayBytes.of(least) + RelayBytes.of(resent) }

    /// - Returns: `nil` unless the bytes are exactly three numbers.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard let smoothed = RelayBytes.take(UInt32.self, from: &rest),
            let least = RelayBytes.take(UInt32.self, from: &rest),
            let resent = RelayBytes.take(UInt32.self, from: &rest), rest.isEmpty
        else { return nil }
        self.init(smoothed: smoothed, least: least, resent: resent)
    }

    /// The same for the layers above, with the round trip to the relay.
    package func linkRoundTrip(relay: Duration?) -> LinkRoundTrip {
        LinkRoundTrip(
            smoothed: .microseconds(smoothed),
            least: least == 0 ? nil : .microseconds(least),
            resent: Int(resent),
            relay: relay
        )
    }
}
