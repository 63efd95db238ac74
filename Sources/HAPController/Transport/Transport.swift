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

    /// A new connection to the accessory, not opened yet.
    ///
    /// - Parameters:
    ///   - name: the connection's name in records.
    ///   - observer: receives every event on it.
    func connection(named name: String, observer: any WireObserver) -> any Connection
}

extension Transport {
    package func ask(
        _ question: DiscoveryQuestion,
        within limit: Duration,
        observer: any WireObserver
    ) async -> DiscoveryAnswer {
        DiscoveryAnswer(failure: "\(kind) has no questions for records")
    }

    /// A new connection that is not recorded.
    package func connection(named name: String) -> any Connection {
        connection(named: name, observer: NoObserver())
    }
}
