import Foundation

/// The names of report folders, and the times in them.
enum RunName {
    /// The current time, as `YYYY-MM-DDTHH:MM:SS` in UTC.
    static var now: String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withFullDate, .withFullTime, .withDashSeparatorInDate, .withColonSeparatorInTime]
        return String(formatter.string(from: Date()).prefix(19))
    }

    /// A new folder for one run: `Reports/2026-11-21T07-30-00-lightbulb`.
    static func folder(in reports: String, accessory: String) -> String {
        let name = accessory.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
        let base = "\(reports)/\(now.replacing(":", with: "-"))-\(String(name))"
        var path = base
        var count = 1
        while FileManager.default.fileExists(atPath: path) {
            count += 1
            path = "\(base)-\(count)"
        }
        return path
    }

    /// Makes `latest` beside the folder a link to it. Without support for links, the run continues without it.
    static func markLatest(_ folder: String) {
        let url = URL(fileURLWithPath: folder)
        let link = url.deletingLastPathComponent().appending(path: "latest").path
        try? FileManager.default.removeItem(atPath: link)
        try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: url.lastPathComponent)
    }
}
