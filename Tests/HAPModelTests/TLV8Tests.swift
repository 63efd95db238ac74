import HAPModel
import MarkedYAML
import Testing

@Suite struct TLV8Tests {
    private typealias Kind = TLV8.Deviation.Kind

    @Test("reads and writes the examples of HAP R1 12.1.2", arguments: ["example_1", "example_2"])
    func examples(name: String) throws {
        let example = try SharedFiles.vectors("tlv8_examples").required(name).mapping()
        let encoded = try example.bytes("encoded")
        let items = try example.required("items").list().map { node in
            let item = try node.mapping()
            let type = UInt8(try item.required("type").integer())
            guard let repeated = try item["value_repeat"]?.mapping() else {
                return TLV8.Item(type: type, value: try item.bytes("value"))
            }
            let count = Int(try repeated.required("count").integer())
            return TLV8.Item(type: type, value: (0..<count).flatMap { _ in Hex.decode("61") ?? [] })
        }
        let built = TLV8(items: items)
        #expect(built.encoded() == encoded)
        #expect(encoded.count == Int(try example.required("length").integer()))
        #expect(TLV8(decoding: encoded) == built)
        if let fragments = try example["fragments"]?.mapping() {
            #expect(built.items.last?.offset == Int(try fragments.required("identifier_offset").integer()))
            #expect(encoded[Int(try fragments.required("second_header_offset").integer())] == items[1].type)
        }
    }

    @Test("lists what is malformed with its offset, and keeps the rest")
    func malformed() throws {
        let expected: [String: (items: [TLV8.Item], deviations: [TLV8.Deviation])] = [
            "header only": ([], [.init(offset: 0, kind: .truncatedHeader)]),
            "value runs past end": ([.init(type: 6, value: [1])], [.init(offset: 0, kind: .truncatedValue)]),
            "fragment runs past end": (
                [.init(type: 3, value: [0x61, 0x61, 0x61, 0x61])], [.init(offset: 0, kind: .truncatedValue)]
            ),
            "short non-final fragment": (
                [.init(type: 9, value: [0x61, 0x62]), .init(type: 1, value: Array("hello".utf8), offset: 6)],
                [.init(offset: 0, kind: .shortFragment)]
            ),
            "repeated type not contiguous": (
                [
                    .init(type: 6, value: [1]), .init(type: 0, value: [0], offset: 3),
                    .init(type: 6, value: [1], offset: 6),
                ], []
            ),
        ]
        let vectors = try SharedFiles.vectors("tlv8_examples").required("malformed").list()
        #expect(vectors.count == expected.count)
        for vector in vectors {
            let vector = try vector.mapping()
            let bytes = try vector.bytes("hex")
            let expectation = try #require(expected[try vector.string("name")])
            let tlv = TLV8(decoding: bytes)
            #expect(tlv.items == expectation.items)
            #expect(tlv.deviations == expectation.deviations)
            #expect(tlv.encoded() == bytes)
        }
    }

    @Test("reports a fragment of length 0 after one of 255 bytes")
    func emptyFragment() {
        let tlv = TLV8(decoding: [9, 255] + Array(repeating: 0x61, count: 255) + [9, 0, 6, 1, 1])
        #expect(tlv[.certificate]?.count == 255)
        #expect(tlv.integer(.state) == 1)
        #expect(tlv.deviations.map(\.description) == ["byte 257: a fragment of length 0 follows one of 255 bytes"])
    }

    @Test("notes each short fragment of a series at its own place")
    func shortFragments() {
        let series: [UInt8] = [3, 1, 0xaa, 3, 0, 3, 1, 0xbb]
        let tlv = TLV8(decoding: series)
        #expect(tlv.items == [TLV8.Item(type: 3, value: [0xaa, 0xbb])])
        #expect(tlv.deviations.map(\.offset) == [0, 3])
        #expect(tlv.deviations.allSatisfy { $0.kind == .shortFragment })
    }

    @Test("splits values at 255 bytes and nowhere else", arguments: [0, 1, 254, 255, 256, 384, 510, 511, 1024])
    func fragmentation(length: Int) {
        let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let tlv = TLV8(items: [.init(.publicKey, value), .init(.state, integer: 3)])
        let headers = max(1, (length + 254) / 255)
        #expect(tlv.encoded().count == length + 2 * headers + 3)
        let decoded = TLV8(decoding: tlv.encoded())
        #expect(decoded == tlv)
        #expect(decoded[.publicKey] == value)
        #expect(decoded.integer(.state) == 3)
    }

