/// Formats measured times for people, with three significant digits: `412 ns`, `87.3 µs`, `1.24 ms`, `12.3 s`.
package enum LatencyFigure {
    package static func text(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        let units: [(Double, String)] = [(1, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")]
        // The next unit begins where three digits would be rounded up to a fourth.
        let (size, unit) = units.last { abs(nanoseconds) >= $0.0 * 0.9995 } ?? units[0]
        return "\(digits(nanoseconds / size)) \(unit)"
    }

    private static func digits(_ number: Double) -> String {
        let decimals = abs(number) >= 99.95 ? 0 : abs(number) >= 9.995 ? 1 : 2
        guard decimals > 0, number != number.rounded() || abs(number) >= 1 else { return "\(Int(number.rounded()))" }
        let factor = decimals == 1 ? 10.0 : 100.0
        let scaled = Int((abs(number) * factor).rounded())
        let fraction = String(scaled % Int(factor))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(number < 0 ? "-" : "")\(scaled / Int(factor)).\(zeros)\(fraction)"
    }
}
