import Testing

@testable import Links

@Suite("Hardware addresses of neighbours")
struct HardwareAddressTests {
    private static let table = """
        IP address       HW type     Flags       HW address            Mask     Device
        192.0.2.7        0x1         0x2         a4:c1:38:0b:17:9e     *        eth0
        192.0.2.8        0x1         0x0         00:00:00:00:00:00     *        eth0
        """

    @Test("The system's table has the address of a neighbour that it has met, and no other")
    func table() throws {
        let met = try #require(IPAddress("192.0.2.7"))
        #expect(HardwareAddress.inTable(Self.table, of: met) == [0xa4, 0xc1, 0x38, 0x0b, 0x17, 0x9e])
        for other in ["192.0.2.8", "192.0.2.9", "192.0.2.70"] {
            #expect(HardwareAddress.inTable(Self.table, of: try #require(IPAddress(other))) == nil, "\(other)")
        }
    }

    @Test("An interface identifier shows the address from which it was made, and a random one shows none")
    func interfaceIdentifier() throws {
        let made = try #require(IPAddress("fe80::a6c1:38ff:fe0b:179e%eth0"))
        #expect(HardwareAddress.ofNeighbour(made) == [0xa4, 0xc1, 0x38, 0x0b, 0x17, 0x9e])
        #expect(HardwareAddress.ofNeighbour(try #require(IPAddress("fe80::1c2d:3e4f:5a6b:7c8d%eth0"))) == nil)
    }

    @Test("The loopback device has none")
    func loopback() {
        #expect(HardwareAddress.ofNeighbour(IPAddress(127, 0, 0, 1)) == nil)
    }
}
