import Foundation
import MarkedYAML

extension RecordList {
    /// The path of a record that the user names: by its path, or by its name in a folder of reports, as `assay records list`
    /// prints it.
    ///
    /// - Parameters:
    ///   - record: a path, which comes first, or a name.
    ///   - reports: the folder of the reports.
    /// - Returns: `record` itself, if it names no record.
    /// - Throws: ``SetupError`` if no record has this name, but others have a name that is near.
    package static func path(of record: String, in reports: String) throws(SetupError) -> String {
        let named = "\(reports)/\(record)"
        let files = FileManager.default
        guard !files.fileExists(atPath: record) else { return record }
        guard !files.fileExists(atPath: named) else { return named }
        let names = (try? RecordList(reports).entries.map(\.name)) ?? []
        let folder = "\(reports)/"
        let name = record.hasPrefix(folder) ? String(record.dropFirst(folder.count)) : record
        guard let question = NearNames.question(NearNames(names).near(name)) else { return record }
        throw SetupError(.unusable, "no record is named \(record); \(question) `assay records list` prints all")
    }
}
