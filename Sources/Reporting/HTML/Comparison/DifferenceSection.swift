/// A list of what differs, such as the attribute database.
struct DifferenceSection: PageSection {
    let anchor: StaticString
    let title: CleanText
    let lines: [CleanText]

    var isEmpty: Bool { lines.isEmpty }

    func write(into page: inout HTMLWriter) {
        page.element(.ul) { page in
            for line in lines { page.element(.li, line) }
        }
    }
}
