import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct JUnitFuzzTests {
    /// Texts that break writers of XML and of terminals.
    private static let pieces =
        [
            "\u{0}", "\u{1}", "\u{8}", "\t", "\n", "\r", "\r\n", "\u{b}", "\u{1b}", "\u{1b}[31m", "\u{1b}]0;title\u{7}",
            "\u{1b}]8;;no end", "\u{7f}", "\u{85}", "\u{9b}2J", "\u{fffe}", "\u{ffff}", "\u{fffd}", "\u{d7ff}",
            "\u{e000}",
            "\u{10ffff}", "\u{1fffe}", "\u{2028}", "\u{202e}", "\u{2066}", "\u{feff}", "]]>", "<![CDATA[", "<!--",
            "-->",
            "<",
            ">", "&", "&#0;", "&lt;", "\"", "'", "%s", "{", "\\", "\u{301}", "👩‍👩‍👧", "ü", "plain words", "/>", "<?xml?>",
            "#",
            " ",
        ] + invalid.map { String(decoding: $0, as: UTF8.self) }

    /// A report of every outcome; the suites are loaded once.
    private static let base = Result { try EditedRun.everyOutcome().report() }

    /// Lone surrogates, overlong forms and cut sequences, as an accessory can send them.
    private static let invalid: [[UInt8]] = [
        [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xff, 0xfe],
    ]

    private static func text(_ generator: inout SeededBits) -> String {
        var text = ""
        for _ in 0..<(generator.next() % 40) {
            if generator.next() % 4 == 0, let scalar = Unicode.Scalar(UInt32(generator.next() % 0x110000)) {
                text.unicodeScalars.append(scalar)
            } else {
                text += pieces[Int(generator.next() % UInt64(pieces.count))]
            }
        }
        return text
    }

    @Test("12,600 hostile texts give valid and bounded reports without losing a case", arguments: 0..<21)
    func fuzz(seed: Int) throws {
        let flavour = JUnitFlavour.allCases[seed % 3]
        var generator = SeededBits(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1)
        var report = try Self.base.get()
        let entry = try #require(report.entries.first)
        let outcomes = Verdict.Outcome.allCases
        report.entries = (0..<100).map { index in
            var entry = entry
            entry.verdict.instance = Self.text(&generator)
            entry.verdict.caseID = Self.text(&generator)
            entry.verdict.outcome = outcomes[index % outcomes.count]
            entry.verdict.reason = Self.text(&generator)
            entry.verdict.findings[0].requirement = Self.text(&generator)
            entry.verdict.findings[0].expected = Self.text(&generator)
            entry.verdict.findings[0].got = Self.text(&generator)
            return entry
        }
        // Some accessories send megabytes.
        if seed % 7 == 0 {
            let piece = Self.text(&generator) + "]]>\u{1b}[31m"
            let long = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
            report.entries[1].verdict.findings[0].got = long
            report.entries[3].verdict.reason = long
            report.entries[5].verdict.instance = long
        }
        report.notes = [Self.text(&generator)]
        report.accessory.name = Self.text(&generator)
        report.started = Self.text(&generator)
        report.end = RunEnd(.interrupted, Self.text(&generator))
        for number in report.cited.keys {
            report.cited[number]?.body = [
                "start": .string(Self.text(&generator)), "text": .string(Self.text(&generator)),
                "hex": .string(Self.text(&generator)), "headers": [.string(Self.text(&generator))],
                "tlv": [["name": .string(Self.text(&generator)), "length": 3]],
            ]
        }
        let files = try JUnitReport(report, flavour).files()
        for file in files { #expect(try Self.problems(file.bytes, flavour) == []) }
        let roots = try files.map { try #require(XMLElement($0.bytes)) }
        let cases = roots.flatMap(\.nested).flatMap { $0.all("testcase") }
        #expect(cases.count == 101)
        for item in cases {
            #expect(item.attributes.values.allSatisfy { $0.utf8.count <= 1100 })
            for child in item.children {
                #expect(child.text.utf8.count <= 60 * 1024)
                #expect((child.attributes["message"]?.utf8.count ?? 0) <= 1100)
            }
        }
        #expect(Set(cases.compactMap { $0.attributes["name"] }).count == 101)
        #expect(cases.allSatisfy { $0.attributes["name"]?.isEmpty == false })
        let terminal =
            TerminalSummary(report).text.string + report.entries.map { FailureText(report).text($0).string }.joined()
        let controls = terminal.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
        #expect(controls.isEmpty)
    }
}

extension JUnitFuzzTests {
    /// What the schemas of the flavour say; the rich flavour has none and must be well-formed.
    private static func problems(_ bytes: [UInt8], _ flavour: JUnitFlavour) throws -> [String] {
        switch flavour {
        case .strict: try StrictSchemas().problems(bytes)
        case .surefire: try #require(XMLSchema(fixture: "surefire.xsd")).problems(bytes)
        case .rich: []
        }
    }
}

/// Numbers that only appear random.
struct SeededBits {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
