import Testing

@testable import Reporting

@Suite("Plots on a terminal")
struct TextPlotTests {
    private static func lines(_ values: [Double], changes: [Int] = [], columns: Int = 80) -> [String] {
        TextPlot(values, changes: changes) { "\(Int($0))" }.lines(first: "#1", last: "#9", columns: columns)
            .map(\.string)
    }

    @Test("Values go from the smallest at the bottom to the largest at the top, and a change has a mark")
    func steps() {
        #expect(
            Self.lines([0, 0, 3, 6], changes: [2], columns: 9) == [
                "  6 ┤   •", "    ┤", "    ┤", "    ┤  •", "    ┤", "    ┤", "  0 ┤••", "    └──▲─", "    #1  #9",
            ]
        )
    }

    @Test("Equal values are one row, and no values are no plot")
    func flat() {
        #expect(Self.lines([5, 5, 5], columns: 20) == ["  5 ┤•    •     •", "    └────────────", "    #1         #9"])
        #expect(Self.lines([]).isEmpty)
        #expect(Self.lines([7]).count == 3)
    }

    @Test(
        "Any number of values fits the terminal, and each row with a value has a dot",
        arguments: [1, 2, 79, 80, 500, 9000]
    )
    func many(count: Int) {
        let values = (0..<count).map { Double($0 % 7) }
        let lines = Self.lines(values, changes: [count / 2])
        for line in lines { #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)") }
        let dotted = lines.count { $0.contains("•") }
        #expect(dotted == min(7, count))
        #expect(lines.count { $0.contains("▲") } == 1)
    }
}
