import HAPCrypto
import HAPModel
import HAPSession
import Testing

@Suite("HAP PDUs")
struct PDUTests {
    /// Write On (iid 0x33, TID 0x42) and its response, from the computed vectors of the BLE layout.
    private static let write: [UInt8] = [0x00, 0x02, 0x42, 0x33, 0x00, 0x03, 0x00, 0x01, 0x01, 0x01]

    @Test("a request, a response and an event have the bytes of the specification")
    func layouts() throws {
        let request = PDURequest(.write, transaction: 0x42, instance: 0x33, body: [1, 1, 1])
        #expect(request.encoded() == Self.write)
        #expect(PDURequest(.read, transaction: 7, instance: 0x1234).encoded() == [0, 3, 7, 0x34, 0x12])
        #expect(PDUResponse(transaction: 0x42, code: 0).encoded() == [2, 0x42, 0])
        #expect(PDUResponse(transaction: 1, code: 6, body: []).encoded() == [2, 1, 6, 0, 0])
        #expect(PDUEvent(instance: 0x33, body: [1, 1, 1]).encoded() == [0, 0x33, 0, 3, 0, 1, 1, 1])
        let (messages, deviations) = PDUDecoder<PDURequest>.decoding(Self.write)
        #expect(messages == [request])
        #expect(deviations == [])
    }

    @Test("the sealed vector of the BLE layout opens to the write")
    func sealed() throws {
        let key = "c3ca130c7033dbe5e7ff7f91d117ead869bac476994c7a48ca170c111136ed96"
        let text = "298c5d97de38c3bf0c109e18ba33d2a0944f134128b2bfdcfeba"
        let plain = ChaChaPoly.open(
            try #require(Hex.decode(text)),
            key: EncryptionKey(SecretBytes(try #require(Hex.decode(key)))),
            nonce: AEADNonce(counter: 0)
        )
        #expect(plain == Self.write)
    }

    @Test("consecutive PDUs are decoded in the same way whole, merged and byte by byte")
    func cuts() {
        let requests = [
            PDURequest(.write, transaction: 1, instance: 0x33, body: [1, 1, 1]),
            PDURequest(.read, transaction: 2, instance: 9, body: []),
            PDURequest(.database, transaction: 3, instance: 0, body: [UInt8](repeating: 5, count: 700)),
        ]
        let stream = requests.flatMap { $0.encoded() }
        for size in [1, 2, 7, 100, stream.count] {
            var decoder = PDUDecoder<PDURequest>()
            let pieces = stride(from: 0, to: stream.count, by: size).map { start in
                Array(stream[start..<min(start + size, stream.count)])
            }
            #expect(pieces.flatMap { decoder.feed($0) } == requests)
            #expect(decoder.finish() == nil)
            #expect(decoder.deviations == [])
        }
    }

    @Test("malformed PDUs are kept as far as possible, and listed")
    func lenient() {
        func reading(_ bytes: [UInt8]) -> (count: Int, kinds: [PDUDeviation.Kind]) {
            let (messages, deviations) = PDUDecoder<PDUResponse>.decoding(bytes)
            return (messages.count, deviations.map(\.kind))
        }
        #expect(reading([2, 1]) == (0, [.truncatedHeader]))
        #expect(reading([2, 1, 0]) == (1, []))
        #expect(reading([2, 1, 0, 9]) == (1, [.truncatedBody]))
        #expect(reading([2, 1, 0, 3, 0, 1]) == (1, [.truncatedBody]))
        #expect(reading([0, 1, 0, 0, 0]) == (1, [.otherKind]))
        #expect(reading([0x12, 1, 0, 0, 0]) == (1, [.reservedBits]))
        let cut = PDUDecoder<PDUResponse>.decoding([2, 1, 0, 3, 0, 7]).messages
        #expect(cut.first?.body == [7])
    }

    @Test("a body longer than a fragment is sent in continuations, and assembled again")
    func fragments() {
        let body = (0..<20).map { UInt8($0) }
        let request = PDURequest(.write, transaction: 9, instance: 1, body: body)
        let fragments = request.fragments(ofAtMost: 12)
        #expect(fragments.map(\.count) == [12, 12, 7])
        #expect(fragments.dropFirst().allSatisfy { $0.starts(with: [0x80, 9]) })
        var assembler = PDUAssembler<PDURequest>()
        #expect(fragments.map { assembler.take($0) } == [nil, nil, request])
        #expect(assembler.deviations == [])
        #expect(!assembler.isOpen)
        #expect(PDURequest(.read, transaction: 1, instance: 2).fragments(ofAtMost: 1) == [[0, 3, 1, 2, 0]])
    }

    @Test("fragments that do not belong together are listed")
    func strayFragments() {
        let fragments = PDUResponse(transaction: 5, code: 0, body: [1, 2, 3, 4, 5, 6]).fragments(ofAtMost: 8)
        var assembler = PDUAssembler<PDUResponse>()
        func kinds(_ pieces: [[UInt8]]) -> [PDUDeviation.Kind] {
            assembler = PDUAssembler()
            for piece in pieces { _ = assembler.take(piece) }
            return assembler.deviations.map(\.kind)
        }
        #expect(kinds([fragments[1]]) == [.strayContinuation])
        #expect(kinds([fragments[0], fragments[0]]) == [.interrupted])
        #expect(kinds([fragments[0], [0x82, 6, 4, 5, 6]]) == [.otherTransaction])
        #expect(kinds([fragments[0], fragments[1] + [7, 7, 7, 7]]) == [.excess])
        #expect(kinds([[]]) == [.truncatedHeader])
        #expect(kinds([[2, 5, 0, 1]]) == [.truncatedHeader])
    }

    @Test("any request is the same after fragments of any size", arguments: 1...20)
    func roundTrip(seed: UInt64) {
        let random = SeededRandom(seed: seed)
        let shape = random.bytes(6)
        let body = random.bytes(Int(shape[0]) * Int(shape[1] % 8))
        let request = PDURequest(
            PDUOpcode(rawValue: shape[2]),
            transaction: shape[3],
            instance: UInt16(shape[4]) << 8 | UInt16(shape[5]),
            body: body
        )
        var assembler = PDUAssembler<PDURequest>()
        let size = 8 + Int(shape[5])
        let fragments = request.fragments(ofAtMost: size)
        #expect(fragments.allSatisfy { $0.count <= size })
        #expect(fragments.compactMap { assembler.take($0) } == [request])
        #expect(PDUDecoder<PDURequest>.decoding(request.encoded()).messages == [request])
    }

    @Test("a status keeps its byte and has the meaning of its name")
    func statuses() {
        #expect(PDUResponse(transaction: 0, code: 3).status == .insufficientAuthorization)
        #expect(PDUResponse(transaction: 0, code: 0x40).status.name == "pdu status 64")
        #expect(PDUOpcode.read.name == "characteristic-read")
        #expect(PDUOpcode(rawValue: 0xa).name == "opcode 0x0a")
    }
}
