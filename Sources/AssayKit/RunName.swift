import Foundation

/// Names of runs and the moments that they carry.
enum RunName {
    /// Now, as `YYYY-MM-DDTHH:MM:SS` in UTC.
    static var now: String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withFullDate, .withFullTime, .withDashSeparatorInDate, .withColonSeparatorInTime]
        return String(formatter.string(from: Date()).prefix(19))
    }

    /// A folder of its own for one run: `Reports/2026-11-21T07-30-00-lightbulb`.
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

    /// Lets `latest` beside the folder point to it; where links cannot be made, nothing is lost.
    static func markLatest(_ folder: String) {
        let url = URL(fileURLWithPath: folder)
        let link = url.deletingLastPathComponent().appending(path: "latest").path
        try? FileManager.default.removeItem(atPath: link)
        try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: url.lastPathComponent)
    }
}
