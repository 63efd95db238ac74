import Foundation

/// Hardware addresses (MAC) of hosts on the same network, as this machine knows them.
enum HardwareAddress {
    /// The six bytes of a neighbour's address; `nil` if this machine has not met it, or reaches it across a router.
    static func ofNeighbour(_ host: IPAddress) -> [UInt8]? {
        if host.isVersion6 { return inInterfaceIdentifier(host) }
        guard let table = try? String(contentsOfFile: "/proc/net/arp", encoding: .utf8) else { return nil }
        return inTable(table, of: host)
    }

    /// The address in the system's table of neighbours: IP address, type, flags, hardware address, mask, device.
    static func inTable(_ table: String, of host: IPAddress) -> [UInt8]? {
        let rows = table.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
        guard let row = rows.first(where: { $0.count >= 4 && IPAddress(String($0[0]))?.bytes == host.bytes }) else {
            return nil
        }
        let bytes = row[3].split(separator: ":").compactMap { UInt8($0, radix: 16) }
        // An entry that is not resolved yet has zeros.
        return bytes.count == 6 && bytes.contains { $0 != 0 } ? bytes : nil
    }

    /// The address from which a host has made its interface identifier (modified EUI-64, RFC 4291 appendix A).
    static func inInterfaceIdentifier(_ host: IPAddress) -> [UInt8]? {
        let identifier = host.bytes.suffix(8).map { $0 }
        guard host.bytes.count == 16, identifier[3] == 0xff, identifier[4] == 0xfe else { return nil }
        return [identifier[0] ^ 0x02] + identifier[1...2] + identifier[5...7]
    }
}
