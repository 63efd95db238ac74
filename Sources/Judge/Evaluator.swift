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
    package func outcome(_ name: String, of observation: JSON) -> Bool {
        guard let test = vocabulary.outcome(name)?.test(over: transport) else { return false }
        return holds(test, of: observation, argument: .null)
    }

    /// Whether the term holds of the observation.
    package func holds(_ term: Expectation.Term, of observation: JSON, scope: [String: JSON]) -> Bool {
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
    static func holds(_ field: JSONObject.Member, of observation: JSON) -> Bool {
        fieldTests(field.value).allSatisfy { comparison, operand in
            holds(field.key, comparison, operand, in: observation, argument: .null)
        }
    }

    /// The value that the term needs for its comparison and that the run does not know.
    func unknown(_ term: Expectation.Term, of observation: JSON) -> String? {
        guard let predicate = vocabulary.predicate(term.predicate), let needs = predicate.needs,
            Self.lookUp(needs, in: observation) == nil,
            let got = predicate.got, Self.lookUp(got, in: observation) != nil
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

    func holds(_ test: Test, of observation: JSON, argument: JSON) -> Bool {
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
                guard let asked = Self.lookUp(part, in: argument) else { return false }
                right = asked
            case .field(let path): right = Self.lookUp(path, in: observation) ?? .null
            }
            return Self.holds(path, comparison, right, in: observation, argument: argument)
        }
    }

    private static func holds(
        _ path: String,
        _ comparison: Test.Operator,
        _ right: JSON,
        in observation: JSON,
        argument: JSON
    ) -> Bool {
        let left = lookUp(path, in: observation, argument: argument)
        // The tolerance of a number is in a field with the suffix `-within`: `entry.value`, `entry.value-within`.
        let tolerance = left?.numberValue.flatMap { _ in lookUp("\(path)-within", in: observation)?.doubleValue }
        return Comparison.holds(left, comparison, right, within: tolerance)
    }

    /// The value at a path of the observation, or of the predicate's argument if the path says so.
    private static func lookUp(_ path: String, in observation: JSON, argument: JSON) -> JSON? {
        if path == "argument" { return argument }
        guard path.hasPrefix("argument.") else { return lookUp(path, in: observation) }
        return lookUp(String(path.dropFirst("argument.".count)), in: argument)
    }

    /// The value at a path of keys and list positions (`entries.0.status`, `stages.M2.items`).
    ///
    /// Keys may contain dots (`facts.srp.form.A`): the longest existing key counts.
    package static func lookUp(_ path: String, in value: JSON) -> JSON? {
        lookUp(path[...], in: value)
    }

    private static func lookUp(_ path: Substring, in value: JSON) -> JSON? {
        if path.isEmpty { return value }
        switch value {
        case .object(let object):
            var key = path
            while true {
                if let next = object[String(key)], let found = lookUp(path[key.endIndex...].dropFirst(), in: next) {
                    return found
                }
                guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
                key = path[..<dot]
            }
        case .array(let elements):
            let first = path.prefix { $0 != "." }
            let rest = path[first.endIndex...].dropFirst()
            if first == "last" { return elements.last.flatMap { lookUp(rest, in: $0) } }
            guard let index = Int(first), elements.indices.contains(index) else { return nil }
            return lookUp(rest, in: elements[index])
        default: return nil
        }
    }
}
