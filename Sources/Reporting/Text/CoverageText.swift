package import HAPModel
package import MarkedYAML
package import SuiteLanguage

/// The coverage as text, Markdown and JSON.
package struct CoverageText {
    private let coverage: Coverage
    private let place: (SourceMark) -> String

    /// - Parameter place: the path of a line of the suites.
    package init(_ coverage: Coverage, place: @escaping (SourceMark) -> String) {
        self.coverage = coverage
        self.place = place
    }

    private static let head: [CleanText] = ["Area", "Level", "Proven", "Of", "Not provable", "Open"]

    private var cells: [[CleanText]] {
        coverage.rows.map { row in
            [CleanText(row.area), CleanText(row.level.rawValue)]
                + [row.proven, row.all, row.unprovable, row.open].map { "\($0)" }
        } + [totals]
    }

    private var totals: [CleanText] {
        let sum = { (value: (Coverage.Row) -> Int) -> CleanText in "\(coverage.rows.reduce(0) { $0 + value($1) })" }
        return ["All", ""] + [sum(\.proven), sum(\.all), sum(\.unprovable), sum(\.open)]
    }

    /// A table of the counts, followed by the problems.
    package var table: CleanText {
        let lines = [Self.head] + cells
        let widths = Self.head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let rows = lines.map { line in
            zip(line, widths).enumerated().map { column, cell in
                column < 2 ? cell.0.padded(to: cell.1) : cell.0.rightAligned(to: cell.1)
            }.joined(separator: "  ")
        }
        return (rows + problems).joined(separator: "\n")
    }

    /// The same as a Markdown table.
    package var markdown: CleanText {
        let lines = [Self.head, ["---", "---", "---:", "---:", "---:", "---:"]] + cells
        let rows = lines.map { "| \($0.joined(separator: " | ")) |" as CleanText }
        return (rows + (problems.isEmpty ? [] : [""]) + problems.map { "- \($0)" as CleanText }).joined(separator: "\n")
    }

    /// What makes the suites incomplete, one line each.
    package var problems: [CleanText] {
        coverage.missing.map {
            "\(place($0.mark)): \($0.id): no case proves this requirement; add a case, or state the reason with `unproven`: \($0.requires)"
        }
            + coverage.orphans.map { "\($0) proves no requirement for accessories over this transport" }
    }

    /// Every requirement with its state.
    package var json: JSON {
        [
            "requirements": .array(coverage.entries.map(Self.json)),
            "areas": .array(
                coverage.rows.map { row in
                    [
                        "area": .string(row.area), "level": .string(row.level.rawValue), "proven": JSON(row.proven),
                        "all": JSON(row.all), "not-provable": JSON(row.unprovable), "open": JSON(row.open),
                    ]
                }
            ),
            "missing": .array(coverage.missing.map { .string($0.id) }),
            "orphans": .array(coverage.orphans.map { .string($0) }),
        ]
    }

    private static func json(_ entry: Coverage.Entry) -> JSON {
        var object = JSONObject([
            "id": .string(entry.requirement.id), "level": .string(entry.requirement.level.rawValue),
        ])
        switch entry.standing {
        case .proven(let cases): object["proven-by"] = .array(cases.map { .string($0) })
        case .unprovable(let reason): object["not-provable"] = .string(reason.rawValue)
        case .open: object["open"] = true
        }
        return .object(object)
    }
}
