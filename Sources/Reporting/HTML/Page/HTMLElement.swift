/// The elements that a page may have. There are none that load or run something.
enum HTMLElement: String {
    case a, article, body, button, caption, code, dd, details, div, dl, dt, fieldset, footer, form, h1, h2, h3, h4,
        head,
        header, html, label, legend, li, main, nav, ol, option, output, p, pre, section, select, span, strong, summary,
        table, tbody, td, th, thead, title, tr, ul
    case svg, g, line, polyline, rect
    // These have no content.
    case input, meta

    var hasContent: Bool { self != .input && self != .meta }
}
