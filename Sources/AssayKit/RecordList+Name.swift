import Foundation
import MarkedYAML

extension RecordList {
    /// The path of a record that the user names: by its path, or by its name in a folder of reports, as `assay records list`
    /// prints it.
    ///
    /// - Parameters:
    ///   - record: a path, which comes first, or a name.
    ///   - reports: the folder of the reports.
    /// - Returns: `record` itself, if it names no record and the folder has none.
    /// - Throws: ``SetupError`` with the names that are near, or with the newest ones, if no record has this name.
    package static func path(of record: String, in reports: String) throws(SetupError) -> String {
        // The folder of all records would be compared as a set.
        guard !record.isEmpty else {
            throw SetupError(.unusable, "the name of the record is empty; `assay records list` prints all")
        }
        let named = "\(reports)/\(record)"
        let files = FileManager.default
        guard !files.fileExists(atPath: record) else { return record }
        guard !files.fileExists(atPath: named) else { return named }
        let names = (try? RecordList(reports).entries.map(\.name)) ?? []
        let folder = "\(reports)/"
        let name = record.hasPrefix(folder) ? String(record.dropFirst(folder.count)) : record
        if name == "latest" {
            let advice = names.first.map { "the newest there is \($0)" } ?? "no run was recorded there yet"
            throw SetupError(.unusable, "\(reports) has no record `latest`; \(advice). `assay records list` prints all")
        }
        var hint = NearNames.question(NearNames(names.isEmpty ? [] : names + ["latest"]).near(name))
        if hint == nil, !record.contains("/"), !names.isEmpty {
            hint = "the newest in \(reports): \(names.prefix(mostNamed).joined(separator: ", "));"
        }
        guard let hint else { return record }
        throw SetupError(.unusable, "no record is named \(record); \(hint) `assay records list` prints all")
    }

    /// How many of the newest records a message names.
    private static let mostNamed = 3
}
