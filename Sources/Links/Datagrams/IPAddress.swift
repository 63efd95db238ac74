import Glibc

/// An IPv4 or IPv6 address, with the zone of an IPv6 address that is valid on one link only.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bytes from left to right: four of IPv4, or sixteen of IPv6.
    package let bytes: [UInt8]
    /// The interface of a link-local or multicast IPv6 address, such as `eth0`; `nil` if it is not stated.
    package let zone: String?

    /// An IPv4 address.
    package init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        (bytes, zone) = ([first, second, third, fourth], nil)
    }

    /// - Returns: `nil` unless there are four or sixteen bytes.
    package init?(bytes: [UInt8], zone: String? = nil) {
        guard [4, 16].contains(bytes.count) else { return nil }
        self.bytes = bytes
        self.zone = bytes.count == 16 ? zone : nil
    }

    /// Parses `192.0.2.1`, `2001:db8::1` or `fe80::1%eth0`.
    package init?(_ text: String) {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let zone = parts.count == 2 ? parts[1] : nil
        let isVersion6 = parts[0].contains(":")
        var bytes = [UInt8](repeating: 0, count: isVersion6 ? 16 : 4)
        guard zone == nil || (isVersion6 && zone != ""),
            unsafe inet_pton(isVersion6 ? AF_INET6 : AF_INET, parts[0], &bytes) == 1
        else { return nil }
        (self.bytes, self.zone) = (bytes, zone)
    }

    package var isVersion6: Bool { bytes.count == 16 }

    /// Whether this is the address of one interface: not the unspecified address, a group or the broadcast address.
    package var isOneHost: Bool {
        bytes.contains { $0 != 0 } && (isVersion6 ? bytes[0] != 0xff : bytes[0] < 224)
    }

    /// Whether the address is reachable only from this machine.
    package var isLoopback: Bool {
        isVersion6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 : bytes[0] == 127
    }

    /// Whether the address is valid only on one link, so that an IPv6 address needs a zone.
    package var isLinkLocal: Bool {
        isVersion6 ? bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 : bytes[0] == 169 && bytes[1] == 254
    }

    /// The zone, if the address is valid on more than one link, so that it has none.
    private var needlessZone: String? { isLinkLocal || bytes[0] == 0xff ? nil : zone }

    /// What to do about a zone that the address does not have; `nil` if it has what is stated.
    ///
    /// - Parameter text: the address as the user wrote it, perhaps with a port.
    package func zoneProblem(in text: String) -> String? {
        needlessZone.map {
            "only a link-local address, such as fe80::1%eth0, has a zone; leave out `%\($0)` in `\(text)`"
        }
    }

    /// The address with this zone.
    package func inZone(_ zone: String?) -> IPAddress { IPAddress(bytes: bytes, zone: zone) ?? self }

    /// The address in its usual text form, with the zone of a link-local address.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let size = socklen_t(text.count)
        guard unsafe inet_ntop(isVersion6 ? AF_INET6 : AF_INET, bytes, &text, size) != nil else { return "?" }
        let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return needlessZone == nil ? zone.map { "\(address)%\($0)" } ?? address : address
    }
}
