import SuiteLanguage

/// The kind of an example in YAML, recognized by its start.
enum ExampleKind {
    /// A whole file of cases.
    case suite
    /// Cases, as in `cases:`.
    case cases
    case requirements
    case defects
    case twins
    case accessory
    /// A profile of an accessory, which ProfilesTests loads.
    case profile

    init?(_ example: Example) {
        switch example.lines.first?.split(separator: ":").first {
        case "chapter": self = .suite
        case "requirements": self = .requirements
        case "defects": self = .defects
        case "twins": self = .twins
        case "name": self = .accessory
        case "# yaml-language-server" where example.lines[0].hasSuffix("/accessory.schema.json"): self = .profile
        case let first? where first.wholeMatch(of: /[a-z0-9-]+(?:\.[a-z0-9-]+)+/) != nil: self = .cases
        default: return nil
        }
    }
}

extension Example {
    /// The example as a file of `Suites/`, with the line numbers of its article.
    func file(_ kind: ExampleKind) -> SuiteFile {
        switch kind {
        case .suite: SuiteFile(path: "\(value("chapter"))/\(value("section")).yaml", text: text())
        case .cases:
            SuiteFile(
                path: "examples/\(word).yaml",
                text: text(
                    below: ["chapter: examples", "section: \(word)", "title: Examples", "cases:"],
                    indented: "  "
                )
            )
        case .requirements: SuiteFile(path: "requirements/\(word).yaml", text: text())
        case .defects: SuiteFile(path: "defects/\(word).yaml", text: text())
        case .twins: SuiteFile(path: "twins/\(word).yaml", text: text())
        case .accessory: SuiteFile(path: "accessories/\(word).yaml", text: text())
        case .profile: SuiteFile(path: "profiles/\(word).yaml", text: text())
        }
    }

    private func value(_ key: String) -> String {
        lines.first { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) } ?? ""
    }
}
