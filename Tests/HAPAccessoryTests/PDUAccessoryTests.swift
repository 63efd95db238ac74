import HAPAccessory
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import PDUTransport
import Testing

@Suite struct PDUAccessoryTests {
    private static let on = CharacteristicID(aid: 1, iid: 51)
    private static let brightness = CharacteristicID(aid: 1, iid: 52)

    private static func paired(_ name: String) throws -> (Home, PDUVisitor) {
        let home = try Home(name)
        let visitor = home.visit()
        let pairing = try #require(visitor.setup(home.identity("admin")).result)
        #expect(visitor.verify(pairing))
        return (home, visitor)
    }

    @Test("several reads in one message are answered in order in one message")
    func batch() throws {
        let (_, visitor) = try Self.paired("lightbulb")
        let unknown = CharacteristicID(aid: 1, iid: 9999)
        let requests = [Self.brightness, unknown, Self.on].map { visitor.request(.read, $0) }
        let responses = visitor.exchange(requests)
        #expect(responses.map(\.transaction) == requests.map(\.transaction))
        #expect(responses.map(\.status) == [.success, .invalidInstanceID, .success])
        #expect(responses.map { $0.items[.value] } == [[100, 0, 0, 0], nil, [0]])
    }

    @Test("without a session only pairing and identify are allowed")
    func withoutSession() throws {
        let home = try Home("lightbulb")
        let visitor = home.visit()
        for opcode in [PDUOpcode.read, .write, .database, .subscribe, .characteristicSignature, .timedWrite] {
            #expect(visitor.exchange(opcode, Self.on)?.status == .insufficientAuthentication)
        }
        let identify = CharacteristicID(aid: 1, iid: UInt64(PDUPairingInstance.identify.rawValue))
        #expect(visitor.exchange(.write, identify)?.status == .success)
        #expect(home.accessory.core.identifyCount == 1)
        let pairing = try #require(visitor.setup(home.identity("admin")).result)
        #expect(visitor.exchange(.write, identify)?.status == .insufficientAuthentication)
        #expect(visitor.verify(pairing))
        #expect(visitor.exchange(.read, Self.on)?.status == .success)
        #expect(visitor.pairing(.pairVerify, []).status == .invalidRequest, "a session is verified once")
    }

