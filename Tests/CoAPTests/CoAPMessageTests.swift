import Testing

@testable import CoAP

@Suite("Messages of CoAP")
struct CoAPMessageTests {
    @Test("The request and the response of RFC 7252, appendix A, figure 16")
    func figure16() {
        let request = CoAPMessage(.confirmable, .get, id: 0x7d34, options: CoAPMessage.path("/temperature"))
        #expect(request.encoded() == [0x40, 0x01, 0x7d, 0x34, 0xbb] + Array("temperature".utf8))
        #expect(CoAPMessage.decoding(request.encoded()) == (request, []))
        let response = CoAPMessage(.acknowledgement, .content, id: 0x7d34, payload: Array("22.3 C".utf8))
        #expect(response.encoded() == [0x60, 0x45, 0x7d, 0x34, 0xff] + Array("22.3 C".utf8))
        #expect(CoAPMessage.decoding(response.encoded()) == (response, []))
        #expect(response.code.description == "2.05 Content")
    }

    @Test("Options with deltas and lengths of one and two further bytes", arguments: [0, 12, 13, 268, 269, 1000])
    func extended(length: Int) {
        let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        for number in [1, 12, 13, 268, 269, 65_535] as [UInt16] {
            let options = [
                CoAPOption(.uriPath, "1"), CoAPOption(CoAPOption.Number(rawValue: number), value),
            ].sorted { $0.number < $1.number }
            let message = CoAPMessage(.confirmable, .post, id: 9, token: [1, 2, 3], options: options, payload: [0xff])
            #expect(CoAPMessage.decoding(message.encoded()) == (message, []))
        }
    }

    @Test("Options are sent in the order of their numbers, equal ones in their own")
    func order() {
        let message = CoAPMessage(
            .confirmable,
            .post,
            options: [CoAPOption(.block1, [6]), CoAPOption(.uriPath, "b"), CoAPOption(.uriPath, "a")]
        )
        #expect(message.encoded().dropFirst(4) == [0xb1, 0x62, 0x01, 0x61, 0xd1, 0x03, 0x06])
        #expect(CoAPMessage.decoding(message.encoded()).message?.path == "/b/a")
    }

    static let malformed: [([UInt8], CoAPDeviation)] = [
        ([], .shortHeader), ([0x40, 0x01, 0x00], .shortHeader), ([0x00, 0x01, 0, 0], .version(0)),
        ([0xc0, 0x01, 0, 0], .version(3)), ([0x49, 0x01, 0, 0] + Array(repeating: 0, count: 9), .tokenLength(9)),
        ([0x44, 0x01, 0, 0, 1], .truncatedToken), ([0x40, 0x01, 0, 0, 0xb2, 0x61], .truncatedOption(11)),
        ([0x40, 0x01, 0, 0, 0xd0], .truncatedOption(0)), ([0x40, 0x01, 0, 0, 0x1e, 0xff, 0xff], .truncatedOption(1)),
        ([0x40, 0x01, 0, 0, 0xf0], .reservedDelta), ([0x40, 0x01, 0, 0, 0x1f], .reservedLength(1)),
        ([0x40, 0x01, 0, 0, 0xe0, 0xff, 0xff], .optionNumber), ([0x40, 0x01, 0, 0, 0xff], .emptyPayload),
        ([0x40, 0x00, 0, 0, 0xff, 1], .emptyWithContent), ([0x50, 0x00, 0, 0], .kindOfCode),
        ([0x60, 0x02, 0, 0], .kindOfCode), ([0x70, 0x44, 0, 0], .kindOfCode),
        ([0x40, 0x21, 0, 0], .reservedCode(CoAPCode(rawValue: 0x21))),
    ]

    @Test("Each way in which a datagram is malformed is named", arguments: malformed)
    func deviations(bytes: [UInt8], deviation: CoAPDeviation) {
        let (_, deviations) = CoAPMessage.decoding(bytes)
        #expect(deviations == [deviation])
        #expect(deviation.isMalformed)
        #expect(!deviation.description.isEmpty)
    }

    @Test("A block option that cannot be read is named", arguments: [[7], [0, 0, 0, 0]] as [[UInt8]])
    func blockOption(value: [UInt8]) {
        let message = CoAPMessage(.confirmable, .post, options: [CoAPOption(.block1, value)])
        #expect(CoAPMessage.decoding(message.encoded()).deviations == [.block(.block1)])
    }

    @Test("Blocks: number, more and size in one integer (RFC 7959 2.2)")
    func blocks() {
        #expect(CoAPBlock(number: 0, isMore: false, sizeExponent: 0).option(.block2).value == [])
        #expect(CoAPBlock(number: 1, isMore: true, sizeExponent: 6).option(.block2).value == [0x1e])
        #expect(CoAPBlock(number: 0xfffff, isMore: true, sizeExponent: 6).option(.block2).value == [0xff, 0xff, 0xfe])
        #expect(CoAPBlock(CoAPOption(.block1, [0x1e])) == CoAPBlock(number: 1, isMore: true, sizeExponent: 6))
    }

    @Test("Any bytes are decoded without a failure, and what is well-formed is encoded to the same message")
    func anyBytes() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...40)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if !bytes.isEmpty { bytes[0] = bytes[0] & 0x3f | 0x40 }
            let (message, deviations) = CoAPMessage.decoding(bytes)
            guard let message, deviations.isEmpty else { continue }
            #expect(CoAPMessage.decoding(message.encoded()) == (message, []), "\(bytes)")
        }
    }
}
