import CoAP
import DNSWire
import HAPModel
import HAPSession
import HTTPWire
import Measurement
import RunRecord

/// A decoder of data from an accessory or a file, which may contain anything.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case tlv8
    case json
    case database
    case response = "http-response"
    case request = "http-request"
    case frames
    case dns
    case setupPayload = "setup-payload"
    case journal
    case pdu
    case coap
    case relay

    /// Decodes the bytes, encodes the result, and decodes it again.
    ///
    /// - Returns: the violated property; `nil` if all hold.
    package func broken(by bytes: [UInt8]) -> String? {
        switch self {
        case .tlv8: return Self.tlv8(bytes)
        case .json: return Self.json(bytes)
        case .database: return Self.database(bytes)
        case .response: return StreamReading.http(bytes, .responses)
        case .request: return StreamReading.http(bytes, .requests)
        case .frames: return StreamReading.frames(bytes)
        case .dns: return Self.dns(bytes)
        case .setupPayload: return Self.setupPayload(bytes)
        case .journal: return Self.journal(bytes)
        case .pdu: return StreamReading.pdu(bytes) ?? Self.pduDatabase(bytes)
        case .coap: return Self.coap(bytes) ?? Self.coapEndpoint(bytes)
        case .relay: return StreamReading.relay(bytes)
        }
    }

    private static func tlv8(_ bytes: [UInt8]) -> String? {
        let tlv = TLV8(decoding: bytes)
        guard tlv.encoded() == bytes else { return "bytes are lost" }
        guard tlv.deviations.allSatisfy({ bytes.indices.contains($0.offset) }) else {
            return "a deviation is outside the bytes"
        }
        let values = tlv.items.map(\.value)
        let isAmbiguous = zip(tlv.items, tlv.items.dropFirst()).contains { $0.type == $1.type }
        guard tlv.isWellFormed, !isAmbiguous else { return nil }
        return TLV8(decoding: TLV8(items: tlv.items).encoded()).items.map(\.value) == values
            ? nil : "encoding and decoding change it"
    }

    private static func json(_ bytes: [UInt8]) -> String? {
        guard let json = try? JSON.parse(bytes) else { return nil }
        let again = try? JSON.parse(json.encoded())
        return again == json ? nil : "encoding and decoding change it"
    }

    private static func database(_ bytes: [UInt8]) -> String? {
        guard let json = try? JSON.parse(bytes) else { return nil }
        let database = AttributeDatabase(json)
        guard database.places.allSatisfy({ database.place(of: $0.id) != nil }) else {
            return "a characteristic cannot be found by its id"
        }
        let structure = database.structure
        guard AttributeDatabase(structure).structure == structure else {
            return "the structure of its structure differs"
        }
        return AttributeDatabase(structure).places.map(\.id) == database.places.map(\.id)
            ? nil : "its structure has different characteristics"
    }

    private static func dns(_ bytes: [UInt8]) -> String? {
        guard let decoded = DNSMessage.decoding(bytes) else { return nil }
        guard let written = decoded.message.encoded() else { return "the decoded message cannot be encoded" }
        guard decoded.deviations.isEmpty, DNSMessage.decoding(written)?.message != decoded.message else { return nil }
        return "encoding and decoding change it"
    }

    private static func setupPayload(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let payload = try? SetupPayload(decoding: text) else { return nil }
        let again = payload.withText { try? SetupPayload(decoding: $0) }
        return again == payload ? nil : "encoding and decoding change it"
    }

    private static func pduDatabase(_ bytes: [UInt8]) -> String? {
        let (database, _) = PDUDatabase.reading(bytes)
        let again = PDUDatabase.reading(PDUDatabase.body(of: database)).database
        let ids = AttributeDatabase(database).places.map(\.id)
        return AttributeDatabase(again).places.map(\.id) == ids ? nil : "its database has different characteristics"
    }

    private static func coap(_ bytes: [UInt8]) -> String? {
        let (message, deviations) = CoAPMessage.decoding(bytes)
        guard let message, deviations.isEmpty else { return nil }
        let again = CoAPMessage.decoding(message.encoded())
        return again.message == message && again.deviations.isEmpty ? nil : "encoding and decoding change it"
    }

    /// An endpoint that receives the bytes as datagrams: each has its length in front of it. It has sent a request,
    /// answers those that arrive, and sends no more datagrams than it received, and repetitions.
    private static func coapEndpoint(_ bytes: [UInt8]) -> String? {
        var endpoint = CoAPEndpoint<Int>(random: Steps())
        var now = Moment(nanoseconds: 0)
        endpoint.request(CoAPMessage(.confirmable, .post, payload: [UInt8](repeating: 1, count: 3000)), to: 1, now: now)
        var rest = bytes[...]
        var (received, sent) = (0, 0)
        while let length = rest.popFirst() {
            let datagram = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(datagram.count)
            received += 1
            now = now.advanced(by: .milliseconds(100))
            endpoint.received(datagram, from: 1, now: now)
            var outputs = endpoint.takeOutputs()
            while !outputs.isEmpty {
                for output in outputs {
                    if case .send = output { sent += 1 }
                    guard case .request(let incoming) = output else { continue }
                    let payload = incoming.message.payload + incoming.message.payload
                    endpoint.respond(
                        to: incoming,
                        with: CoAPMessage(.acknowledgement, .changed, payload: payload),
                        now: now
                    )
                }
                outputs = endpoint.takeOutputs()
            }
        }
        // The request, and for each datagram at most an acknowledgement and the next block.
        guard sent <= 1 + 2 * received else { return "\(received) datagrams cause \(sent)" }
        var wakes = 0
        while let deadline = endpoint.nextDeadline {
            endpoint.wake(now: deadline)
            wakes += 1
            guard wakes <= 8 * (received + 1) else { return "it repeats without end" }
        }
        return nil
    }

    private struct Steps: RandomNumberGenerator, Sendable {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    private static func journal(_ bytes: [UInt8]) -> String? {
        guard let event = JournalEvent(line: bytes) else { return nil }
        let again = JournalEvent(line: Array(event.line.utf8))
        return again?.line == event.line ? nil : "encoding and decoding change it"
    }
}
