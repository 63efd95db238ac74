import Measurement
import Regression

/// The durations of the operations that both sides measured.
struct ShiftSection: PageSection {
    let anchor: StaticString = "durations"
    let title: CleanText = "Durations"
    private let shifts: [Shift]

    init(_ comparison: RunComparison) {
        shifts = comparison.shifts
    }

    var isEmpty: Bool { shifts.isEmpty }

    private static let columns: [CleanText] = [
        "Old median", "New median", "Change", "99 % interval", "p, corrected", "Effect", "Values",
    ]

    func write(into page: inout HTMLWriter) {
        page.element(
            .p,
            [.class("soft")],
            "Mann-Whitney test with Holm's correction. A difference counts if p is below \(Shift.limit) and the medians differ by \(Int(Shift.smallest * 100)) %. Effect is Cliff's delta, from -1 to 1. The values of one run depend on each other and on the machine, so durations give no exit status."
        )
        page.element(.div, [.class("scrolls"), .isReachable, .role("region"), .label("Durations")]) { page in
            page.element(.table) { page in
                page.element(.caption, "How long the accessory took to answer, by operation.")
                page.element(.thead) { page in
                    page.element(.tr) { page in
                        page.element(.th, [.scope("col")], "Operation")
                        page.element(.th, [.scope("col")], "Result")
                        for column in Self.columns { page.element(.th, [.scope("col"), .class("number")], column) }
                    }
                }
                page.element(.tbody) { page in
                    for shift in shifts { row(shift, &page) }
                }
            }
        }
    }

    private func row(_ shift: Shift, _ page: inout HTMLWriter) {
        let interval = shift.interval
        let low = ComparisonWords.percent(interval.lowerBound)
        let high = ComparisonWords.percent(interval.upperBound)
        let cells: [CleanText] = [
            ComparisonWords.duration(shift.old), ComparisonWords.duration(shift.new),
            ComparisonWords.percent(shift.ratio), "\(low) to \(high)", ComparisonWords.probability(shift.corrected),
            ComparisonWords.decimal(shift.test.delta), "\(shift.old.count) / \(shift.new.count)",
        ]
        page.element(.tr) { page in
            page.element(.th, [.scope("row")], CleanText(shift.operation, limit: 200))
            page.element(.td) { page in
                page.element(.span, [.class("badge"), .state(shift.direction.state)], shift.direction.words)
            }
            for cell in cells { page.element(.td, [.class("number")], cell) }
        }
        page.endLine()
    }
}

extension Shift.Direction {
    var state: CleanText {
        switch self {
        case .slower: "worse"
        case .faster: "better"
        case .same, .unknown: "same"
        }
    }

    var words: CleanText { self == .unknown ? "too few" : CleanText(rawValue) }
}
