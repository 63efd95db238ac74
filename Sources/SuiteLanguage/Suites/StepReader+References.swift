import HAPModel
import MarkedYAML

extension StepReader {
    /// Checks that a name has the part that follows it after a dot, so that it has a value when the step runs.
    ///
    /// - Parameters:
    ///   - text: the reference: `also.v1`, `row.body`, `seen.entry.value`.
    ///   - base: the name in scope with which it begins.
    func checkPart(_ text: String, of base: String, at mark: SourceMark) throws(YAMLProblem) {
        let part = String(text.dropFirst(base.count + 1))
        if let kinds = observations[base] {
            guard isExpecting else {
                throw YAMLProblem(mark, "`\(base)` is an observation, which only an expectation can use")
            }
            guard !part.isEmpty else {
                throw YAMLProblem(mark, "`\(base)` is an observation; name one of its fields: `\(base).FIELD`")
            }
            _ = try shape(ofField: part, kinds, at: mark, in: base)
        } else if base == "row" {
            try checkRows(part, at: mark)
        } else if characteristics.contains(base) {
            let words = vocabulary.values.filter { !$0.isBoundary }.map(\.name)
            guard part.isEmpty || words.contains(part) else {
                throw YAMLProblem(mark, "`\(base)` has no `\(part)`\(NearNames(words).hint(for: part))")
            }
        } else if !part.isEmpty {
            throw YAMLProblem(mark, "`\(base)` has no parts, so `\(text)` has no value")
        }
    }

    /// Checks that every row has the member.
    private func checkRows(_ member: String, at mark: SourceMark) throws(YAMLProblem) {
        guard !member.isEmpty, case .listed(let list) = rows,
            let row = list.first(where: { $0.value[member] == nil })
        else { return }
        let known = NearNames(list.flatMap { $0.value.objectValue?.keys ?? [] }).hint(for: member)
        throw YAMLProblem(mark, "the row `\(row.label)` has no `\(member)`\(known)")
    }

    /// The shape of a field of the observations of these kinds.
    ///
    /// - Parameter observation: the name of the observation, if the field is written with one.
    /// - Throws: ``YAMLProblem`` if no observation of these kinds can have the field.
    func shape(
        ofField path: String,
        _ kinds: [String],
        at mark: SourceMark,
        in observation: String? = nil
    ) throws(YAMLProblem) -> FieldShape {
        do throws(UnknownField) {
            return try FieldPaths(vocabulary, names: characteristics).shape(of: path, kinds)
        } catch {
            let written = observation.map { "\($0).\(path)" } ?? path
            throw YAMLProblem(
                mark,
                "unknown field `\(written)` of \(kinds.joined(separator: ", "))\(error.hint(in: observation))"
            )
        }
    }

    /// Rejects a plain word that looks like the field of an observation that does not exist. It would be a text, with
    /// which nothing is equal.
    func checkText(_ text: String, at mark: SourceMark) throws(YAMLProblem) {
        guard isExpecting, hasSteps, SuiteWord.isPath(text),
            let base = text.split(separator: ".").first.map(String.init)
        else { return }
        throw YAMLProblem(
            mark,
            "unknown name `\(base)` in `\(text)`\(NearNames(observations.keys).hint(for: base, then: "a text needs quotes"))"
        )
    }
}
