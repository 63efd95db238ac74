package import MarkedYAML

/// The words of the suite language as data: `Suites/vocabulary/`.
///
/// The loader checks suites with it, the judge evaluates its tests, and the documentation is generated from it.
package struct Vocabulary: Sendable {
    package var verbs: [Verb] = []
    package var predicates: [Predicate] = []
    package var outcomes: [Outcome] = []
    package var values: [ValueWord] = []
    package var observations: [ObservationKind] = []
    package var points: [PointWord] = []
    package var transports: [TransportWord] = []

    package init() {}

    /// Reads the vocabulary from its files.
    package init(_ files: [SuiteFile]) throws(YAMLProblem) {
        for file in files {
            let root = try YAMLNode.load(file.text, file: file.path).mapping(
                allowing: ["verbs", "predicates", "outcomes", "values", "observations", "points", "transports"])
            for node in try root["verbs"]?.list() ?? [] { verbs.append(try Verb(node)) }
            for node in try root["predicates"]?.list() ?? [] { predicates.append(try Predicate(node)) }
            for node in try root["outcomes"]?.list() ?? [] { outcomes.append(try Outcome(node)) }
            for node in try root["values"]?.list() ?? [] { values.append(try ValueWord(node)) }
            for node in try root["observations"]?.list() ?? [] { observations.append(try ObservationKind(node)) }
            for node in try root["points"]?.list() ?? [] { points.append(try PointWord(node)) }
            for node in try root["transports"]?.list() ?? [] { transports.append(try TransportWord(node)) }
        }
        for index in outcomes.indices { try outcomes[index].resolve(transports) }
        try check()
    }

    /// The transport with this name.
    package func transport(_ name: String) -> TransportWord? { transports.first { $0.name == name } }
    /// The names of all transports.
    package var transportNames: [String] { transports.map(\.name) }
    /// The verb with this name.
    package func verb(_ name: String) -> Verb? { verbs.first { $0.name == name } }
    /// The predicate with this name.
    package func predicate(_ name: String) -> Predicate? { predicates.first { $0.name == name } }
    /// The outcome with this name.
    package func outcome(_ name: String) -> Outcome? { outcomes.first { $0.name == name } }
    /// Whether a procedure has the point. Suites may prefix the procedure: `pair-setup.M3.A`.
    func hasPoint(_ name: String, of procedure: String) -> Bool {
        points.contains { $0.procedure == procedure && ($0.name == name || "\(procedure).\($0.name)" == name) }
    }
    /// The value word with this name.
    package func value(_ name: String) -> ValueWord? { values.first { $0.name == name } }
}
