import HAPAccessory
import HAPModel
import HTTPWire
import Testing

@Suite struct CameraTests {
    private static let session = [UInt8](repeating: 0x5E, count: 16)

    /// A request for a stream with the suite AES_CM_128_HMAC_SHA1_80.
    private static func request(keyLength: Int = 16) -> JSON {
        let address = TLV8(items: [
            .init(type: 1, value: [0]), .init(type: 2, value: Array("127.0.0.1".utf8)),
            .init(type: 3, value: [0, 0xC3]),
            .init(type: 4, value: [2, 0xC3]),
        ])
        let security = TLV8(items: [
            .init(type: 1, value: [0]), .init(type: 2, value: [UInt8](repeating: 1, count: keyLength)),
            .init(type: 3, value: [UInt8](repeating: 2, count: 14)),
        ])
        let items = TLV8(items: [
            .init(type: 1, value: session), .init(type: 3, value: address.encoded()),
            .init(type: 4, value: security.encoded()), .init(type: 5, value: security.encoded()),
        ])
        return .string(Base64.encode(items.encoded()))
    }

    /// A command for a stream: 0 ends it, 1 starts it.
    private static func command(_ command: UInt8, _ session: [UInt8] = Self.session) -> JSON {
        let control = TLV8(items: [.init(type: 1, value: session), .init(type: 2, value: [command])])
        let items = TLV8(items: [.init(type: 1, value: control.encoded())])
        return .string(Base64.encode(items.encoded()))
    }

    private static func answer(_ home: Home, on connection: ConnectionID) -> TLV8 {
        let body = home.exchange(.get("/characteristics?id=1.54"), on: connection)?.json
        let value = body?["characteristics"]?[0]?["value"]?.stringValue
        return TLV8(decoding: value.flatMap(Base64.decode) ?? [])
    }

    @Test("a stream is set up, started and ended; its keys are shown to the session that set it up")
    func stream() throws {
        let (home, pairing, admin) = try Home.paired("doorbell")
        let other = try home.session(pairing)
        #expect(home.exchange(.subscribe("1.49"), on: other)?.status == 204)
        #expect(home.exchange(.write("1.54", Self.request()), on: admin)?.status == 204)
        let own = Self.answer(home, on: admin)
        #expect(own[1] == Self.session && own[2] == [0] && own[6]?.count == 4)
        #expect(own[4].map(TLV8.init(decoding:))?[2]?.count == 16)
        #expect(Self.answer(home, on: other).items.isEmpty)
        #expect(home.exchange(.write("1.53", Self.command(1)), on: admin)?.status == 204)
        #expect(home.value("1.49") == "AQEB")
        // Busy, and the running stream goes on.
        #expect(home.exchange(.write("1.54", Self.request()), on: other)?.status == 204)
        #expect(Self.answer(home, on: other)[2] == [1])
        #expect(home.exchange(.write("1.53", Self.command(0)), on: admin)?.status == 204)
        home.wait(.seconds(2))
        #expect(home.takeEvents(on: other) == [["1.49": "AQEB"], ["1.49": "AQEA"]])
    }

    @Test("a request with keys of the wrong length and a command for an unknown stream are refused")
    func refused() throws {
        let (home, _, admin) = try Home.paired("doorbell")
        #expect(home.exchange(.write("1.54", Self.request(keyLength: 3)), on: admin)?.status == 207)
        #expect(home.exchange(.write("1.53", Self.command(1)), on: admin)?.status == 207)
        #expect(home.value("1.49") == "AQEA")
    }

    @Test("a stream ends with the connection that set it up")
    func connection() throws {
        let (home, pairing, admin) = try Home.paired("doorbell")
        let other = try home.session(pairing)
        #expect(home.exchange(.write("1.54", Self.request()), on: other)?.status == 204)
        #expect(home.exchange(.write("1.53", Self.command(1)), on: other)?.status == 204)
        #expect(home.value("1.49") == "AQEB")
        home.disconnect(other)
        #expect(home.value("1.49") == "AQEA")
        #expect(home.exchange(.get("/characteristics?id=1.49"), on: admin)?.status == 200)
    }
}
