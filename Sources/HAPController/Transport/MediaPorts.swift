import Links

/// Two UDP ports of the tester at which a camera's media may arrive. What arrives is not looked at.
package struct MediaPorts: Sendable {
    /// The tester's address, as the accessory is to see it.
    package var host: String
    /// Whether the address is one of IPv6.
    package var isVersion6: Bool
    package var video: UInt16
    package var audio: UInt16
    /// The open ports; none on in-process links.
    private let sockets: [any DatagramSocket]

    /// Opens two ports at the interface that leads to the accessory.
    ///
    /// - Throws: ``LinkError`` if no route leads there, or a port cannot be opened.
    init(at interface: IPAddress, over carrier: any DatagramCarrier) async throws(LinkError) {
        let local = DatagramAddress(host: interface.description, port: 0)
        let first = try await carrier.bind(local) { _ in }
        let second: any DatagramSocket
        do throws(LinkError) {
            second = try await carrier.bind(local) { _ in }
        } catch {
            await first.close()
            throw error
        }
        sockets = [first, second]
        isVersion6 = interface.isVersion6
        // A zone means nothing to another host.
        host = String(interface.description.prefix { $0 != "%" })
        video = UInt16(clamping: first.address.port)
        audio = UInt16(clamping: second.address.port)
    }

    /// Ports of no network, for in-process links.
    init() {
        (host, isVersion6, video, audio, sockets) = ("127.0.0.1", false, 50_000, 50_002, [])
    }

    package func close() async {
        for socket in sockets { await socket.close() }
    }
}
