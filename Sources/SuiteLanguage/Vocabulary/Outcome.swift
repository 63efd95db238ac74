package import MarkedYAML

/// A named result of an exchange.
package struct Outcome: Sendable {
    /// How a transport shows the outcome.
    struct Form: Sendable {
        var meaning: String
        var test: Test
    }

    package var name: String
    package var mark: SourceMark
    private var forms: [(key: String, keyMark: SourceMark, form: Form)]
    /// Other forms of the same outcome, which only warn.
    private var tolerated: [(key: String, keyMark: SourceMark, form: Form)]
    /// The forms by transport, set by ``resolve(_:)``.
    private var byTransport: [String: Form] = [:]
    private var toleratedByTransport: [String: Form] = [:]

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: ["outcome", "meaning", "test", "tests", "tolerates"])
        name = try entry.required("outcome").string()
        mark = node.mark
        let meaning = try entry.required("meaning")
        var tolerated: [(key: String, keyMark: SourceMark, form: Form)] = []
        for form in try entry["tolerates"]?.mapping().entries ?? [] {
            let words = try form.value.mapping(allowing: ["meaning", "test"])
            let test = try Test(try words.required("test"))
            let meaning = try words.required("meaning").string()
            tolerated.append((form.key, form.keyMark, Form(meaning: meaning, test: test)))
        }
        self.tolerated = tolerated
        if let test = entry["test"] {
            if let stray = entry.entry("tests") {
                throw YAMLProblem(stray.keyMark, "an outcome needs either `test` or `tests`, not both")
            }
            forms = [(Self.everywhere, node.mark, Form(meaning: try meaning.string(), test: try Test(test)))]
            return
        }
        var forms: [(key: String, keyMark: SourceMark, form: Form)] = []
        let meanings = meaning.entries == nil ? nil : try meaning.mapping()
        for test in try entry.required("tests").mapping().entries {
            let meaning = try (meanings?.required(test.key) ?? meaning).string()
            forms.append((test.key, test.keyMark, Form(meaning: meaning, test: try Test(test.value))))
        }
        self.forms = forms
    }

    private static let everywhere = ""

    /// Assigns the tests to the transports: a test for a transport takes precedence over one for its form.
    mutating func resolve(_ transports: [TransportWord]) throws(YAMLProblem) {
        let known = Set(transports.flatMap { [$0.name, $0.form] })
        if let stray = (forms + tolerated).first(where: { $0.key != Self.everywhere && !known.contains($0.key) }) {
            let allowed = Spoken.words(known.sorted(), joining: "or")
            throw YAMLProblem(stray.keyMark, "unknown transport or form `\(stray.key)`; expected \(allowed)")
        }
        for transport in transports {
            let keys = [transport.name, transport.form, Self.everywhere]
            byTransport[transport.name] = keys.compactMap { key in forms.first { $0.key == key }?.form }.first
            toleratedByTransport[transport.name] =
                keys.compactMap { key in tolerated.first { $0.key == key }?.form }.first
        }
    }

    /// How it is recognized on the transport; `nil` if it does not exist there.
    package func test(over transport: String) -> Test? { byTransport[transport]?.test }

    /// How another form of it is recognized, which is accepted with a warning; `nil` if there is none.
    package func toleratedTest(over transport: String) -> Test? { toleratedByTransport[transport]?.test }

    /// Its meaning on the transport, in words.
    package func meaning(over transport: String) -> String? { byTransport[transport]?.meaning }

    /// The transports on which it exists.
    var reach: Reach { Reach(byTransport.keys.sorted()) }

    /// Its meaning for the documentation: one text, or one for each form of messages.
    package var text: String {
        guard let first = forms.first else { return "" }
        let isOne = forms.allSatisfy { $0.form.meaning == first.form.meaning }
        let right = isOne ? [first.form.meaning] : forms.map { "\($0.key): \($0.form.meaning)" }
        let warned = tolerated.map { "with a warning over \($0.key): \($0.form.meaning)" }
        return (right + warned).joined(separator: "; ")
    }
}
