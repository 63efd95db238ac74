import Foundation
import Testing

@testable import MarkedYAML

@Suite("The fast reader of lists")
struct RegularListReaderTests {
    private static let requirements = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Suites/requirements")

    private static let files: [String] =
        (try? FileManager.default.contentsOfDirectory(atPath: requirements.path).filter { $0.hasSuffix(".yaml") }) ?? []

    @Test("It reads every entry of the requirements like the full parser, including positions", arguments: files)
    func agreesOnRequirements(_ name: String) throws {
        let text = try String(contentsOf: Self.requirements.appending(path: name), encoding: .utf8)
        let fast = RegularListReader.read(text, file: name)
        if ["applies.yaml", "vectors.yaml"].contains(name) {
            #expect(fast == nil)
        } else {
            #expect(try fast == YAMLNode.parse(text, file: name))
        }
    }

    @Test(
        "It reads its own form like the full parser",
        arguments: [
            "r:\n- a: 1\n", "r:\n- a: \"x \\\"y\\\" \\\\ \\n\"\n  b: [p, q-1]\n- a: '-'",
            "r:\n# c\n\n- a: b c, d\n# e\n  f: g",
            "r:\n- a: <d>\n  b: \"Ü # : '\"\n", "r-1:\n- a: on\n  b: 017\n",
        ]
    )
    func reads(_ text: String) throws {
        let fast = try #require(RegularListReader.read(text, file: "t.yaml"))
        #expect(try fast == YAMLNode.parse(text, file: "t.yaml"))
    }

    @Test(
        "It gives up on every other form",
        arguments: [
            "", "r:", "r: 1", "r:\n  - a: 1", "r:\n- a: 1\n- 2", "r:\n- a: 1\n   b: 2", "r:\n- a: 1\n  a: 2",
            "r:\n- a: b: c",
            "r:\n- a: b #c", "r:\n- a: \"b\" #c", "r:\n- a: \"\\t\"", "r:\n- a: \"b", "r:\n- a: |\n    b",
            "r:\n- a: b\n    c",
            "r:\n- a: {b: c}", "r:\n- a: [b, [c]]", "r:\n- a: [b c]", "r:\n- a: []", "r:\n- a: [b,]", "r:\n- a: &b c",
            "r:\n- a: -", "r:\n- a: 'it''s'", "r:\n- a: b \n", "r:\r\n- a: b\r\n", "r:\n\t- a: b",
            "r:\n- a: 1\ns:\n- b: 2",
            "r:\n- a:\n  b: 1", "---\nr:\n- a: 1", "r:\n- a: 1\n...", "r:\n- a: ?b", "r:\n- -a: 1",
            "r:\n- a: \"b\u{7f}\"",
        ]
    )
    func givesUp(_ text: String) {
        #expect(RegularListReader.read(text, file: "t.yaml") == nil)
    }

    @Test("If it can read a randomly damaged text, it agrees with the full parser")
    func damaged() throws {
        let whole = Array("r:\n- id: A-1\n  t: [x, y]\n  s: \"q \\\" w\"\n# c\n- id: B-2\n  u: '-'\n  v: a b\n".utf8)
        let noise = Array("\n -:#\"'[],ab\\&*!|>{}?%@`\t".utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(noise.randomElement(using: &generator) ?? 0x20, at: place)
                default: bytes[place] = noise.randomElement(using: &generator) ?? 0x20
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let fast = RegularListReader.read(text, file: "t.yaml") else { continue }
            #expect(try fast == YAMLNode.parse(text, file: "t.yaml"), "\(text)")
        }
    }
}
