import Foundation

/// The names of report folders, and the times in them.
enum RunName {
    /// Now in the time zone of this machine, with the offset from UTC: `2026-11-21T08:30:00+01:00`; `Z` stands for UTC.
    static var started: String {
        Date().formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: .current))
    }

    /// Now in UTC, for the name of a folder: `2026-11-21T07-30-00`.
    private static var moment: String {
        String(Date().formatted(.iso8601).prefix(19)).replacing(":", with: "-")
    }

    /// A new folder for one run: `Reports/2026-11-21T07-30-00-lightbulb`.
    static func folder(in reports: String, accessory: String) -> String {
        let name = accessory.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
        let base = "\(reports)/\(moment)-\(String(name))"
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
