import SelfTest
import SuiteLanguage
import Testing

@Suite("Suites in the documentation")
struct SuiteExampleTests {
    private let examples: [Example]

    init() throws {
        examples = try Article.all().flatMap(\.examples).filter { $0.language == "yaml" }
    }

    @Test("Every example in YAML is of a kind that can be loaded")
    func kinds() {
        #expect(!examples.isEmpty)
        for example in examples {
            #expect(ExampleKind(example) != nil, "\(example): no test loads this: \(example.lines.first ?? "")")
        }
    }

    @Test("Every case, suite and requirement loads")
    func suites() throws {
        let files = examples.compactMap { example in
            switch ExampleKind(example) {
            case .suite?: example.file(.suite)
            case .cases?: example.file(.cases)
            case .requirements?: example.file(.requirements)
            case .defects?, .twins?, .accessory?, .profile?, nil: nil
            }
        }
        try #require(!files.isEmpty)
        let library = try SuiteLibrary(try SuitesText.ground() + files)
        #expect(library.cases.count >= files.count { !$0.path.hasPrefix("requirements/") })
    }

    @Test("Every accessory, every defect and every twin loads")
    func simulators() throws {
        let others = try SuitesText.all().filter {
            !$0.path.hasPrefix("defects/") && ($0.path.hasPrefix("accessories/") || $0.path.hasPrefix("catalogue/"))
        }
        let files = examples.compactMap { example in
            switch ExampleKind(example) {
            case .defects?: example.file(.defects)
            case .twins?: example.file(.twins)
            case .accessory?: example.file(.accessory)
            case .suite?, .cases?, .requirements?, .profile?, nil: nil
            }
        }
        try #require(!files.isEmpty)
        let demands = examples.filter { ExampleKind($0) == .requirements }.map { $0.file(.requirements) }
        let requirements = try SuiteLibrary(try SuitesText.ground() + demands).requirements
        let library = try SimulatorLibrary(others + files, requirements: requirements)
        #expect(!library.defects.isEmpty)
    }

    @Test("The example of every verb is a step that loads")
    func verbs() throws {
        let ground = try SuitesText.ground()
        var lines = ["chapter: examples", "section: verbs", "title: Verbs", "cases:"]
        for verb in try SuitesText.vocabulary().verbs {
            let isOverIP = verb.over.includes("ip")
            lines += [
                "  example.\(verb.name):",
                "    title: \(verb.name)",
                "    proves: HAP-WRITE-007",
                "    over: \(isOverIP ? "ip" : "thread")",
                "    one: {it: {has: [pr, pw]}}",
                "    steps:",
                "    - {write: {it: v1}, capture: {frame: f}}",
                "    - {\(isOverIP ? "send" : "coap"): {frame: f}, expect: {answered: true}}",
                "    - {\(verb.example), expect: {field: {summary: {kind: string}}}}",
            ]
        }
        let text = lines.joined(separator: "\n") + "\n"
        let library = try SuiteLibrary(ground + [SuiteFile(path: "examples/verbs.yaml", text: text)])
        #expect(library.cases.count == library.vocabulary.verbs.count)
    }
}
