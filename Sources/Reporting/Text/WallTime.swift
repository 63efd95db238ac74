import Foundation

/// Formats times of day for JUnit readers.
enum WallTime {
    /// An ISO 8601 time plus a duration, in UTC, without fraction and zone: `2025-01-31T12:00:00`.
    ///
    /// Readers take a time without a zone as UTC. A malformed time gives the start of 1970.
    static func zoneless(_ text: String, plus nanoseconds: Int64) -> String {
        var text = text.replacing(/[.,][0-9]+/, with: "", maxReplacements: 1)
        if text.wholeMatch(of: /[0-9-]+T[0-9:]+/) != nil { text += "Z" }
        let start = (try? Date(text, strategy: .iso8601)) ?? Date(timeIntervalSince1970: 0)
        let moment = start.addingTimeInterval(Double(nanoseconds / 1_000_000) / 1000)
        return String(moment.formatted(.iso8601).prefix(19))
    }
}
