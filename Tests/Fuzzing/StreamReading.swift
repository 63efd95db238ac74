import HAPCrypto
import HAPModel
import HAPSession
import HTTPWire

/// Bytes of a stream; the result must not depend on how they are cut.
enum StreamReading {
    private static let cuts: [[Int]] = [[.max], [1], [2, 7], [30, 1]]

    static func http(_ bytes: [UInt8], _ role: HTTPDecoder.Role) -> String? {
        let readings = cuts.map { sizes in
            var decoder = HTTPDecoder(role)
            var messages = pieces(bytes, sizes).flatMap { decoder.feed($0) }
            if let last = decoder.finish() { messages.append(last) }
            return HTTPReading(messages: messages, failure: decoder.failure, pending: decoder.pending)
        }
        return Set(readings.map { "\($0)" }).count == 1 ? nil : "the result differs when it arrives in pieces"
    }

    private struct HTTPReading {
        var messages: [HTTPMessage]
        var failure: HTTPError?
        var pending: [UInt8]
    }

    /// The first byte is the length of a text that is encrypted as the beginning; the rest is received bytes.
    static func frames(_ bytes: [UInt8]) -> String? {
        let key = EncryptionKey(SecretBytes([UInt8](repeating: 7, count: 32)))
        let text = [UInt8](repeating: 0x61, count: Int(bytes.first ?? 0) * 8)
        var sealer = FrameSealer(key: key, departures: .none, random: SeededRandom(seed: 1))
        let stream = (text.isEmpty ? [] : sealer.seal(text).flatMap(\.raw)) + bytes.dropFirst()
        let readings = cuts.map { sizes in
            var opener = FrameOpener(key: key)
            return pieces(stream, sizes).flatMap { opener.feed($0) }.map { "\($0)" }
        }
        return Set(readings).count == 1 ? nil : "the frames differ when they arrive in pieces"
    }

    static func pdu(_ bytes: [UInt8]) -> String? {
        pdu(bytes, PDURequest.self) ?? pdu(bytes, PDUResponse.self) ?? pdu(bytes, PDUEvent.self)
    }

    private static func pdu<Message: PDU>(_ bytes: [UInt8], _: Message.Type) -> String? {
        let readings = cuts.map { sizes in
            var decoder = PDUDecoder<Message>()
            var messages = pieces(bytes, sizes).flatMap { decoder.feed($0) }
            if let last = decoder.finish() { messages.append(last) }
            return "\(messages) \(decoder.deviations)"
        }
        guard Set(readings).count == 1 else { return "the PDUs differ when they arrive in pieces" }
        let messages = PDUDecoder<Message>.decoding(bytes).messages
        let again = PDUDecoder<Message>.decoding(messages.flatMap { $0.encoded() })
        return again.messages == messages ? nil : "encoding and decoding change the PDUs"
    }

    /// The bytes in pieces of these sizes; the last one repeats.
    private static func pieces(_ bytes: [UInt8], _ sizes: [Int]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(sizes[min(pieces.count, sizes.count - 1)])
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
