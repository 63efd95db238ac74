package import HAPModel
package import Measurement

/// One way to reach one accessory. A binding implements it; everything above sees only this.
package protocol Transport: Sendable {
    /// Which transport this is.
    var kind: TransportKind { get }

    /// Where it leads, for messages and records: `127.0.0.1:51826`.
    var destination: String { get }

    /// Looks for the accessory's advertisement until it is found or the deadline passes.
    ///
    /// - Parameter observer: is told of everything that is sent or received for it.
    func discover(until deadline: Moment, observer: any WireObserver) async -> Discovery

    /// A new connection to the accessory, not opened yet.
    ///
    /// - Parameters:
    ///   - name: what the connection is called in records.
    ///   - observer: is told of everything that happens on it.
    func connection(named name: String, observer: any WireObserver) -> any Connection
}

extension Transport {
    /// A new connection that is not recorded.
    package func connection(named name: String) -> any Connection {
        connection(named: name, observer: NoObserver())
    }
}
