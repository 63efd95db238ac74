/// The known names that are nearest to one that does not exist.
package struct NearNames {
    private let known: [String]

    package init(_ known: some Sequence<String>) {
        self.known = Set(known).sorted()
    }

    /// At most three names that differ from the name in few letters, or that contain it, the nearest first.
    package func near(_ name: String) -> [String] {
        let name = name.filter { $0 != "*" }
        guard name.count > 1 else { return [] }
        let limit = max(1, name.count / 3)
        let ranked = known.compactMap { candidate -> (distance: Int, name: String)? in
            if candidate.contains(name) { return (0, candidate) }
            guard abs(candidate.count - name.count) <= limit else { return nil }
            let distance = Self.distance(Array(name), Array(candidate))
            return distance <= limit ? (distance, candidate) : nil
        }
        return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
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
