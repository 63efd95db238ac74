package import HAPModel
package import Measurement

/// A way to reach one accessory. A binding implements it; the layers above use only this protocol.
package protocol Transport: Sendable {
    /// The kind of transport.
    var kind: TransportKind { get }

    /// The destination, for messages and records: `127.0.0.1:51826`.
    var destination: String { get }

    /// Searches for the accessory's advertisement until it is found or the deadline passes.
    ///
    /// - Parameter observer: receives everything that is sent or received.
    func discover(until deadline: Moment, observer: any WireObserver) async -> Discovery

    /// Asks for one of the accessory's records, for cases that are limited to the transport.
    ///
    /// - Parameters:
    ///   - limit: how long to wait for the answer after the question was sent.
    ///   - observer: receives everything that is sent or received.
    func ask(_ question: DiscoveryQuestion, within limit: Duration, observer: any WireObserver) async -> DiscoveryAnswer

    /// Collects every advertisement of the accessory's address and of its Device ID, for cases that are limited to the transport.
    ///
    /// - Parameters:
    ///   - deviceID: the accessory's Device ID; `nil` if it is unknown.
    ///   - observer: receives everything that is sent or received.
    /// - Returns: `nil` if the transport has no such advertisements, or cannot search for them.
    func survey(of deviceID: String?, observer: any WireObserver) async -> AdvertisementSurvey?

    /// Claims one of the accessory's names until it takes another one, for cases that are limited to the transport.
    ///
    /// - Parameter observer: receives everything that is sent or received.
    /// - Returns: the advertisement with the new name; without one if the accessory went on to use the old one.
    func contest(_ name: ContestedName, until deadline: Moment, observer: any WireObserver) async -> Discovery

    /// Begins to listen for what the accessory announces by itself, for cases that are limited to the transport.
    ///
    /// - Parameter observer: receives everything that is sent or received.
    /// - Throws: ``ListeningError`` if nothing that the accessory announces would arrive here.
    func listen(observer: any WireObserver) async throws(ListeningError) -> any AnnouncementListener

    /// The six bytes of the accessory's hardware address (MAC); `nil` if this machine does not see it, as across a router.
    func hardwareAddress() async -> [UInt8]?

    /// Opens ports at which the accessory's media may arrive.
    ///
    /// - Throws: ``ControllerError`` if that is impossible.
    func openMediaPorts(within limit: Duration) async throws(ControllerError) -> MediaPorts

    /// A new connection to the accessory, not opened yet.
    ///
    /// - Parameters:
    ///   - name: the connection's name in records.
    ///   - observer: receives every event on it.
    func connection(named name: String, observer: any WireObserver) -> any Connection

    /// The same accessory over connections for measurements.
    var measuring: MeasuringTransport { get }

    /// The last round trip between the tester and the relay, which each exchange contains; `nil` without a relay.
    var relayRoundTrip: Duration? { get }
}

extension Transport {
    package func ask(
        _ question: DiscoveryQuestion,
        within limit: Duration,
        observer: any WireObserver
    ) async -> DiscoveryAnswer {
        DiscoveryAnswer(failure: "\(kind) has no questions for records")
    }

    package func survey(of deviceID: String?, observer: any WireObserver) async -> AdvertisementSurvey? { nil }

    package func contest(
        _ name: ContestedName,
        until deadline: Moment,
        observer: any WireObserver
    ) async -> Discovery {
        Discovery(failure: "\(kind) has no names that another host could claim")
    }

    package func listen(observer: any WireObserver) async throws(ListeningError) -> any AnnouncementListener {
        throw ListeningError(reason: "\(kind) has no announcements")
    }

    package func hardwareAddress() async -> [UInt8]? { nil }

    package func openMediaPorts(within limit: Duration) async throws(ControllerError) -> MediaPorts {
        throw ControllerError(.unreachable, "\(kind) carries no media")
    }

    package var measuring: MeasuringTransport { MeasuringTransport(self) }

    package var relayRoundTrip: Duration? { nil }

    /// A new connection that is not recorded.
    package func connection(named name: String) -> any Connection {
        connection(named: name, observer: NoObserver())
    }
}
