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

    /// A new connection to the accessory, not opened yet.
    ///
    /// - Parameters:
    ///   - name: the connection's name in records.
    ///   - observer: receives every event on it.
    func connection(named name: String, observer: any WireObserver) -> any Connection
}

extension Transport {
    /// A new connection that is not recorded.
    package func connection(named name: String) -> any Connection {
        connection(named: name, observer: NoObserver())
    }
}
