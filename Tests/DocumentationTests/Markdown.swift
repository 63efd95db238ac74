/// Formats parts of the generated articles.
enum Markdown {
    /// A table; the cells are text, not markup.
    static func table(_ heads: [String], _ rows: [[String]]) -> String {
        let head = [row(heads), "|" + heads.map { _ in "---|" }.joined()]
        return (head + rows.map { row($0.map(cell)) }).joined(separator: "\n") + "\n"
    }

    private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    static func code(_ text: String) -> String { "`\(text)`" }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}
