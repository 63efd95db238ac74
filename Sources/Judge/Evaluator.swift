package import HAPModel
package import SuiteLanguage

/// Evaluates the tests of the vocabulary over an observation.
package struct Evaluator: Sendable {
    package let vocabulary: Vocabulary
    /// The transport of the observation, which decides how outcomes are recognized.
    let transport: String

    package init(vocabulary: Vocabulary, transport: String) {
        self.vocabulary = vocabulary
        self.transport = transport
    }

    /// Whether the observation ended with this outcome of the vocabulary.
    package func outcome(_ name: String, of observation: some PathReadable) -> Bool {
        guard let test = vocabulary.outcome(name)?.test(over: transport) else { return false }
        return holds(test, of: observation, argument: .null)
    }

    /// Whether what the step is for is done, so that later steps can build on it.
    package func isDone(_ observation: some PathReadable) -> Bool {
        outcome("success", of: observation) || observation.value(at: "facts.removed-anyway") == true
    }

    /// Whether the term holds of the observation.
    package func holds(_ term: Expectation.Term, of observation: some PathReadable, scope: [String: JSON]) -> Bool {
        let argument = term.argument.resolved(scope).json
        switch term.predicate {
        case "outcome":
            return argument.stringValue.map { outcome($0, of: observation) } ?? false
        case "field":
            return (argument.objectValue?.members ?? []).allSatisfy { Self.holds($0, of: observation) }
        case "budget":
            return Self.meetsBudget(argument, of: observation)
        default:
            guard let predicate = vocabulary.predicate(term.predicate) else { return false }
            return holds(predicate.test, of: observation, argument: argument)
        }
    }

    /// Whether the field has the value that the member of a `field` argument demands.
    static func holds(_ field: JSONObject.Member, of observation: some PathReadable) -> Bool {
        fieldTests(field.value).allSatisfy { comparison, operand in
            holds(field.key, comparison, operand, in: observation, argument: .null)
        }
    }

    /// The value that the term needs for its comparison and that the run does not know.
    func unknown(_ term: Expectation.Term, of observation: some PathReadable) -> String? {
        guard let predicate = vocabulary.predicate(term.predicate), let needs = predicate.needs,
            observation.value(at: needs) == nil,
            let got = predicate.got, observation.value(at: got) != nil
        else { return nil }
        return needs
    }

    /// `{path: value}` tests for equality; `{path: {operator: value}}` uses the operator.
    static func fieldTests(_ value: JSON) -> [(Test.Operator, JSON)] {
        guard case .object(let object) = value, !object.members.isEmpty else { return [(.equals, value)] }
        let tests = object.members.compactMap { member in
            Test.Operator(rawValue: member.key).map { ($0, member.value) }
        }
        return tests.count == object.members.count ? tests : [(.equals, value)]
    }

    func holds(_ test: Test, of observation: some PathReadable, argument: JSON) -> Bool {
        switch test {
        case .all(let tests): return tests.allSatisfy { holds($0, of: observation, argument: argument) }
        case .any(let tests): return tests.contains { holds($0, of: observation, argument: argument) }
        case .not(let test): return !holds(test, of: observation, argument: argument)
        case .compare(let path, let comparison, let operand):
            let right: JSON
            switch operand {
            case .literal(let value): right = value
            case .argument(let part):
                // A part that the argument does not mention must not make the alternative hold.
                guard let asked = argument.value(at: part) else { return false }
                right = asked
            case .field(let path): right = observation.value(at: path) ?? .null
            }
            return Self.holds(path, comparison, right, in: observation, argument: argument)
        }
    }

    private static func holds(
        _ path: String,
        _ comparison: Test.Operator,
        _ right: JSON,
        in observation: some PathReadable,
        argument: JSON
    ) -> Bool {
        let left = lookUp(path, in: observation, argument: argument)
        // The tolerance of a number is in a field with the suffix `-within`: `entry.value`, `entry.value-within`.
        let tolerance = left?.numberValue.flatMap { _ in observation.value(at: "\(path)-within")?.doubleValue }
        return Comparison.holds(left, comparison, right, within: tolerance)
    }

    /// The value at a path of the observation, or of the predicate's argument if the path says so.
    private static func lookUp(_ path: String, in observation: some PathReadable, argument: JSON) -> JSON? {
        if path == "argument" { return argument }
        guard path.hasPrefix("argument.") else { return observation.value(at: path) }
        return argument.value(at: path.dropFirst("argument.".count))
    }
}
