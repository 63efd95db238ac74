import HAPCrypto
import HAPModel
import HTTPWire
import Testing

@testable import HAPController

struct RequestWriterTests {
    private static let reader = BytesReader(characteristics: [:], scope: [:], random: SeededRandom(seed: 1))

    @Test(
        "A body is sent in chunks that are not empty, whatever number of chunks the suite asks for",
        arguments: [(Int64.max, 1), (3, 2), (2, 3), (1, 5), (5, 1)]
    )
    func chunks(_ wanted: Int64, _ size: Int) {
        var arguments = RawArguments(["chunks": JSON(wanted), "body": "hello"])
        let request = RequestWriter(reader: Self.reader, destination: "accessory").written(RawRequest(&arguments))
        #expect(arguments.left == nil)
        #expect(request.framing == .chunked(size))
    }

    @Test("Negative counts create no bytes, and nothing traps")
    func negativeCounts() {
        #expect(Self.reader.bytes(["random": -5]) == [])
        #expect(Self.reader.bytes(["random": 3]).count == 3)
        #expect(Self.reader.bytes(["repeat": "ab", "times": -1]) == [])
        #expect(Self.reader.bytes(["repeat": "ab", "times": 2]) == Array("abab".utf8))
    }
}
