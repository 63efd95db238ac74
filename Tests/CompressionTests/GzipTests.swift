import Compression
import Testing

@Suite("Gzip")
struct GzipTests {
    private static let text = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

    @Test("What is compressed expands to the same bytes", arguments: [0, 1, 1000, 100_000])
    func roundTrip(_ count: Int) throws {
        let bytes = Array(Self.text.prefix(count))
        let compressed = try Gzip.compressed(bytes)
        #expect(compressed.prefix(2) == [0x1f, 0x8b])
        let (again, isWhole) = try Gzip.expanded(compressed)
        #expect(again == bytes)
        #expect(isWhole)
        #expect(try Gzip.compressed(bytes) == compressed)
    }

    @Test("It makes repetitions small")
    func small() throws {
        #expect(try Gzip.compressed([UInt8](repeating: 65, count: 1_000_000)).count < 2000)
    }

    @Test("What was cut off expands up to the cut, and is not whole", arguments: [40, 200, 1000])
    func cut(_ missing: Int) throws {
        let compressed = try Gzip.compressed(Self.text)
        let (part, isWhole) = try Gzip.expanded(Array(compressed.dropLast(missing)))
        #expect(!isWhole)
        #expect(!part.isEmpty && part.count < Self.text.count)
        #expect(Self.text.starts(with: part))
    }

    @Test("Other bytes and too many bytes are refused")
    func refused() throws {
        #expect(throws: GzipError.malformed) { try Gzip.expanded(Array("no gzip".utf8)) }
        let large = try Gzip.compressed([UInt8](repeating: 65, count: 5_000_000))
        #expect(throws: GzipError.tooLarge) { try Gzip.expanded(large, limit: 1_000_000) }
    }
}
