import CoAP
import HAPAccessory
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import Testing

@Suite struct ThreadAccessoryTests {
    private static let on = CharacteristicID(aid: 1, iid: 51)
    private static let brightness = CharacteristicID(aid: 1, iid: 52)

    private static func paired(_ name: String) throws -> (Home, ThreadVisitor) {
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
        let requests = [Self.brightness, unknown, Self.on].map { visitor.request(.read, $0) }.compactMap(\.self)
        let responses = visitor.exchange(requests)
        #expect(responses.map(\.transaction) == requests.map(\.transaction))
        #expect(responses.map(\.status) == [.success, .invalidInstanceID, .success])
        #expect(responses.map { $0.items[.value] } == [[100, 0, 0, 0], nil, [0]])
    }

    @Test("without a session only pairing and identify are allowed, and everything else is answered 4.04")
    func withoutSession() throws {
        let home = try Home("lightbulb")
        let visitor = home.visit()
        for opcode in [PDUOpcode.read, .write, .database, .subscribe, .characteristicSignature, .timedWrite] {
            let request = try #require(visitor.request(opcode, Self.on))
            #expect(visitor.ask(.post, "/", request.encoded())?.code == .notFound)
        }
        #expect(visitor.ask(.post, "/", [1, 2, 3])?.code == .notFound)
        #expect(visitor.ask(.post, "/0")?.code == .changed)
        #expect(home.accessory.core.identifyCount == 1)
        let pairing = try #require(visitor.setup(home.identity("admin")).result)
        #expect(visitor.ask(.post, "/0")?.code == .unauthorized)
        #expect(home.accessory.core.identifyCount == 1)
        #expect(visitor.verify(pairing))
        #expect(visitor.exchange(.read, Self.on)?.status == .success)
        #expect(visitor.verify(pairing), "a session may be replaced")
        #expect(visitor.exchange(.read, Self.on)?.status == .success)
    }

    @Test("other resources, methods and unknown critical options are refused, and the session stays")
    func routes() throws {
        let (_, visitor) = try Self.paired("lightbulb")
        #expect(visitor.ask(.get, "/")?.code == .methodNotAllowed)
        #expect(visitor.ask(.get, "/", [], [CoAPOption(.observe, integer: 0)])?.code == .methodNotAllowed)
        #expect(visitor.ask(.put, "/1", [0])?.code == .methodNotAllowed)
        #expect(visitor.ask(.post, "/3")?.code == .notFound)
        let unknown = CoAPOption(CoAPOption.Number(rawValue: 65_001))
        #expect(visitor.ask(.post, "/", [], [unknown])?.code == .badOption)
        #expect(visitor.exchange(.read, Self.on)?.status == .success)
    }

    @Test("pairings are written to a characteristic, and the answer is in the response or in a read afterwards")
    func pairings() throws {
        let (_, visitor) = try Self.paired("lightbulb")
        let id = CharacteristicID(aid: 1, iid: UInt64(PairingService.Instance.pairings.rawValue))
        let list: [UInt8] = [6, 1, 1, 0, 1, 5]
        #expect(visitor.exchange(.write, id, [TLV8.Item(.value, list)])?.items[.value] == nil)
        let answer = try #require(visitor.exchange(.read, id)?.items[.value])
        #expect(TLV8(decoding: answer).integer(.state) == 2)
        #expect(TLV8(decoding: answer)[.identifier] == Array("admin".utf8))
        #expect(visitor.exchange(.read, id)?.items[.value] == [], "it is read once")
        #expect(visitor.pairing(.pairings, list).items == answer)
    }

    @Test("an event is repeated until it is answered; a controller that does not know it has no session")
    func events() throws {
        let (home, visitor) = try Self.paired("lightbulb")
        #expect(visitor.exchange(.subscribe, Self.brightness)?.status == .success)
        #expect(home.set("1.52", 10))
        let datagrams = home.takeDatagrams(on: visitor.connection)
        let event = try #require(datagrams.first)
        let message = try #require(CoAPMessage.decoding(event).message)
        #expect((message.kind, message.code, message.path) == (.confirmable, .put, "/"))
        home.wait(.seconds(4))
        #expect(home.takeDatagrams(on: visitor.connection) == [event], "the same message once more")
        home.wait(.seconds(8))
        #expect(visitor.takeEvents().map(\.value) == [[10, 0, 0, 0]])
        visitor.eventCode = .notFound
        #expect(home.set("1.52", 20))
        home.wait(.seconds(2))
        _ = visitor.takeEvents()
        #expect(!visitor.hasSession)
    }

    @Test("a controller that answers no event loses its session after all repetitions")
    func silentController() throws {
        let (home, visitor) = try Self.paired("lightbulb")
        #expect(visitor.exchange(.subscribe, Self.brightness)?.status == .success)
        #expect(home.set("1.52", 10))
        home.wait(.seconds(40))
        #expect(visitor.hasSession)
        home.wait(.seconds(60))
        #expect(!visitor.hasSession)
    }

