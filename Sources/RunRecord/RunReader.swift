import Compression
import Foundation
import HAPModel

/// Reads a run's journal, also one that a crash cut off. Bodies from `blobs/` are restored into their events.
package struct RunReader: Sendable {
    package let events: [JournalEvent]
    /// How many events could not be read: the last one of a run that was killed, usually.
    package let unreadable: Int

    /// - Parameter path: the run's folder, or its journal: `run.jsonl`, or `run.jsonl.gz` of a run that has ended.
    /// - Throws: ``RecordError`` if the journal is missing, does not start with a header, has another schema, or if lines in the
    ///   middle of it are missing or repeated.
    package init(path: String) throws(RecordError) {
        let (file, data, isWhole) = try Self.journal(path)
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        var events: [JournalEvent] = []
        var unreadable = isWhole ? 0 : 1
        var count = EventCount()
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            guard let json = try? JSON.parse(Array(line), maximumDepth: .max) else {
                // The end of a compressed journal that was cut off is counted already.
                if isWhole || line.endIndex < data.endIndex { unreadable += 1 }
                count.takeUnreadable()
                continue
            }
            let (values, missing) = PackedEvents.events(json) ?? (values: [json], missing: 0)
            for value in values {
                count.take(value, line: index + 1)
                guard var event = JournalEvent(value) else {
                    unreadable += 1
                    continue
                }
                if event.kind == .wire { event.body = Self.withBulk(event.body, below: folder) }
                events.append(event)
            }
            if missing > 0 {
                unreadable += missing
                count.takeUnreadable()
            }
        }
        if events.isEmpty, !isWhole {
            throw RecordError(
                "\(file) is cut off or damaged in its first line; copy the whole file, or make the record again"
            )
        }
        guard let header = events.first, header.kind == .header else {
            throw RecordError("\(file) does not start with the header of a journal")
        }
        try JournalSchema.check(header.body, of: file)
        if let problem = count.problem {
            throw RecordError("\(file) is damaged: \(problem); copy the whole file, or make the record again")
        }
        self.events = events
        self.unreadable = unreadable
    }

    /// The text of the journal, whether it is compressed or not, and whether it is whole.
    private static func journal(_ path: String) throws(RecordError) -> (file: String, text: [UInt8], isWhole: Bool) {
        let plain = "\(path)/\(RunFolder.journalName)"
        let names = path.hasSuffix(".jsonl") || path.hasSuffix(".gz") ? [path] : [plain, plain + ".gz"]
        for file in names {
            guard let data = FileManager.default.contents(atPath: file) else { continue }
            guard file.hasSuffix(".gz") else { return (file, Array(data), true) }
            do throws(GzipError) {
                let (text, isWhole) = try Gzip.expanded(Array(data))
                return (file, text, isWhole)
            } catch {
                throw RecordError("\(file) cannot be read: \(error)")
            }
        }
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let problem =
            if !exists { "\(path) does not exist" } else if isFolder.boolValue {
                "\(path) has neither \(RunFolder.journalName) nor \(RunFolder.sealedName) in it that can be read"
            } else if names == [path] { "\(path) cannot be read" } else { "\(path) is not the record of a run" }
        throw RecordError("\(problem); name the folder of a run, such as Reports/latest")
    }

    private static func withBulk(_ body: JSON, below folder: String) -> JSON {
        guard case .object(var object) = body else { return body }
        for index in object.members.indices {
            if let content = Blob(object.members[index].value)?.content(below: folder) {
                object.members[index].value = content
            }
        }
        return .object(object)
    }
}
