import Testing

@testable import SuiteLanguage

@Suite("The vocabulary article")
struct VocabularyTextTests {
    @Test("It has every word, and the loader accepts each of its YAML blocks as a step")
    func complete() throws {
        let vocabulary = try RealSuites.vocabulary
        let text = VocabularyText.markdown(vocabulary)
        let words =
            vocabulary.verbs.map(\.name) + vocabulary.predicates.map(\.name) + vocabulary.outcomes.map(\.name)
            + vocabulary.values.map(\.name) + vocabulary.observations.flatMap(\.fields).map(\.name)
            + vocabulary.verbs.flatMap(\.parameters).map(\.name) + vocabulary.transportNames
        for word in words { #expect(text.contains("`\(word)`"), "\(word)") }
        let blocks = text.split(separator: "```yaml\n").dropFirst().compactMap { $0.split(separator: "```").first }
        #expect(blocks.count == vocabulary.verbs.count)
        for block in blocks {
            let (transport, verb) = block.hasPrefix("- coap:") ? ("thread", "coap") : ("ip", "send")
            let names =
                "over: \(transport)\none: {it: {has: [pr]}}\nsteps:\n- {write: {it: v1}, capture: {frame: f}}\n"
                + "- {\(verb): {frame: f}}\n"
            let text = SuiteText(case: names + block + "  expect: {answered: true}")
            #expect(try text.load().problems == [], "\(block)")
        }
    }

    @Test("Every row of a table has as many cells as the header")
    func tables() throws {
        let lines = VocabularyText.markdown(try RealSuites.vocabulary).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        var width: Int?
        for line in lines {
            guard line.hasPrefix("|") else {
                width = nil
                continue
            }
            let count = line.replacing("\\|", with: "").count { $0 == "|" }
            #expect(count == width ?? count, "\(line)")
            width = count
        }
    }
}
