import History

/// The runs and measurements, the newest first.
struct HistoryRunSection: PageSection {
    let anchor: StaticString = "runs"
    let title: CleanText = "Runs"
    private let runs: [KeptRun]

    init(_ runs: [KeptRun]) {
        self.runs = runs
    }

    var isEmpty: Bool { runs.isEmpty }

    /// The row of a run.
    static func anchor(of run: KeptRun) -> Anchor { Anchor("run", Int(clamping: run.number)) }

    func write(into page: inout HTMLWriter) {
        let states = Dictionary(grouping: runs, by: Self.state)
        ListFilter(
            list: "run-list",
            search: "Search runs",
            states: states.keys.sorted { $0.string < $1.string }.map { state in
                ListFilter.State(state: state, word: Self.word(of: state), count: states[state]?.count ?? 0)
            },
            parts: Set(runs.compactMap(\.run.accessory.firmware)).sorted().map { CleanText($0, limit: 100) },
            part: "Firmware"
        ).write(into: &page) { page in
            page.element(.ul, [.class("list"), .id(Anchor("run-list"))]) { page in
                for run in runs.reversed() { row(run, &page) }
            }
        }
    }

    private static func state(_ run: KeptRun) -> CleanText { ExitStatus(rawValue: run.run.status)?.state ?? "errored" }

    private static func word(of state: CleanText) -> CleanText {
        switch state {
        case "passed": "no failure"
        case "inconclusive": "not judged"
        case "warned": "newly skipped"
        default: state
        }
    }

    private func row(_ kept: KeptRun, _ page: inout HTMLWriter) {
        let (run, accessory) = (kept.run, kept.run.accessory)
        let state = Self.state(kept)
        let attributes: [HTMLAttribute] = [
            .class("row plain"), .id(Self.anchor(of: kept)), .state(state),
            .part(CleanText(accessory.firmware ?? "", limit: 100)),
        ]
        page.element(.li, attributes) { page in
            page.element(.span) { $0.element(.span, [.class("badge"), .state(state)], "exit \(run.status)") }
            page.element(.span, [.class("what")]) { page in
                page.element(.span, [.class("name")], HistoryWords.run(kept))
                page.element(
                    .span,
                    [.class("title")],
                    "\(run.isWhole ? "" : "incomplete: ")\(HistoryListText.gist(run))"
                )
                page.element(.span, [.class("gist")], facts(run))
                if let record = run.record {
                    page.element(.span, [.class("gist")]) { $0.element(.code, CleanText(record, limit: 400)) }
                }
            }
            page.element(.span, [.class("time")], CleanText(run.kind.rawValue))
        }
        page.endLine()
    }

    /// `firmware 1.0, 11:22:33:44:55:66, ip; everything; suites 0123456789abcdef; by assay 0.2.0`
    private func facts(_ run: HistoryRun) -> CleanText {
        let accessory = run.accessory
        let device = [accessory.firmware.map { "firmware \($0)" }, accessory.deviceID, accessory.transports]
            .compactMap { $0 }.joined(separator: ", ")
        let facts = [device, run.selection, run.suites.map { "suites \($0.prefix(16))" }, "by \(run.tool)"]
        return CleanText(facts.compactMap { $0 }.joined(separator: "; "), limit: 800)
    }
}
