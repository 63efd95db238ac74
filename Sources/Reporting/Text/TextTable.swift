/// Rows of cells, such as a list of records.
struct TextTable {
    private let rows: [[CleanText]]

    init(_ rows: [[CleanText]]) {
        self.rows = rows
    }

    /// One line for each row, with the cells of a column below each other. If a line has more than `columns` characters, the
    /// first cell of each row, and below it the others.
    ///
    /// - Parameter columns: the width of the terminal; `nil` for a reader that needs each row on one line.
    func text(columns: Int?) -> CleanText {
        let table = aligned
        guard let columns, table.contains(where: { $0.count > columns }) else { return table.joined(separator: "\n") }
        return rows.flatMap { row -> [CleanText] in
            let rest = row.dropFirst().filter { !$0.isEmpty }.joined(separator: ", ")
            return row[0].lines(hanging: 2, columns: columns)
                + (rest.isEmpty ? [] : rest.lines(indent: 2, hanging: 4, columns: columns))
        }.joined(separator: "\n")
    }

    private var aligned: [CleanText] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row.dropLast(), widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "  " + row[row.count - 1]
        }
    }
}
