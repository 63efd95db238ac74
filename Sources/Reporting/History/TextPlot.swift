import Measurement

/// Numbers in their order as dots on a terminal, from the smallest at the bottom to the largest at the top.
struct TextPlot {
    private let values: [Double]
    /// The first value after each change.
    private let changes: [Int]
    private let label: (Double) -> CleanText

    private static let height = 7
    /// The blanks before the figures.
    private static let indent = 2
    /// A few values are not spread over the whole width.
    private static let widest = 4

    /// - Parameters:
    ///   - values: finite numbers.
    ///   - changes: the place of the first value after each change.
    ///   - label: the words for a value.
    init(_ values: [Double], changes: [Int], label: @escaping (Double) -> CleanText) {
        self.values = values
        self.changes = changes
        self.label = label
    }

    /// The lines of the plot and its axis, on which each change has a mark.
    ///
    /// - Parameters:
    ///   - first: the words for the place of the first value, below the axis.
    ///   - last: the words for the place of the last value.
    func lines(first: CleanText, last: CleanText, columns: Int = CleanText.columns) -> [CleanText] {
        guard let low = values.min(), let high = values.max() else { return [] }
        let labels = [label(high), label(low)]
        let margin = Self.indent + (labels.map(\.count).max() ?? 0) + 1
        let room = max(1, columns - margin - 1)
        let height = low < high ? Self.height : 1
        let width = min(room, values.count * Self.widest)
        var dots = [[Bool]](repeating: [Bool](repeating: false, count: width), count: height)
        for (place, value) in values.enumerated() {
            let share = low < high ? (value - low) / (high - low) : 0
            let row = Int((share * Double(height - 1)).rounded())
            dots[height - 1 - row][column(of: place, width)] = true
        }
        let rows = dots.enumerated().map { number, row -> CleanText in
            let label = number == 0 ? labels[0] : number == height - 1 ? labels[1] : ""
            let marks: [CleanText] = row.map { $0 ? "•" : " " }
            return label.rightAligned(to: margin - 1) + " ┤" + Self.withoutEnd(marks).joined()
        }
        let marks = Set(changes.map { column(of: $0, width) })
        let axis: [CleanText] = (0..<width).map { marks.contains($0) ? "▲" : "─" }
        let gap = max(2, width + 1 - first.count - last.count)
        return rows + [
            .blanks(margin) + "└" + axis.joined(), .blanks(margin) + first + (last.isEmpty ? "" : .blanks(gap) + last),
        ]
    }

    private func column(of place: Int, _ width: Int) -> Int {
        values.count > 1 ? place * (width - 1) / (values.count - 1) : 0
    }

    /// A line does not end with blanks.
    private static func withoutEnd(_ marks: [CleanText]) -> [CleanText] {
        marks.lastIndex { $0 != " " }.map { Array(marks[...$0]) } ?? []
    }
}
