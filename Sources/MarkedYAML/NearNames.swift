/// The known names that are nearest to one that does not exist.
package struct NearNames: Sendable {
    private let known: [String]

    package init(_ known: some Sequence<String>) {
        self.known = Set(known).sorted()
    }

    /// At most three names that differ from the name in few letters, or that contain it, the nearest first; only one, if it
    /// differs in case alone.
    package func near(_ name: String) -> [String] { near(name, within: max(1, name.count / 3)) }

    /// The end of a message about a name that does not exist: `; did you mean `on`?`.
    ///
    /// If no name is near, it lists the known ones, or the least distant ones if they are too many for a message.
    package func hint(for name: String) -> String {
        var near = near(name)
        if near.isEmpty, known.count <= Self.mostListed {
            return known.isEmpty ? "" : "; expected one of \(known.joined(separator: ", "))"
        }
        if near.isEmpty { near = self.near(name, within: name.count - 1) }
        return Self.question(near.map { "`\($0)`" }).map { "; \($0)" } ?? ""
    }

    /// The same, followed by what else to do: `; did you mean `on`? See Suites`, or `; see Suites`.
    ///
    /// - Parameter advice: a clause that starts in lower case.
    package func hint(for name: String, then advice: String) -> String {
        let hint = hint(for: name)
        guard hint.hasSuffix("?") else { return "\(hint); \(advice)" }
        return "\(hint) \(advice.prefix(1).uppercased())\(advice.dropFirst())"
    }

    /// `did you mean a, b or c?`; `nil` without names.
    package static func question(_ names: [String]) -> String? {
        guard let last = names.last else { return nil }
        let others = names.dropLast().joined(separator: ", ")
        return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// How many names a message may list.
    private static let mostListed = 40

    private func near(_ name: String, within limit: Int) -> [String] {
        let name = name.filter { $0 != "*" }
        guard name.count > 1 else { return [] }
        if let same = known.first(where: { $0.lowercased() == name.lowercased() }) { return [same] }
        let ranked = known.compactMap { candidate -> (distance: Int, name: String)? in
            if Self.hasWord(name, in: candidate) { return (0, candidate) }
            if Self.squeezed(name) == Self.squeezed(candidate) { return (1, candidate) }
            let isNear = abs(candidate.count - name.count) <= limit
            let distance = isNear ? Self.distance(Array(name), Array(candidate)) : .max
            if distance <= limit { return (distance, candidate) }
            // Letters inside of a word are a weaker sign than a mistyped letter: `onn` is rather `on` than `connection`.
            return candidate.contains(name) ? (limit + 1, candidate) : nil
        }
        // Of names that contain it, the one with the fewest other letters is the nearest.
        return ranked.sorted { ($0.distance, $0.name.count, $0.name) < ($1.distance, $1.name.count, $1.name) }
            .prefix(3).map(\.name)
    }

    /// The name in lower case, without letters that repeat the one before: a key that was held down too long.
    private static func squeezed(_ name: String) -> String {
        name.lowercased().reduce(into: "") { if $0.last != $1 { $0.append($1) } }
    }

    /// Whether a word of the candidate begins with the name.
    private static func hasWord(_ name: String, in candidate: String) -> Bool {
        candidate.ranges(of: name).contains { range in
            range.lowerBound == candidate.startIndex
                || !candidate[candidate.index(before: range.lowerBound)].isLetter
        }
    }

    /// The number of letters to insert, delete, replace or swap with their neighbour.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var next = [row + 1]
            for column in other.indices {
                let isSame = one[row] == other[column]
                var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}

extension YAMLProblem {
    /// `unknown verb `wirte`; did you mean `write`?`
    ///
    /// - Parameters:
    ///   - what: what the name should name: `verb`.
    ///   - known: the names that exist.
    package static func unknown(
        _ what: String,
        _ name: String,
        among known: some Sequence<String>,
        at mark: SourceMark
    ) -> YAMLProblem {
        YAMLProblem(mark, "unknown \(what) `\(name)`\(NearNames(known).hint(for: name))")
    }
}
