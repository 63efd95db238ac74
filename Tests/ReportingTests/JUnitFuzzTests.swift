import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct JUnitFuzzTests {
    @Test("12,600 hostile texts give valid and bounded reports without losing a case", arguments: 0..<21)
    func fuzz(seed: Int) throws {
        let flavour = JUnitFlavour.allCases[seed % 3]
        let report = try HostileTexts.report(seed: seed)
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
