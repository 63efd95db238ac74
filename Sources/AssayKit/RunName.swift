import Foundation

/// The names of report folders, and the times in them.
enum RunName {
    /// Now in the time zone of this machine, with the offset from UTC: `2026-11-21T08:30:00+01:00`; `Z` stands for UTC.
    static var started: String {
        Date().formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: .current))
    }

    /// A time of ``started`` in UTC, so that times of several zones can be compared: `2026-11-21T07:30:00Z`.
    ///
    /// A malformed time stays as it is.
    static func utc(_ text: String) -> String {
        (try? Date(text, strategy: .iso8601))?.formatted(.iso8601) ?? text
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
    ///
    /// Only a link that an earlier run made is replaced: one to a folder beside it. Any other file, folder or link with
    /// this name belongs to the user.
    static func markLatest(_ folder: String) {
        let url = URL(fileURLWithPath: folder)
        let link = url.deletingLastPathComponent().appending(path: "latest").path
        let old = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        guard old.map({ !$0.contains("/") }) ?? !FileManager.default.fileExists(atPath: link) else { return }
        // Renaming replaces a link in one step, and never a folder.
        let fresh = "\(link).\(UUID().uuidString)"
        try? FileManager.default.createSymbolicLink(atPath: fresh, withDestinationPath: url.lastPathComponent)
        if unsafe rename(fresh, link) != 0 { unsafe unlink(fresh) }
    }
}
