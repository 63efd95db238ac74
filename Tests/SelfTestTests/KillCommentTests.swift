import Checkout
import Foundation
import MarkedYAML
import SelfTest
import SuiteLanguage
import Testing

@Suite("Comments that name the defects that a case kills")
struct KillCommentTests {
    /// The names after `# kills` or `# kills:`. A list continues on the next line after a comma, and ends at a
    /// parenthesis, a semicolon or the end of a sentence.
    private static func names(in text: String) -> [(line: Int, name: String)] {
        var names: [(Int, String)] = []
        var goesOn = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var list: Substring
            if let range = line.range(of: "# kills") {
                list = line[range.upperBound...].drop { $0 == ":" }
            } else if goesOn, line.drop(while: { $0 == " " }).hasPrefix("#") {
                list = line.drop { $0 == " " || $0 == "#" }
            } else {
                goesOn = false
                continue
            }
            goesOn = list.last == ","
            list = list.prefix { !"(;".contains($0) }
            if let end = list.range(of: ". ") { list = list[..<end.lowerBound] }
            for word in list.split(separator: ",") {
                names.append((index + 1, word.trimmingCharacters(in: .whitespaces)))
            }
        }
        return names.filter { !$0.1.isEmpty }
    }

    @Test("Every defect that a case names exists")
    func namedDefectsExist() throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let suites = library.files.filter { file in
            library.cases.contains { file.path == "\($0.chapter)/\($0.section).yaml" }
        }
        let named = suites.flatMap { file in Self.names(in: file.text).map { (file.path, $0.line, $0.name) } }
        #expect(named.count > 300)
        #expect(named.filter { simulators.defect($0.2) == nil }.map { "\($0.0):\($0.1): \($0.2)" } == [])
    }
}
