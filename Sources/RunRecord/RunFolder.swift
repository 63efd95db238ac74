import Foundation
import HAPModel
import Synchronization

/// The folder of one run: `run.jsonl`, and `blobs/` with bodies that are too large for a line.
///
/// It writes events unchanged: the ``Journal`` has already removed all secrets.
package final class RunFolder: JournalSink {
    /// Bodies of wire events above this size go to `blobs/`.
    package static let blobThreshold = 4096

    package let path: String
    private let file: Mutex<FileHandle>

    /// Makes the folder and the journal in it.
    ///
    /// - Parameter path: the run's folder; it must not hold a journal yet.
    /// - Throws: ``RecordError`` if the folder cannot be written.
    package init(path: String) throws(RecordError) {
        self.path = path
        let journal = path + "/run.jsonl"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw RecordError(
                "the folder \(path) cannot be created (\(error.localizedDescription)); choose another folder with --reports"
            )
        }
        guard FileManager.default.createFile(atPath: journal, contents: nil),
            let handle = FileHandle(forWritingAtPath: journal)
        else {
            throw RecordError("\(journal) cannot be written; choose another folder with --reports")
        }
        file = Mutex(handle)
    }

    /// Appends the event's line; large bodies go to `blobs/`.
    package func write(_ event: JournalEvent) throws {
        var event = event
        if event.kind == .wire { event.body = try withoutBulk(event.body) }
        let line = event.line + "\n"
        try file.withLock { try $0.write(contentsOf: Data(line.utf8)) }
    }

    /// Moves the large members of a wire event to `blobs/`, and leaves references to them.
    private func withoutBulk(_ body: JSON) throws -> JSON {
        guard case .object(var object) = body else { return body }
        for index in object.members.indices {
            let text: String
            let isText: Bool
            switch object.members[index].value {
            case .string(let value): (text, isText) = (value, true)
            case .array, .object: (text, isText) = (object.members[index].value.serialized(), false)
            case .null, .bool, .number: continue
            }
            guard text.utf8.count > Self.blobThreshold else { continue }
            let bytes = Array(text.utf8)
            let blob = Blob(name: ContentDigest.text(bytes), bytes: bytes.count, isText: isText)
            try blob.write(bytes, below: path)
            object.members[index].value = blob.json
        }
        return .object(object)
    }
}

/// The journal of a run could not be read or written.
package struct RecordError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
