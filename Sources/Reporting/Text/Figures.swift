/// Formats times for reports.
enum Figures {
    /// Nanoseconds as milliseconds, rounded; never below zero, even if the clocks in a journal were wrong.
    static func milliseconds(_ nanoseconds: Int64) -> Int64 {
        max(0, nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 >= 500_000 ? 1 : 0))
    }

    /// Milliseconds as seconds with three decimals: `1.234`.
    static func seconds(milliseconds: Int64) -> String {
        fixed(milliseconds, decimals: 3)
    }

    /// Nanoseconds as milliseconds with three decimals: `12.345`.
    static func traceTime(_ nanoseconds: Int64) -> String {
        fixed(max(0, nanoseconds) / 1000, decimals: 3)
    }

    /// A duration for people: `412 ms`, `12.3 s`, `2 min 05 s`, `1 h 03 min`.
    static func duration(_ nanoseconds: Int64) -> String {
        let milliseconds = milliseconds(nanoseconds)
        let seconds = (milliseconds + 500) / 1000
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        if milliseconds < 59_950 { return "\(fixed((milliseconds + 50) / 100, decimals: 1)) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(padded(seconds % 60)) s" }
        return "\(seconds / 3600) h \(padded(seconds % 3600 / 60)) min"
    }

    private static func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func fixed(_ value: Int64, decimals: Int) -> String {
        let digits = String(value)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
