import Foundation
import HAPModel

/// Reads a run's journal, also one that a crash cut off. Bodies from `blobs/` are restored into their events.
package struct RunReader: Sendable {
    package let events: [JournalEvent]
    /// Lines that could not be read: the last one of a run that was killed, usually.
    package let unreadable: Int

    /// - Parameter path: the run's folder, or its `run.jsonl`.
    /// - Throws: ``RecordError`` if the journal is missing, does not start with a header, or has another schema.
    package init(path: String) throws(RecordError) {
        let file = path.hasSuffix(".jsonl") ? path : path + "/run.jsonl"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw RecordError("\(file) cannot be read; name the folder of a run, such as Reports/latest")
        }
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        var events: [JournalEvent] = []
        var unreadable = 0
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard var event = JournalEvent(line: Array(line)) else {
                unreadable += 1
                continue
            }
            if event.kind == .wire { event.body = Self.withBulk(event.body, below: folder) }
            events.append(event)
        }
        guard let header = events.first, header.kind == .header else {
            throw RecordError("\(file) does not start with the header of a journal")
        }
        try JournalSchema.check(header.body, of: file)
        self.events = events
        self.unreadable = unreadable
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
