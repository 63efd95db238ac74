import ArgumentParser
import AssayKit
import Reporting
import SuiteLanguage

/// `assay suites tags`: the words that select cases.
struct SuitesTagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: "Prints the words that --tag and --without accept: tags, chapters and sections.",
        discussion: "Example: assay suites tags"
    )

    func run() async throws {
        let cases = try Suites.installed().library.cases
        for (kind, words) in [
            ("tag", cases.flatMap(\.tags)), ("chapter", cases.map(\.chapter)), ("section", cases.map(\.section)),
        ] {
            let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
            for (word, count) in counts.sorted(by: { $0.key < $1.key }) {
                Terminal.sayFolded("\(kind) \(word): \(Spoken.count(count, "case"))")
            }
        }
    }
}
