import DNSWire
import Testing

/// Valid and malformed messages.
@Suite("DNS messages")
struct DNSMessageTests {
    /// A response like those of accessories, assembled by hand from RFC 1035, with compressed names.
    static let answer = bytes(
        "1234 8400 0000 0001 0000 0003",
        // _hap._tcp.local PTR Lamp._hap._tcp.local; the name of the service stands at 12, that of the instance at 39
        "045f686170 045f746370 056c6f63616c 00",
        "000c 0001 00001194 0007 044c616d70 c00c",
        // Lamp SRV 0 0 51826 lamp.local; the host stands at 64
        "c027 0021 8001 00000078 000d 0000 0000 ca72 046c616d70 c016",
        // Lamp TXT c#=1 sf=1
        "c027 0010 8001 00001194 000a 0463233d31 0473663d31",
        // lamp.local A 127.0.0.1
        "c040 0001 8001 00000078 0004 7f000001"
    )

    /// Bytes in hexadecimal digits.
    private static func bytes(_ parts: String...) -> [UInt8] {
        let digits = Array(parts.joined().filter { $0 != " " })
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }

    static let lamp = DNSName("Lamp._hap._tcp.local")

    @Test("An answer with compressed names is read whole")
    func readsAnswer() throws {
        let decoded = try #require(DNSMessage.decoding(Self.answer))
        #expect(decoded.deviations == [])
        let message = decoded.message
        #expect(message.id == 0x1234)
        #expect(message.isResponse)
        #expect(message.answers == [DNSRecord(DNSName("_hap._tcp.local"), .ptr(Self.lamp), ttl: 4500)])
        let place = DNSRecord.SRV(port: 51826, target: DNSName("lamp.local"))
        #expect(
            message.additionals == [
                DNSRecord(Self.lamp, .srv(place), ttl: 120, flushesCache: true),
                DNSRecord(Self.lamp, .txt([Array("c#=1".utf8), Array("sf=1".utf8)]), ttl: 4500, flushesCache: true),
                DNSRecord(DNSName("lamp.local"), .a([127, 0, 0, 1]), ttl: 120, flushesCache: true),
            ]
        )
    }

    @Test("A message truncated at any byte gives the earlier items and the place of its end")
    func truncated() throws {
        for length in 0..<Self.answer.count {
            let decoded = DNSMessage.decoding(Array(Self.answer.prefix(length)))
            guard length >= 12 else {
                #expect(decoded == nil)
                continue
            }
            let whole = try #require(decoded)
            #expect(!whole.deviations.isEmpty, "\(length) bytes")
            #expect(whole.message.records.count < 4)
        }
    }

    @Test("Every message survives encoding and decoding")
    func roundTrips() throws {
        var generator = Seeded(state: 20)
        for _ in 0..<500 {
            let message = generator.message()
            let bytes = try #require(message.encoded())
            let decoded = try #require(DNSMessage.decoding(bytes))
            #expect(decoded.deviations == [])
            #expect(decoded.message == message)
        }
    }

    @Test("Altered bytes are decoded somehow, and the result can be encoded and decoded again")
    func fuzz() throws {
        var generator = Seeded(state: 7)
        for _ in 0..<20000 {
            var bytes = Self.answer
            for _ in 0...generator.number(below: 4) {
                bytes[generator.number(below: bytes.count)] = UInt8(generator.number(below: 256))
            }
            let decoded = try #require(DNSMessage.decoding(bytes))
            #expect(decoded.message.records.count <= bytes.count / 11)
            // A lenient decoder's result is never too long to be encoded.
            let again = try #require(decoded.message.encoded())
            // Bytes that were malformed at their place may be valid at another one.
            if decoded.deviations.isEmpty { #expect(DNSMessage.decoding(again)?.message == decoded.message) }
        }
    }

    @Test("Pointers that form a cycle, point forward or to themselves end the decoding")
    func loops() throws {
        let header: [UInt8] = [0, 0, 0x84, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        for name in [[0xc0, 12], [1, 0x61, 0xc0, 12], [0xc0, 14, 0xc0, 12], [0xc0, 40]] as [[UInt8]] {
            let decoded = try #require(DNSMessage.decoding(header + name + [0, 12, 0, 1]))
            #expect(decoded.message.questions == [])
            #expect(decoded.deviations.map(\.kind) == [.pointer])
        }
    }

    @Test("A name of more than 255 bytes, and a label of a kind that does not exist, are refused")
    func longNames() throws {
        let header: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        let long = Array(repeating: [UInt8(63)] + [UInt8](repeating: 0x61, count: 63), count: 4).flatMap(\.self)
        #expect(DNSMessage.decoding(header + long + [0, 0, 12, 0, 1])?.deviations.map(\.kind) == [.nameLength])
        #expect(DNSMessage.decoding(header + [0x80, 0, 0, 12, 0, 1])?.deviations.map(\.kind) == [.label])
    }

    @Test("A record whose bytes do not fit its type is kept as bytes, and those after it are read")
    func malformedContent() throws {
        let head: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 2, 0, 0, 0, 0]
        let text: [UInt8] = [0, 0, 16, 0, 1, 0, 0, 0, 9, 0, 3, 9, 0x61, 0x62]
        let address: [UInt8] = [0, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 10, 0, 0, 1]
        let decoded = try #require(DNSMessage.decoding(head + text + address))
        #expect(decoded.deviations == [DNSDeviation(.content, at: 23)])
        #expect(decoded.message.answers.map(\.content) == [.other(.txt, [9, 0x61, 0x62]), .a([10, 0, 0, 1])])
    }

    @Test("Bytes after the last record are reported")
    func trailing() throws {
        let decoded = try #require(DNSMessage.decoding(Self.answer + [0]))
        #expect(decoded.deviations == [DNSDeviation(.trailing, at: Self.answer.count)])
        #expect(decoded.message.records.count == 4)
    }

    @Test("A message that exceeds its limits is not encoded")
    func unwritable() {
        let name = DNSName(labels: [[UInt8](repeating: 0x61, count: 64)])
        #expect(DNSMessage(questions: [DNSQuestion(name, .ptr)]).encoded() == nil)
        #expect(DNSMessage(questions: [DNSQuestion(DNSName(labels: [[]]), .ptr)]).encoded() == nil)
        let long = DNSName(labels: Array(repeating: [UInt8](repeating: 0x61, count: 60), count: 5))
        #expect(DNSMessage(questions: [DNSQuestion(long, .ptr)]).encoded() == nil)
        let text = DNSRecord(Self.lamp, .txt([[UInt8](repeating: 0x61, count: 256)]), ttl: 1)
        #expect(DNSMessage(answers: [text]).encoded() == nil)
        #expect(DNSMessage(answers: [DNSRecord(Self.lamp, .a([1]), ttl: 1)]).encoded() == nil)
    }

    @Test("Names are the same in either case, and print with their dots escaped")
    func names() {
        #expect(DNSName("Lamp.LOCAL") == DNSName("lamp.local"))
        #expect(DNSName("lamp.local").hashValue == DNSName("LAMP.local").hashValue)
        #expect(DNSName(labels: [Array("St. 1".utf8), Array("local".utf8)]).description == "St\\. 1.local")
    }
}

