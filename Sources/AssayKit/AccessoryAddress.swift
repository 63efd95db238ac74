import HAPController
import HAPModel
import Links

/// The address of an accessory, as users write it: `HOST:PORT` over IP, `coap://HOST:PORT` over Thread.
package struct AccessoryAddress: Sendable {
    /// Marks an address over Thread; also ``ThreadTransport/destination`` has it.
    private static let scheme = ThreadTransport.scheme

    let transport: any Transport

    /// The address of an accessory over Thread: `HOST:PORT` with the mark of its transport.
    package static func overThread(_ address: String) -> String {
        address.hasPrefix(scheme) ? address : scheme + address
    }

    /// Checks an address without using it.
    ///
    /// - Parameter source: the option or the key that has it, for messages.
    /// - Returns: the transport that it is for.
    /// - Throws: ``SetupError`` if the address is malformed.
    static func check(_ address: String, from source: String) throws(SetupError) -> TransportKind {
        let scheme = address.hasPrefix(scheme) ? scheme : ""
        _ = try SocketDialer(address: String(address.dropFirst(scheme.count)), from: source)
        return scheme.isEmpty ? .ip : .thread
    }

    /// Why an accessory cannot have two addresses over one transport.
    static func secondAddress(over kind: TransportKind) -> String {
        "two addresses of the accessory are over \(kind.rawValue); name one for each transport"
    }

    /// - Parameter access: the networks on which the accessory is.
    /// - Throws: ``SetupError`` if the address is malformed.
    init(_ address: String, over access: any NetworkAccess) throws(SetupError) {
        guard address.hasPrefix(Self.scheme) else {
            let place = try SocketDialer(address: address)
            transport = IPTransport(host: place.host, port: place.port, over: access)
            return
        }
        let place = try SocketDialer(address: String(address.dropFirst(Self.scheme.count)))
        transport = ThreadTransport(host: place.host, port: place.port, over: access)
    }
}
