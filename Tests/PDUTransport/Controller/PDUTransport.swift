package import HAPController
package import HAPModel
package import Links
package import Measurement

/// Reaches an accessory by PDUs over a stream link, in the format of ``PDUWire``.
///
/// Its word in suites is `thread`: the transport whose messages are PDUs and whose database is read with one request.
package struct PDUTransport: Transport {
    private let dialer: any LinkDialer
    private let clock: MonotonicClock
    private let formats = PDUFormats()

    package init(dialer: any LinkDialer, clock: MonotonicClock) {
        self.dialer = dialer
        self.clock = clock
    }

    package var kind: TransportKind { .thread }
    package var destination: String { dialer.destination }

    package func connection(named name: String, observer: any WireObserver) -> any Connection {
        PDUConnection(dialer: dialer, clock: clock, formats: formats, observer: observer, name: name)
    }

    package func discover(until deadline: Moment, observer: any WireObserver) async -> Discovery {
        Discovery(failure: "this transport has no advertisements")
    }
}
