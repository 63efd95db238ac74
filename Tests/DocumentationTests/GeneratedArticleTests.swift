import Foundation
import Testing

/// Articles that are generated from data; ASSAY_WRITE_DOCUMENTATION=1 writes them.
@Suite("Generated articles")
struct GeneratedArticleTests {
    @Test("The vocabulary's article matches the vocabulary")
    func vocabulary() throws {
        let article = VocabularyArticle(vocabulary: try SuitesText.vocabulary())
        try check(article.text, VocabularyArticle.name)
    }

    @Test("The article on the simulator's points lists all points")
    func points() throws {
        try check(PointsArticle().text, PointsArticle.name)
    }

    @Test("The vocabulary's points are those of the procedures")
    func pointVocabulary() throws {
        try checkFile(PointVocabulary().text, PointVocabulary.path)
    }

    private func check(_ text: String, _ name: String) throws {
        try checkFile(text, "\(Checkout.catalogue)/\(name)")
    }

    private func checkFile(_ text: String, _ path: String) throws {
        // One line end at the end, and never two empty lines.
        let text = text.replacing(/\n{3,}/, with: "\n\n").trimmingCharacters(in: .newlines) + "\n"
        if ProcessInfo.processInfo.environment["ASSAY_WRITE_DOCUMENTATION"] == "1" {
            try text.write(to: Checkout.root.appending(path: path), atomically: true, encoding: .utf8)
        }
        let committed = Checkout.exists(path) ? try Checkout.text(path) : ""
        #expect(
            committed == text,
            "\(path) is out of date: run ASSAY_WRITE_DOCUMENTATION=1 .dev/test --filter DocumentationTests"
        )
    }
}