    @Test(
        "the database is that of IP, without the members that PDUs lack",
        arguments: ["lightbulb", "bridge", "kitchen-sink"]
    )
    func database(name: String) throws {
        let (home, visitor) = try Self.paired(name)
        let response = try #require(visitor.exchange(.database, CharacteristicID(aid: 1, iid: 0)))
        let (json, deviations) = PDUDatabase.reading(response.body ?? [])
        #expect(deviations == [])
        let read = AttributeDatabase(json)
        // PDUs have instance IDs of 16 bits.
        let whole = home.accessory.core.definition.characteristics.filter { $0.id.iid <= UInt64(UInt16.max) }
        #expect(read.places.map(\.id) == whole.map(\.id))
        #expect(read.places.compactMap(\.characteristic.type) == whole.map(\.type))
        let permissions = whole.map { one in Permission.allCases.filter { one.has($0) && $0 != .writeResponse } }
        #expect(read.places.map(\.characteristic.permissions) == permissions)
        let numeric = whole.filter { $0.format.isNumeric }
        #expect(
            numeric.map { read.characteristic($0.id)?.maxValue?.double } == numeric.map { $0.maxValue?.double }
        )
    }

    @Test("a signature describes a characteristic and its service")
    func signature() throws {
        let (_, visitor) = try Self.paired("lightbulb")
        let items = try #require(visitor.exchange(.characteristicSignature, Self.brightness)).items
        #expect(items[.presentation] == [0x10, 0, 0xad, 0x27, 1, 0, 0])
        #expect(items[.range] == [0, 0, 0, 0, 100, 0, 0, 0])
        #expect(items[.serviceInstance] == [48, 0])
        #expect(items[.serviceType].flatMap { HAPType(littleEndian: $0) } == HAPType(0x43))
        let service = try #require(visitor.exchange(.serviceSignature, CharacteristicID(aid: 1, iid: 48)))
        #expect(service.status == .success)
        #expect(service.items.items.map(\.type) == [0x0f, 0x10])
        #expect(
            visitor.exchange(.characteristicSignature, CharacteristicID(aid: 2, iid: 52))?.status == .invalidInstanceID
        )
    }

    @Test("writes are refused with the statuses of PDUs")
    func refusals() throws {
        let (_, visitor) = try Self.paired("lightbulb")
        func write(_ iid: UInt64, _ items: [TLV8.Item]) -> HAPStatus? {
            visitor.exchange(.write, CharacteristicID(aid: 1, iid: iid), items)?.status
        }
        #expect(write(52, [TLV8.Item(.value, [101, 0, 0, 0])]) == .invalidRequest)
        #expect(write(52, [TLV8.Item(.value, [1])]) == .invalidRequest, "one byte for an int")
        #expect(write(52, []) == .invalidRequest)
        #expect(write(5, [TLV8.Item(.value, [0x41])]) == .unsupportedPDU)
        #expect(write(9999, [TLV8.Item(.value, [1])]) == .invalidInstanceID)
        #expect(visitor.exchange(.subscribe, CharacteristicID(aid: 1, iid: 5))?.status == .unsupportedPDU)
        #expect(visitor.exchange(PDUOpcode(rawValue: 0x2a), Self.on)?.status == .unsupportedPDU)
    }

    @Test("a timed write is executed, once and in time")
    func timed() throws {
        let (home, visitor) = try Self.paired("lightbulb")
        func prepare(_ value: UInt8) -> HAPStatus? {
            visitor.exchange(.timedWrite, Self.on, [TLV8.Item(.timeToLive, [10]), TLV8.Item(.value, [value])])?.status
        }
        #expect(prepare(1) == .success)
        #expect(visitor.exchange(.read, Self.on)?.items[.value] == [0])
        #expect(visitor.exchange(.executeWrite, Self.on)?.status == .success)
        #expect(visitor.exchange(.read, Self.on)?.items[.value] == [1])
        #expect(visitor.exchange(.executeWrite, Self.on)?.status == .invalidRequest)
        #expect(prepare(0) == .success)
        home.wait(.milliseconds(1001))
        #expect(visitor.exchange(.executeWrite, Self.on)?.status == .invalidRequest)
        #expect(visitor.exchange(.read, Self.on)?.items[.value] == [1])
    }

    @Test("accessories behind a bridge are addressed by an item, in requests and events")
    func bridged() throws {
        let (home, visitor) = try Self.paired("bridge")
        let definition = try #require(
            home.accessory.core.definition.characteristics.first {
                $0.id.aid != 1 && $0.format == .bool && $0.has(.pairedWrite) && $0.has(.events)
            }
        )
        #expect(visitor.exchange(.subscribe, definition.id)?.status == .success)
        #expect(home.set(definition.id.description, true))
        home.wait(.seconds(1))
        #expect(visitor.takeEvents().map(\.id) == [definition.id])
        #expect(visitor.exchange(.read, definition.id)?.items[.value] == [1])
    }

    @Test("decryption failure ends the connection")
    func tampered() throws {
        let (home, visitor) = try Self.paired("lightbulb")
        home.sendRaw(PDUWire.framed([UInt8](repeating: 7, count: 30)), on: visitor.connection)
        #expect(visitor.isClosed)
    }

    @Test("messages are decoded in the same way for any cut of their bytes")
    func cuts() {
        let messages: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 9, count: 300)]
        let stream = messages.flatMap { PDUWire.framed($0) }
        for size in [1, 2, 3, 100, stream.count] {
            var reader = PDUMessageReader()
            let pieces = stride(from: 0, to: stream.count, by: size).map {
                Array(stream[$0..<min($0 + size, stream.count)])
            }
            #expect(pieces.flatMap { reader.feed($0) } == messages)
            #expect(reader.isIdle)
        }
    }
}
