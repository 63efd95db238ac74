/// A way to reach an accessory: IP, Bluetooth LE, Thread.
///
/// Suites, plans and records name transports by ``rawValue``. Only a transport's bindings know the form of its
/// messages.
package struct TransportKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The word in suites and records: `ip`.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// HTTP over TCP (HAP R1 chapter 5).
    package static let ip = TransportKind(rawValue: "ip")
    /// GATT procedures over Bluetooth LE (HAP R1 chapter 6).
    package static let ble = TransportKind(rawValue: "ble")
    /// CoAP over UDP, for Thread accessories.
    package static let thread = TransportKind(rawValue: "thread")

    /// Whether Assay can test over it.
    package var isSupported: Bool { self == .ip || self == .thread }

    /// The name for people: `Bluetooth LE`.
    package var name: String {
        switch self {
        case .ip: "IP"
        case .ble: "Bluetooth LE"
        case .thread: "Thread"
        default: rawValue
        }
    }

    package var description: String { rawValue }
}
