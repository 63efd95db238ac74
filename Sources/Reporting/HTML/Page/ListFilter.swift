/// The form that filters and searches a list of rows, and the button behind the list that shows more of it. The script
/// shows both, because they do nothing without the script.
struct ListFilter {
    /// A state that rows have, with the number of these rows.
    struct State {
        var state: CleanText
        /// The word beside the box.
        var word: CleanText
        var count: Int
    }

    /// The list. Each of its rows has a state, and may have a part.
    var list: StaticString
    /// The label of the field: `Search cases`.
    var search: CleanText
    var states: [State]
    /// The parts of the list that can be chosen; none if it has no parts.
    var parts: [CleanText] = []
    /// The label of the choice: `Chapter`.
    var part: CleanText = ""
    /// Whether rows can be opened.
    var opens = false

    /// Writes the form, the list and the button.
    ///
    /// - Parameter rows: writes the list with its rows, which has the anchor ``list``.
    func write(into page: inout HTMLWriter, rows: (inout HTMLWriter) -> Void) {
        form(&page)
        rows(&page)
        page.element(.button, [.type("button"), .class("more"), .isHidden], "Show more")
        page.endLine()
    }

    private func form(_ page: inout HTMLWriter) {
        let list = CleanText(stringLiteral: list)
        page.element(
            .form,
            [.class("filter"), .role("search"), .label(search), .filters(Anchor(self.list)), .isHidden]
        ) { page in
            page.element(.label, [.class("field")]) { page in
                page.element(.span, search)
                page.element(.input, [.type("search")])
            }
            if parts.count > 1 {
                page.element(.label, [.class("field")]) { page in
                    page.element(.span, part)
                    page.element(.select) { page in
                        page.element(.option, [.value("")], "all")
                        for part in parts { page.element(.option, [.value(part)], part) }
                    }
                }
            }
            page.element(.fieldset) { page in
                page.element(.legend, "Show")
                for state in states where state.count > 0 {
                    page.element(.label, [.class("box")]) { page in
                        page.element(.input, [.type("checkbox"), .value(state.state), .isChecked])
                        page.element(.span, [.class("badge"), .state(state.state)], state.word)
                        page.text(" \(state.count)")
                    }
                }
            }
            page.element(.div, [.class("actions")]) { page in
                if opens {
                    page.element(.button, [.type("button"), .does("open")], "Open all shown")
                    page.element(.button, [.type("button"), .does("close")], "Close all")
                }
                page.element(.output, [.isLive, .label("Result of the filter for \(list)")])
            }
        }
        page.endLine()
    }
}
