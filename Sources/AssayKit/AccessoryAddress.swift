import HAPController
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

    /// - Throws: ``SetupError`` if the address is malformed.
    init(_ address: String) throws(SetupError) {
        guard address.hasPrefix(Self.scheme) else {
            transport = IPTransport(try SocketDialer(address: address))
            return
        }
        let place = try SocketDialer(address: String(address.dropFirst(Self.scheme.count)))
        transport = ThreadTransport(host: place.host, port: place.port)
    }
}
