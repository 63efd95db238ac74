import HAPModel
import MarkedYAML

extension SuiteLoader {
    /// Reads the rows of a case.
    ///
    /// - Parameter transports: the transports of the case.
    func readRows(_ node: YAMLNode?, isBound: Bool, over transports: [String]) throws(YAMLProblem) -> Rows {
        guard let node else { return .none }
        if let mapping = node.entries {
            guard mapping.count == 1, let entry = mapping.first else {
                throw YAMLProblem(node.mark, "expected a list of rows, or a mapping with boundary or vectors")
            }
            switch entry.key {
            case "boundary":
                guard isBound else {
                    throw YAMLProblem(
                        entry.keyMark,
                        "boundary values need a characteristic; add `each` or `one` to the case"
                    )
                }
                let known = vocabulary.values.filter(\.isBoundary).map(\.name)
                var names: [String] = []
                for element in entry.value.listOrOne {
                    let name = try element.word(of: known)
                    if names.contains(name) { throw YAMLProblem(element.mark, "duplicate row `\(name)`") }
                    names.append(name)
                }
                try checkRows(names.compactMap { vocabulary.value($0)?.over }, at: entry.keyMark, over: transports)
                return .boundary(names)
            case "vectors":
                let name = try entry.value.word(of: tables.keys.sorted())
                return .listed(tables[name] ?? [])
            default:
                throw YAMLProblem(entry.keyMark, "expected a list of rows, boundary or vectors, not `\(entry.key)`")
            }
        }
        var rows: [Rows.Row] = []
        for element in try node.list() {
            let row = try readRow(element, over: transports)
            if rows.contains(where: { $0.label == row.label }) {
                throw YAMLProblem(
                    element.mark,
                    "duplicate row `\(row.label)`; give this row a `label`"
                )
            }
            rows.append(row)
        }
        guard !rows.isEmpty else { throw YAMLProblem(node.mark, "the list of rows is empty") }
        try checkRows(rows.map(\.over), at: node.mark, over: transports)
        return .listed(rows)
    }

    /// Checks that every transport of the case has a row.
    private func checkRows(_ rows: [Reach], at mark: SourceMark, over transports: [String]) throws(YAMLProblem) {
        guard let idle = transports.first(where: { transport in !rows.contains { $0.includes(transport) } }) else {
            return
        }
        let rest = transports.filter { transport in rows.contains { $0.includes(transport) } }
        throw YAMLProblem(
            mark,
            "the case has no row for \(idle); add one, or limit the case with `over: \(rest.joined(separator: ", "))`"
        )
    }

    /// Reads a row: a value, or a mapping of fields. The mapping may also have the row's label, requirements and
    /// transports.
    private func readRow(_ node: YAMLNode, over transports: [String]) throws(YAMLProblem) -> Rows.Row {
        guard let entries = node.entries else {
            return Rows.Row(label: try node.string(), value: JSON(node), proves: [])
        }
        let fields = entries.filter { !["label", "proves", "over"].contains($0.key) }
        let value = YAMLNode(kind: .mapping(fields), mark: node.mark)
        let mapping = try node.mapping()
        let label =
            try mapping["label"]?.string()
            ?? fields.map { "\($0.key)=\($0.value.text ?? "…")" }.joined(separator: ",")
        // `{label: two, value: 2}` is the value 2.
        let isPlain = fields.count == 1 && fields[0].key == "value" && fields.count < entries.count
        return Rows.Row(
            label: label,
            value: JSON(isPlain ? fields[0].value : value),
            proves: try readIDs(mapping["proves"]),
            over: try Reach(mapping["over"], among: transports)
        )
    }
}
