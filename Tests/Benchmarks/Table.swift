/// The figures for people.
enum Table {
    static func text(_ comparison: Comparison) -> String {
        let header = line("on \(comparison.accessory)", "Assay", "aiohomekit", "ratio")
        return
            ([header]
            + comparison.rows.map { row in
                line(
                    "  \(row.title)",
                    "\(figure(row.assay, row.unit))",
                    row.aiohomekit.map { figure($0, row.unit) } ?? "-",
                    row.ratio.map { "\(decimals($0, 2))x" } ?? "-"
                )
            }).joined(separator: "\n")
    }

    static func figure(_ value: Double, _ unit: String) -> String {
        unit == "ms" ? "\(decimals(value, 3)) ms" : "\(Int(value.rounded())) \(unit)"
    }

    static func decimals(_ value: Double, _ count: Int) -> String {
        var scale = 1.0
        for _ in 0..<count { scale *= 10 }
        let digits = String(Int((value * scale).rounded()))
        let padded = String(repeating: "0", count: max(0, count + 1 - digits.utf8.count)) + digits
        return count == 0 ? padded : "\(padded.dropLast(count)).\(padded.suffix(count))"
    }

    static func line(_ title: String, _ cells: String...) -> String {
        let padded = title + String(repeating: " ", count: max(0, 36 - title.count))
        return padded + cells.map { String(repeating: " ", count: max(1, 16 - $0.count)) + $0 }.joined()
    }
}
