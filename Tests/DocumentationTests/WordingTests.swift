import Foundation
import Testing

/// Words that readers have to think about twice, and that do not name an actor.
@Suite("Wording")
struct WordingTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("Texts name the actor and are plain", arguments: ["Sources", "Suites", "Tests", "README.md"])
    func plain(path: String) throws {
        // The brackets keep the pattern from matching itself.
        let words = #/\b(?:no[b]ody|some[b]ody|who[e]ver|an[e]w|what[ ]came|is[ ]no [a-z]+)\b/#.ignoresCase()
        for file in try Self.texts(below: path) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                #expect(line.firstMatch(of: words) == nil, "\(file.path):\(number + 1): \(line)")
            }
        }
    }

    private static func texts(below path: String) throws -> [URL] {
        let place = root.appending(path: path)
        guard place.pathExtension.isEmpty else { return [place] }
        let kinds = ["swift", "yaml", "md", "json", "py"]
        return try FileManager.default.subpathsOfDirectory(atPath: place.path)
            .map { place.appending(path: $0) }
            .filter { kinds.contains($0.pathExtension) && !$0.path.contains("/Corpus/") }
    }
}
