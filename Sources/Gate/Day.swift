import Foundation

/// A day of the calendar: `2026-12-31`.
package struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let description: String

    /// - Returns: `nil` unless the text is a day that exists, written `YYYY-MM-DD`.
    package init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(match.1),
            let month = Int(match.2), let day = Int(match.3), (1...12).contains(month)
        else { return nil }
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...days[month - 1]).contains(day) else { return nil }
        description = text
    }

    /// The day of a time in ISO 8601, in its own time zone.
    package init?(ofTime text: String) { self.init(String(text.prefix(10))) }

    /// Today in the time zone of this machine.
    package static var today: Day {
        Day(of: Date())
    }

    private init(of date: Date) {
        description = date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }

    package static func < (left: Day, right: Day) -> Bool { left.description < right.description }
}
