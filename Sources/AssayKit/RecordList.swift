import Foundation
package import HAPModel
import RunRecord

/// The records in a folder of reports.
package struct RecordList: Sendable {
    /// The record of one run.
    package struct Entry: Sendable, Hashable {
        /// The name of its folder.
        package var name: String
        package var path: String
        /// The start by the clock of the tester; empty if the run was cut off, or is in progress.
        package var started: String
        package var accessory: String
        /// The exit status; `nil` if the run was cut off, or is in progress.
        package var status: Int64?
        /// Whether the run is in progress.
        package var isInProgress: Bool
        /// The number of instances with each outcome, as in the summary.
        package var totals: JSON
        /// The measured times, as in the summary; null without any.
        package var latency: JSON
        /// The size of all its files in bytes.
        package var size: Int
    }

    package let folder: String
    /// The records, the newest first.
    package let entries: [Entry]

    /// - Throws: ``SetupError`` if the folder cannot be read.
    package init(_ folder: String) throws(SetupError) {
        self.folder = folder
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw SetupError(
                .unusable,
                "the folder \(folder) cannot be read; name the folder of the reports with --reports"
            )
        }
        entries = names.compactMap { Self.entry($0, in: folder) }.sorted {
            ($0.start, $0.name) > ($1.start, $1.name)
        }
    }

    /// - Returns: `nil` if the name does not belong to the record of a run, or is a link to one.
    private static func entry(_ name: String, in folder: String) -> Entry? {
        let path = "\(folder)/\(name)"
        let files = FileManager.default
        guard (try? files.destinationOfSymbolicLink(atPath: path)) == nil, RunFolder.holdsJournal(path) else {
            return nil
        }
        let summary = files.contents(atPath: "\(path)/summary.json").flatMap { try? JSON.parse(Array($0)) }
        return Entry(
            name: name,
            path: path,
            started: summary?["started"]?.stringValue ?? "",
            accessory: summary?["accessory"]?["name"]?.stringValue ?? "",
            status: summary?["exit"]?["status"]?.int64Value,
            isInProgress: RunFolder.isInProgress(path),
            totals: summary?["totals"] ?? .object(JSONObject()),
            latency: summary?["latency"] ?? .null,
            size: size(of: path)
        )
    }

    /// The bytes of all files below the folder.
    private static func size(of path: String) -> Int {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return names.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            guard attributes?[.type] as? FileAttributeType == .typeRegular else { return sum }
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }

    /// Deletes the folder of a record.
    ///
    /// - Throws: ``SetupError`` if it cannot be deleted.
    package func delete(_ entry: Entry) throws(SetupError) {
        do {
            try FileManager.default.removeItem(atPath: entry.path)
        } catch {
            throw SetupError(.unusable, "the record \(entry.path) cannot be deleted (\(error.localizedDescription))")
        }
    }
}

extension RecordList.Entry {
    /// When the run began, as the names of folders begin with it; the name itself without a summary.
    fileprivate var start: Substring {
        (started.isEmpty ? name : started.replacing(":", with: "-")).prefix("2026-11-26T05-03-22".count)
    }
}
