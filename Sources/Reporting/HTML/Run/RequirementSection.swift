import HAPModel
import RunRecord
import SuiteLanguage

/// What the run showed about each requirement: its coverage of the protocol.
struct RequirementSection: PageSection {
    let anchor: StaticString = "requirements"
    let title: CleanText = "By requirement"
    private let report: RunReport
    private let anchors: CaseAnchors

    init(_ report: RunReport, _ anchors: CaseAnchors) {
        self.report = report
        self.anchors = anchors
    }

    var isEmpty: Bool { report.standings.isEmpty }

    private static let states = RequirementStanding.State.allCases

    func write(into page: inout HTMLWriter) {
        let counts = Dictionary(grouping: report.standings, by: \.state).mapValues(\.count)
        areas(&page)
        page.element(.h3, "Each requirement")
        ListFilter(
            list: "requirement-list",
            search: "Search requirements",
            states: Self.states.map { state in
                ListFilter.State(state: CleanText(state.rawValue), word: state.words, count: counts[state] ?? 0)
            },
            parts: Self.areas(report.standings).map { CleanText($0.name, limit: 100) },
            part: "Area"
        ).write(into: &page) { page in
            page.element(.ul, [.class("list"), .id(Anchor("requirement-list"))]) { page in
                let numbered = Array(report.standings.enumerated())
                for state in Self.states {
                    for (index, standing) in numbered where standing.state == state { row(index, standing, &page) }
                }
            }
        }
    }

    private func row(_ index: Int, _ standing: RequirementStanding, _ page: inout HTMLWriter) {
        let requirement = standing.requirement
        page.element(
            .li,
            [
                .class("row plain"), .id(Anchor("requirement", index)), .state(CleanText(standing.state.rawValue)),
                .part(CleanText(Self.area(requirement.id), limit: 100)),
            ]
        ) { page in
            page.element(.span) { page in
                page.element(
                    .span,
                    [.class("badge"), .state(CleanText(standing.state.rawValue))],
                    standing.state.words
                )
            }
            page.element(.span, [.class("what")]) { page in
                let source = CleanText(requirement.source, limit: 200)
                page.element(.code, [.class("name")], CleanText(requirement.id, limit: 100))
                page.element(.span, [.class("title")], "\(requirement.level.words) · \(source)")
                if let words = words(standing) { page.element(.span, [.class("gist")], words) }
                if !standing.shownBy.isEmpty { page.element(.span, [.class("gist")]) { shown(standing, &$0) } }
            }
        }
        page.endLine()
    }

    /// The demand of a violated requirement, or why a requirement was not judged.
    private func words(_ standing: RequirementStanding) -> CleanText? {
        guard [.violated, .warned].contains(standing.state) else {
            return standing.reason.map { CleanText($0, limit: 200) }
        }
        return report.requirements[standing.requirement.judgedAs].map { CleanText($0.requires, limit: 1024) }
    }

    private static let mostShown = 3

    private func shown(_ standing: RequirementStanding, _ page: inout HTMLWriter) {
        for (index, name) in standing.shownBy.prefix(Self.mostShown).enumerated() {
            if index > 0 { page.text(", ") }
            CaseAnchors.link(CleanText(name, limit: 200), to: anchors.instance(name), into: &page)
        }
        let more = standing.shownBy.count - Self.mostShown
        if more > 0 { page.text(" and \(more) more") }
    }

    /// The requirements by area, in the order of the catalogue.
    private static func areas(_ standings: [RequirementStanding]) -> [(name: String, standings: [RequirementStanding])]
    {
        var order: [String] = []
        var areas: [String: [RequirementStanding]] = [:]
        for standing in standings {
            let area = area(standing.requirement.id)
            if areas[area] == nil { order.append(area) }
            areas[area, default: []].append(standing)
        }
        return order.map { ($0, areas[$0] ?? []) }
    }

    /// `WRITE` of `HAP-WRITE-017`.
    private static func area(_ id: String) -> String {
        let words = id.split(separator: "-").dropFirst().dropLast()
        return words.isEmpty ? id : words.joined(separator: "-")
    }

    private func areas(_ page: inout HTMLWriter) {
        page.element(
            .div,
            [.class("scrolls"), .isReachable, .role("region"), .label("Requirements by area")]
        ) { page in
            page.element(.table) { page in
                page.element(.caption, "How many requirements of each area have each state in this run.")
                page.element(.thead) { page in
                    page.element(.tr) { page in
                        page.element(.th, [.scope("col")], "Area")
                        page.element(.th, [.scope("col")], "Shares")
                        for state in Self.states {
                            page.element(.th, [.scope("col"), .class("number")], state.words)
                        }
                    }
                }
                page.element(.tbody) { page in
                    for (name, standings) in Self.areas(report.standings) { area(name, standings, &page) }
                }
            }
        }
    }

    private func area(_ name: String, _ standings: [RequirementStanding], _ page: inout HTMLWriter) {
        let counts = Dictionary(grouping: standings, by: \.state).mapValues(\.count)
        let parts = Self.states.map { (state: CleanText($0.rawValue), size: counts[$0] ?? 0) }
        let words = Self.states.compactMap { state in counts[state].map { "\($0) \(state.words)" as CleanText } }
        page.element(.tr) { page in
            page.element(.th, [.scope("row")], CleanText(name, limit: 100))
            page.element(.td) { ShareBar(parts: parts, label: words.joined(separator: ", ")).write(into: &$0) }
            for state in Self.states {
                page.element(.td, [.class("number")], counts[state].map { "\($0)" } ?? "·")
            }
        }
        page.endLine()
    }
}
