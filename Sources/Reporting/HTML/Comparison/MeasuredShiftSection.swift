import Measurement
import Regression

/// The measured times of both sides, percentile by percentile.
struct MeasuredShiftSection: PageSection {
    let anchor: StaticString = "measured"
    let title: CleanText = "Measured times"
    private let measured: MeasuredComparison

    init(_ comparison: RunComparison) {
        measured = comparison.measured
    }

    var isEmpty: Bool { measured.compared.isEmpty && measured.uncompared.isEmpty && measured.lost.isEmpty }

    private static let columns: [CleanText] = ["Old", "New", "Change", "99 % interval", "p, corrected"]

    func write(into page: inout HTMLWriter) {
        page.element(
            .p,
            [.class("soft")],
            "Medians by the Mann-Whitney test, the other percentiles by the numbers of times above the common percentile; both with Holm's correction. A difference counts if p is below \(Shift.limit) and the percentiles differ by \(Int(Shift.smallest * 100)) %. Effect is Cliff's delta, from -1 to 1."
        )
        for line in ComparisonWords.echoes(measured) { page.element(.p, line) }
        list("Lost", measured.lost, &page)
        if !measured.compared.isEmpty { table(&page) }
        list("Not compared", measured.uncompared, &page)
    }

    private func list(_ title: CleanText, _ operations: [MeasuredComparison.Uncompared], _ page: inout HTMLWriter) {
        guard !operations.isEmpty else { return }
        page.element(.h3, title)
        page.element(.ul) { page in
            for one in operations {
                page.element(.li, "\(CleanText(one.name, limit: 200)): \(CleanText(one.reason, limit: 400))")
            }
        }
    }

    private func table(_ page: inout HTMLWriter) {
        page.element(.div, [.class("scrolls"), .isReachable, .role("region"), .label("Measured times")]) { page in
            page.element(.table) { page in
                page.element(.caption, "How long each operation took, on both sides.")
                page.element(.thead) { page in
                    page.element(.tr) { page in
                        page.element(.th, [.scope("col")], "Operation")
                        page.element(.th, [.scope("col")], "Percentile")
                        page.element(.th, [.scope("col")], "Result")
                        for column in Self.columns { page.element(.th, [.scope("col"), .class("number")], column) }
                    }
                }
                page.element(.tbody) { page in
                    for one in measured.compared {
                        for shift in one.shift.percentiles { row(one, shift, &page) }
                    }
                }
            }
        }
    }

    private func row(_ one: MeasuredComparison.Compared, _ shift: PercentileShift, _ page: inout HTMLWriter) {
        let cells: [CleanText] = [
            ComparisonWords.time(shift.old), ComparisonWords.time(shift.new),
            shift.ratio.map { ComparisonWords.percent($0) } ?? "·",
            shift.interval.map { ComparisonWords.interval($0) } ?? "·",
            ComparisonWords.probability(shift.corrected),
        ]
        let times: CleanText =
            "\(one.shift.old.count) and \(one.shift.new.count) times, effect \(ComparisonWords.decimal(one.shift.effect))"
        page.element(.tr) { page in
            page.element(.th, [.scope("row")]) { page in
                page.text(ComparisonWords.name(one.load))
                page.element(.div, [.class("soft")], times)
                if one.doubt != nil { page.element(.div, [.class("soft")], ComparisonWords.verdict(one)) }
            }
            page.element(.td, CleanText(shift.percentile.rawValue))
            page.element(.td) { page in
                page.element(.span, [.class("badge"), .state(shift.direction.state)], shift.direction.words)
            }
            for cell in cells { page.element(.td, [.class("number")], cell) }
        }
        page.endLine()
    }
}