/// Numbers, and messages made of them, that are the same in each run.
struct Seeded {
    var state: UInt64

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    mutating func bytes(below limit: Int) -> [UInt8] {
        (0..<number(below: limit)).map { _ in UInt8(number(below: 256)) }
    }

    mutating func name() -> DNSName {
        // Few different labels, so that names have ends in common.
        DNSName(labels: (0...number(below: 4)).map { _ in [UInt8(0x61 + number(below: 3))] + bytes(below: 2) })
    }

    mutating func message() -> DNSMessage {
        var message = DNSMessage(id: UInt16(number(below: 65536)), flags: UInt16(number(below: 65536)))
        message.questions = (0..<number(below: 3)).map { _ in
            DNSQuestion(name(), DNSType(rawValue: UInt16(number(below: 65536))), wantsUnicast: number(below: 2) == 1)
        }
        message.answers = (0..<number(below: 4)).map { _ in record() }
        message.authorities = (0..<number(below: 2)).map { _ in record() }
        message.additionals = (0..<number(below: 4)).map { _ in record() }
        return message
    }

    private mutating func record() -> DNSRecord {
        let content: DNSRecord.Content
        switch number(below: 6) {
        case 0: content = .a([1, 2, 3, UInt8(number(below: 256))])
        case 1: content = .aaaa((0..<16).map { _ in UInt8(number(below: 256)) })
        case 2: content = .ptr(name())
        case 3: content = .srv(DNSRecord.SRV(weight: 3, port: UInt16(number(below: 65536)), target: name()))
        case 4: content = .txt((0..<number(below: 5)).map { _ in bytes(below: 30) })
        default: content = .other(DNSType(rawValue: 47), bytes(below: 20))
        }
        return DNSRecord(name(), content, ttl: UInt32(number(below: 100_000)), flushesCache: number(below: 2) == 1)
    }
}
