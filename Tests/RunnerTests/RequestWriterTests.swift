import HAPCrypto
import HAPModel
import HTTPWire
import Testing

@testable import Runner

struct RequestWriterTests {
    private static let reader = BytesReader(characteristics: [:], scope: [:], random: SeededRandom(seed: 1))

    @Test(
        "Whatever number of chunks a suite asks for, the body is sent in such that are not empty",
        arguments: [(Int64.max, 1), (3, 2), (2, 3), (1, 5), (5, 1)]
    )
    func chunks(_ wanted: Int64, _ size: Int) {
        let request = RequestWriter(reader: Self.reader, destination: "somebody").request { name in
            ["chunks": JSON(wanted), "body": "hello"][name]
        }
        #expect(request.framing == .chunked(size))
    }

    @Test("Counts below zero make no bytes, and nothing traps")
    func negativeCounts() {
        #expect(Self.reader.bytes(["random": -5]) == [])
        #expect(Self.reader.bytes(["random": 3]).count == 3)
        #expect(Self.reader.bytes(["repeat": "ab", "times": -1]) == [])
        #expect(Self.reader.bytes(["repeat": "ab", "times": 2]) == Array("abab".utf8))
    }
}
