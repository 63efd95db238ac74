package import HAPModel

/// A service that a pointer record names, and whose other records did not arrive.
package struct IncompleteAdvertisement: Sendable, Hashable {
    /// The name that users see.
    package var name: String
    /// The transport of its service type.
    package var transport: TransportKind
    /// The kinds of records that did not arrive: `SRV`, `TXT`.
    package var missing: [String]
    /// The address that the pointer record came from.
    package var source: String?

    package init(name: String, transport: TransportKind, missing: [String], source: String?) {
        self.name = name
        self.transport = transport
        self.missing = missing
        self.source = source
    }

    /// What is wrong with it.
    var sentence: String {
        "no \(missing.joined(separator: " and no ")) record arrived, so no controller can connect to it"
    }

    /// The service for programs.
    package var json: JSON {
        [
            "name": .string(name), "transport": .string(transport.rawValue),
            "missing": .array(missing.map { .string($0) }), "sender": source.map { .string($0) } ?? .null,
        ]
    }
}
