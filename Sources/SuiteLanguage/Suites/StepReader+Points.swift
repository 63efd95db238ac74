import HAPModel
import MarkedYAML

extension StepReader {
    /// Checks that alterations name points of the verb's procedure, including those in rows.
    func checkPoints(_ node: YAMLNode, _ argument: Argument, of parameter: Verb.Parameter) throws(YAMLProblem) {
        guard let procedure = parameter.points else { return }
        switch argument {
        case .map:
            for entry in node.entries ?? [] {
                guard !vocabulary.hasPoint(entry.key, of: procedure) else { continue }
                throw YAMLProblem(
                    entry.keyMark,
                    "unknown point `\(entry.key)` of \(procedure)\(hint(entry.key, procedure))"
                )
            }
        case .reference("row"):
            guard case .listed(let rows) = rows else { return }
            for row in rows {
                guard let members = row.value.objectValue?.members else {
                    throw YAMLProblem(
                        node.mark,
                        "the row `\(row.label)` is malformed; expected a mapping of points to changes"
                    )
                }
                guard let stray = members.first(where: { !vocabulary.hasPoint($0.key, of: procedure) }) else {
                    continue
                }
                throw YAMLProblem(
                    node.mark,
                    "unknown point `\(stray.key)` of \(procedure) in the row `\(row.label)`\(hint(stray.key, procedure))"
                )
            }
        default: return
        }
    }

    /// The points of the same message, if there are any.
    private func hint(_ name: String, _ procedure: String) -> String {
        let stage = name.split(separator: ".").first.map { "\($0)." } ?? ""
        let near = vocabulary.points.filter { $0.procedure == procedure && $0.name.hasPrefix(stage) }.map(\.name)
        return near.isEmpty ? "" : "; expected one of \(near.joined(separator: ", "))"
    }
}
