import HAPModel
import Judge
import RunRecord

@testable import Reporting

/// Texts of an accessory that break writers of XML, HTML and of terminals, drawn from a seed.
struct HostileTexts {
    private var bits: SeededBits

    init(seed: Int) {
        bits = SeededBits(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1)
    }

    /// What the texts are made of.
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

    /// Lone surrogates, overlong forms and cut sequences, as an accessory can send them.
    private static let invalid: [[UInt8]] = [
        [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xff, 0xfe],
    ]

    mutating func next() -> String {
        var text = ""
        for _ in 0..<(bits.next() % 40) {
            if bits.next() % 4 == 0, let scalar = Unicode.Scalar(UInt32(bits.next() % 0x110000)) {
                text.unicodeScalars.append(scalar)
            } else {
                text += Self.pieces[Int(bits.next() % UInt64(Self.pieces.count))]
            }
        }
        return text
    }

    /// A report of every outcome; the suites are loaded once.
    private static let base = Result { try EditedRun.everyOutcome().report() }

    /// A report of 100 instances whose texts are hostile, and some of them very long.
    static func report(seed: Int) throws -> RunReport {
        var texts = HostileTexts(seed: seed)
        var report = try base.get()
        let entry = report.entries[0]
        let outcomes = Verdict.Outcome.allCases
        report.entries = (0..<100).map { index in
            var entry = entry
            entry.verdict.instance = texts.next()
            entry.verdict.caseID = texts.next()
            entry.verdict.outcome = outcomes[index % outcomes.count]
            entry.verdict.reason = texts.next()
            entry.verdict.findings[0].requirement = texts.next()
            entry.verdict.findings[0].expected = texts.next()
            entry.verdict.findings[0].got = texts.next()
            return entry
        }
        // Some accessories send megabytes.
        if seed % 7 == 0 {
            let piece = texts.next() + "]]>\u{1b}[31m"
            let long = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
            report.entries[1].verdict.findings[0].got = long
            report.entries[3].verdict.reason = long
            report.entries[5].verdict.instance = long
        }
        report.notes = [texts.next()]
        report.accessory.name = texts.next()
        report.started = texts.next()
        report.end = RunEnd(.interrupted, texts.next())
        for number in report.cited.keys {
            report.cited[number]?.body = [
                "start": .string(texts.next()), "text": .string(texts.next()),
                "hex": .string(texts.next()), "headers": [.string(texts.next())],
                "tlv": [["name": .string(texts.next()), "length": 3]],
            ]
        }
        return report
    }
}
