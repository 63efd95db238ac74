package import HAPModel
import MarkedYAML

/// The text for a predicate's argument in reports: one text, or one for each form of the argument.
///
/// A form is the argument itself (`true`, `1`), or a key of it if it is a mapping (`within`); `else` is any other
/// form. In the text, `{argument}` stands for the argument, `{argument.within}` for a part of it, and `{one of
/// argument}` for a list of alternatives.
package struct Wording: Sendable {
    private let forms: [(form: String, text: String)]
    private static let rest = "else"

    /// - Throws: ``YAMLProblem`` if a form of the argument has no text.
    init(_ node: YAMLNode, type: ParameterType?, keys: [String]) throws(YAMLProblem) {
        guard let entries = node.entries else {
            forms = [(Self.rest, try node.string())]
            return
        }
        var forms: [(form: String, text: String)] = []
        for entry in entries { forms.append((entry.key, try entry.value.string())) }
        self.forms = forms
        let known = forms.map(\.form)
        guard !known.contains(Self.rest) else { return }
        let needed = (type == .bool ? ["true", "false"] : type == nil ? [] : [Self.rest]) + keys
        if let missing = needed.first(where: { !known.contains($0) }) {
            throw YAMLProblem(node.mark, "the predicate has no text for an argument with `\(missing)`")
        }
    }

    /// The text for the argument.
    package func text(_ argument: JSON) -> String {
        if let text = forms.first(where: { $0.form == Spoken.words(argument) })?.text {
            return Self.filled(text, argument)
        }
        let parts = argument.objectValue?.members.compactMap { member in
            forms.first { $0.form == member.key }.map { Self.filled($0.text, argument) }
        }
        if let parts, !parts.isEmpty { return parts.joined(separator: ", and ") }
        return Self.filled(forms.first { $0.form == Self.rest }?.text ?? "", argument)
    }

    private static func filled(_ text: String, _ argument: JSON) -> String {
        guard text.contains("{") else { return text }
        return text.replacing(/\{(one of )?argument(?:\.([^}]+))?\}/) { match in
            let part = match.2.map { argument[String($0)] ?? .null } ?? argument
            return Spoken.words(part, joining: match.1 == nil ? "and" : "or")
        }
    }
}