    @Test(
        "writes integers little endian in the fewest bytes",
        arguments: [
            (0, "00"), (1, "01"), (255, "ff"), (256, "0001"), (0x0100_0000, "00000001"), (.max, "ffffffffffffffff"),
        ] as [(UInt64, String)]
    )
    func integers(value: UInt64, hex: String) {
        let tlv = TLV8(items: [.init(.flags, integer: value)])
        #expect(tlv[.flags].map { Hex.encode($0) } == hex)
        #expect(tlv.integer(.flags) == value)
    }

    @Test("takes neither an empty value nor one of nine bytes for an integer")
    func noInteger() {
        #expect(TLV8(decoding: [6, 0]).integer(.state) == nil)
        #expect(TLV8(decoding: [6, 9] + Array(repeating: 0, count: 9)).integer(.state) == nil)
        #expect(TLV8().integer(.state) == nil)
    }

    @Test("splits a list of pairings at its separators")
    func separators() {
        let tlv = TLV8(items: [
            .init(.state, integer: 2), .init(.identifier, text: "A"), .init(.separator, []),
            .init(.identifier, text: "B"),
        ])
        #expect(tlv.runs().map { $0.map(\.type) } == [[6, 1], [1]])
        #expect(tlv.items(of: .identifier).map(\.value) == [[0x41], [0x42]])
    }

    @Test("reads every prefix of a message without loss")
    func prefixes() throws {
        let whole = try SharedFiles.vectors("tlv8_examples").required("example_2").mapping().bytes("encoded")
        let ends: Set<Int> = [0, 3, 260, 307, 314]
        for count in 0...whole.count {
            let prefix = Array(whole.prefix(count))
            let tlv = TLV8(decoding: prefix)
            #expect(tlv.encoded() == prefix)
            #expect(tlv.isWellFormed == ends.contains(count), "at \(count)")
            #expect(tlv.deviations.count <= 1)
        }
    }

    @Test("reads two consecutive messages as the items of both")
    func merged() {
        let first = TLV8(items: [.init(.state, integer: 1), .init(.method, integer: 0)])
        let second = TLV8(items: [.init(.state, integer: 2), .init(.salt, Array(repeating: 7, count: 300))])
        let merged = TLV8(decoding: first.encoded() + second.encoded())
        #expect(merged.items.map(\.type) == [6, 0, 6, 2])
        #expect(merged.items.map(\.value) == (first.items + second.items).map(\.value))
        #expect(merged.isWellFormed)
    }

    @Test("reads back what it wrote, for random items", arguments: 1...50 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var items: [TLV8.Item] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let type = UInt8.random(in: 0...255, using: &random)
            guard items.last?.type != type else { continue }
            items.append(.init(type: type, value: random.bytes(Int.random(in: 0...700, using: &random))))
        }
        let tlv = TLV8(items: items)
        #expect(TLV8(decoding: tlv.encoded()) == tlv)
        #expect(tlv.items.map(\.value) == items.map(\.value))
    }

    @Test("keeps every byte of random bytes", arguments: 1...200 as ClosedRange<UInt64>)
    func hostile(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = random.bytes(Int.random(in: 0...600, using: &random)).map { seed.isMultiple(of: 2) ? $0 & 3 : $0 }
        let tlv = TLV8(decoding: bytes)
        #expect(tlv.encoded() == bytes)
        #expect(tlv.deviations.allSatisfy { bytes.indices.contains($0.offset) })
    }

    @Test("names types and errors as the tables of the protocol do")
    func names() throws {
        let types = try SharedFiles.vectors("tlv_types").required("types").mapping()
        #expect(types.entries.count == TLVType.allCases.count)
        for entry in types.entries {
            let type = TLVType(rawValue: try #require(UInt8(entry.key.dropFirst(2), radix: 16)))
            let name = try entry.value.mapping().string("name").dropFirst("kTLVType_".count)
            #expect(type.name.filter { $0 != "-" } == name.lowercased())
            #expect(TLVType(name: type.name) == type)
        }
        let errors = try SharedFiles.vectors("error_codes").required("codes").mapping()
        #expect(errors.entries.count == TLVError.allCases.count)
        for entry in errors.entries {
            let error = TLVError(rawValue: try #require(UInt8(entry.key.dropFirst(2), radix: 16)))
            let name = try entry.value.mapping().string("name").dropFirst("kTLVError_".count)
            #expect(error.name.filter { $0 != "-" } == name.lowercased())
            #expect(TLVError(name: error.name) == error)
        }
        #expect(TLVType(rawValue: 0x20).name == "type 0x20")
        #expect(TLVError(rawValue: 9).name == "error 0x09")
        #expect(TLVError(name: "no such") == nil)
    }
}
