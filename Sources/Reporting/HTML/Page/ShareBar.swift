/// A bar whose parts have the widths of their shares of a whole.
struct ShareBar {
    /// The state of each part, which decides its colour, and its size.
    var parts: [(state: CleanText, size: Int)]
    /// What a screen reader says: `3 failed, 9 passed`.
    var label: CleanText

    func write(into page: inout HTMLWriter) {
        let sum = max(1, parts.reduce(0) { $0 + $1.size })
        page.element(
            .svg,
            [.class("bar"), .role("img"), .label(label), .viewBox(width: 1000, height: 10), .stretches]
        ) { page in
            var x = 0.0
            for part in parts where part.size > 0 {
                let width = 1000 * Double(part.size) / Double(sum)
                page.element(.rect, [.state(part.state), .x(x), .y(0), .width(width), .height(10)])
                x += width
            }
        }
    }
}
