/// Names with their values, in two columns. A name without a value is left out.
struct FactList {
    private var facts: [(name: CleanText, value: CleanText)] = []

    mutating func add(_ name: CleanText, _ value: String?) {
        if let value, !value.isEmpty { add(name, CleanText(value, limit: 1024)) }
    }

    mutating func add(_ name: CleanText, _ value: CleanText) { facts.append((name, value)) }

    func write(into page: inout HTMLWriter) {
        guard !facts.isEmpty else { return }
        page.element(.dl, [.class("facts")]) { page in
            for (name, value) in facts {
                page.element(.div) { page in
                    page.element(.dt, name)
                    page.element(.dd, value)
                }
            }
        }
    }
}