    @Test(
        "the database is that of IP, without the members that PDUs lack",
        arguments: ["lightbulb", "bridge", "kitchen-sink"]
    )
    func database(name: String) throws {
        let (home, visitor) = try Self.paired(name)
        let response = try #require(visitor.exchange(.database, CharacteristicID(aid: 1, iid: 0)))
        let (declared, deviations) = PDUDatabase.reading(response.body ?? [])
        #expect(deviations == [])
        // PDUs have instance IDs of 16 bits.
        let whole = home.accessory.core.definition.characteristics.filter { $0.id.iid <= UInt64(UInt16.max) }
        let (json, pairings) = PairingService.removed(from: declared)
        let read = AttributeDatabase(json)
        #expect(pairings == UInt64(PairingService.Instance.pairings.rawValue))
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

    @Test("decryption failure is answered 4.00 and ends the session")
    func tampered() throws {
        let (_, visitor) = try Self.paired("lightbulb")
        #expect(visitor.ask(.post, "/", [UInt8](repeating: 7, count: 30))?.code == .badRequest)
        #expect(!visitor.hasSession)
    }

    @Test("a message that was sent before is not carried out again, and ends the session")
    func replayed() throws {
        let (home, visitor) = try Self.paired("lightbulb")
        #expect(visitor.exchange(.write, Self.on, [TLV8.Item(.value, [1])])?.status == .success)
        let payload = visitor.lastPayload
        #expect(home.set("1.51", false))
        #expect(visitor.ask(.post, "/", payload)?.code == .badRequest)
        #expect(home.accessory.core.value(of: Self.on) == false)
        #expect(!visitor.hasSession)
    }

    @Test("the removal of the own pairing is answered once more if its answer is lost, and then the session has ended")
    func removalTwice() throws {
        let (home, visitor) = try Self.paired("lightbulb")
        #expect(visitor.pairings(.remove(identifier: Array("admin".utf8)))?.error == nil)
        #expect(!home.accessory.core.state.isPaired)
        let answer = try #require(visitor.lastAnswer)
        home.sendRaw(visitor.lastDatagram, on: visitor.connection)
        #expect(home.takeDatagrams(on: visitor.connection) == [answer])
        #expect(visitor.ask(.post, "/", visitor.lastPayload)?.code == .notFound)
        #expect(!visitor.hasSession)
    }

    @Test("the end of a session ends the repetitions of its events, and the endpoint may have another session")
    func endedWithEvents() throws {
        let home = try Home("lightbulb")
        let visitor = home.visit()
        let pairing = try #require(visitor.setup(home.identity("admin")).result)
        #expect(visitor.verify(pairing))
        #expect(visitor.exchange(.subscribe, Self.brightness)?.status == .success)
        #expect(home.set("1.52", 10))
        #expect(home.takeDatagrams(on: visitor.connection).count == 1)
        #expect(visitor.ask(.post, "/", [UInt8](repeating: 7, count: 30))?.code == .badRequest)
        home.wait(.seconds(100))
        #expect(home.takeDatagrams(on: visitor.connection).isEmpty)
        #expect(visitor.verify(pairing))
        #expect(visitor.exchange(.read, Self.on)?.status == .success)
    }

    @Test("a new Pair Verify from the same endpoint replaces the session, with its subscriptions")
    func verifiedAgain() throws {
        let home = try Home("lightbulb")
        let visitor = home.visit()
        let pairing = try #require(visitor.setup(home.identity("admin")).result)
        #expect(visitor.verify(pairing))
        #expect(visitor.exchange(.subscribe, Self.brightness)?.status == .success)
        #expect(visitor.verify(pairing))
        #expect(home.set("1.52", 10))
        home.wait(.seconds(2))
        #expect(visitor.takeEvents().isEmpty)
        #expect(visitor.exchange(.subscribe, Self.brightness)?.status == .success)
        #expect(home.set("1.52", 20))
        home.wait(.seconds(2))
        #expect(visitor.takeEvents().map(\.value) == [[20, 0, 0, 0]])
    }

    @Test("the Pairing service has the properties of Bluetooth LE")
    func pairingService() throws {
        let (_, visitor) = try Self.paired("lightbulb")
        let body = try #require(visitor.exchange(.database, CharacteristicID(aid: 1, iid: 0))?.body)
        // Instance id, type and properties of each characteristic, as aiohomekit reads them.
        let expected: [[UInt8]] = [
            [5, 2, 1, 0xff], [4, 1, 0x4c], [0x0a, 2, 3, 0], [5, 2, 2, 0xff], [4, 1, 0x4e], [0x0a, 2, 3, 0],
            [5, 2, 3, 0xff], [4, 1, 0x4f], [0x0a, 2, 1, 0], [5, 2, 4, 0xff], [4, 1, 0x50], [0x0a, 2, 0x30, 0],
        ]
        for item in expected { #expect(body.firstRange(of: item) != nil, "\(item)") }
    }
}
