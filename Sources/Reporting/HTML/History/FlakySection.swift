import History

/// The instances whose verdict changes between runs of the same firmware and suites.
struct FlakySection: PageSection {
    let anchor: StaticString = "flaky"
    let title: CleanText = "Flaky instances"
    private let flaky: [FlakyInstance]

    init(_ flaky: [FlakyInstance]) {
        self.flaky = flaky
    }

    var isEmpty: Bool { flaky.isEmpty }

    func write(into page: inout HTMLWriter) {
        page.element(
            .p,
            [.class("soft")],
            "Their verdicts change between runs of the same firmware with the same suites, those that change most often first. The bar has a part for each run, the oldest on the left."
        )
        let newest = Dictionary(grouping: flaky) { Self.newest($0) }
        ListFilter(
            list: "flaky-list",
            search: "Search flaky instances",
            states: newest.keys.sorted().map { outcome in
                ListFilter.State(
                    state: CleanText(outcome),
                    word: CleanText(outcome),
                    count: newest[outcome]?.count ?? 0
                )
            },
            parts: Set(flaky.compactMap(\.firmware)).sorted().map { CleanText($0, limit: 100) },
            part: "Firmware",
            opens: true
        ).write(into: &page) { page in
            page.element(.ul, [.class("list"), .id(Anchor("flaky-list"))]) { page in
                for one in flaky { row(one, &page) }
            }
        }
    }

    /// The verdict of the newest run.
    private static func newest(_ flaky: FlakyInstance) -> String { flaky.sightings.last?.verdict.outcome ?? "" }

    private func row(_ flaky: FlakyInstance, _ page: inout HTMLWriter) {
        let newest = CleanText(Self.newest(flaky))
        let part = CleanText(flaky.firmware ?? "", limit: 100)
        page.element(.li, [.class("row"), .state(newest), .part(part)]) { page in
            // Print opens it, also if the newest run has passed.
            page.element(.details, [.state("warned")]) { page in
                page.element(.summary) { page in
                    page.element(.span) { $0.element(.span, [.class("badge"), .state(newest)], newest) }
                    page.element(.span, [.class("what")]) { page in
                        page.element(.code, [.class("name")], CleanText(flaky.instance, limit: 400))
                        page.element(.span, [.class("gist")], HistoryWords.flaky(flaky))
                    }
                    ShareBar(
                        parts: flaky.sightings.map { (CleanText($0.verdict.outcome), 1) },
                        label: HistoryWords.course(flaky)
                    ).write(into: &page)
                }
                page.element(.div, [.class("inside")]) { page in
                    page.element(.ul) { page in
                        for stretch in flaky.stretches { item(stretch, &page) }
                    }
                }
            }
        }
        page.endLine()
    }

    /// `failed #3 … to #5 …`
    private func item(_ stretch: ArraySlice<FlakyInstance.Sighting>, _ page: inout HTMLWriter) {
        guard let first = stretch.first, let last = stretch.last else { return }
        page.element(.li) { page in
            page.text("\(CleanText(first.verdict.outcome)) ")
            page.element(.a, [.href(HistoryRunSection.anchor(of: first.run))], HistoryWords.run(first.run))
            guard stretch.count > 1 else { return }
            page.text(" to ")
            page.element(.a, [.href(HistoryRunSection.anchor(of: last.run))], HistoryWords.run(last.run))
        }
    }
}
