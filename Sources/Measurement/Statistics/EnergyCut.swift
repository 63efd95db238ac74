/// The cuts of a series, and how different their two sides are.
///
/// A cut has a left side, from the begin of the series, and a right side behind it, which need not reach the end of the
/// series: otherwise a change that is soon undone would hardly show.
struct EnergyCut {
    var values: [Double]

    /// The values that each side has at least.
    private static let fewest = 2

    /// The cut with the largest energy distance, weighted by the numbers of values; `nil` if the series is too short.
    ///
    /// - Parameter toTheEnd: whether the right side reaches the end of the series.
    func strongest(toTheEnd: Bool = false) -> (index: Int, strength: Double)? {
        search(enough: .infinity, toTheEnd: toTheEnd)
    }

    /// Whether any cut is as strong, but for rounding.
    func hasCut(asStrongAs strength: Double) -> Bool {
        let enough = strength * (1 - 1e-9)
        return search(enough: enough, toTheEnd: false).map { $0.strength >= enough } ?? false
    }

    /// Looks at all cuts, in a time that grows with the square of the number of values.
    ///
    /// - Parameter enough: a strength that ends the search.
    private func search(enough: Double, toTheEnd: Bool) -> (index: Int, strength: Double)? {
        let count = values.count
        guard count >= 2 * Self.fewest else { return nil }
        let inner = innerSums()
        let inverse = (0...count).map { 1 / Double(max(1, $0)) }
        // The sums of the distances between the left side and the first values of the series, by their number.
        var sums = [Double](repeating: 0, count: count + 1)
        var best = (index: Self.fewest, strength: 0.0)
        for left in 1...(count - Self.fewest) {
            let added = values[left - 1]
            var sum = 0.0
            for place in 0..<count {
                sum += abs(added - values[place])
                sums[place + 1] += sum
            }
            guard left >= Self.fewest else { continue }
            let within = inner[left]
            for end in (toTheEnd ? count : left + Self.fewest)...count {
                let right = end - left
                let across = sums[end] - 2 * within
                let behind = inner[end] - within - across
                let (a, b) = (Double(left), Double(right))
                let difference = across - within * b * inverse[left] - behind * a * inverse[right]
                let strength = 2 * inverse[end] * difference
                guard strength > best.strength else { continue }
                best = (left, strength)
                if strength >= enough { return best }
            }
        }
        return best
    }

    /// The sums of the distances among the first values of the series, by their number.
    private func innerSums() -> [Double] {
        var sums = [0.0]
        for (index, value) in values.enumerated() {
            var sum = 0.0
            for place in 0..<index { sum += abs(value - values[place]) }
            sums.append(sums[index] + sum)
        }
        return sums
    }
}
