package import DNSWire
package import HAPModel
package import Links

/// A service of which only a part of the records arrived: nothing can connect to it.
package struct IncompleteService: Sendable, Hashable {
    /// The service type.
    package var type: DNSName
    /// The instance's own label, which users see.
    package var instance: [UInt8]
    /// The kinds of records that did not arrive: `SRV`, `TXT`, or both.
    package var missing: [String]
    /// The address that its pointer record came from; `nil` unless it is an IP address.
    package var source: IPAddress?

    /// The transport of its type.
    package var transport: TransportKind { type == AdvertisedService.threadType ? .thread : .ip }

    /// The name of the instance.
    var name: DNSName { type.prefixed(by: instance) }
}
