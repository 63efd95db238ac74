import Compression
import Foundation
import HAPModel

extension RunFolder {
    /// The name of the journal of a run that has ended.
    package static let sealedName = "run.jsonl.gz"

    /// Replaces the journal of a run that has ended by its compressed form, without bytes that no report needs.
    ///
    /// Until the new files are on disk, the old ones stay.
    ///
    /// - Parameters:
    ///   - events: the whole journal.
    ///   - kept: the numbers of the wire events whose bytes stay.
    /// - Throws: ``RecordError`` if the folder cannot be written; the journal then stays as it was.
    package func seal(_ events: [JournalEvent], keepingBytesOf kept: Set<UInt64>) throws(RecordError) {
        do {
            var lines: [UInt8] = []
            var blobs: [String: [UInt8]] = [:]
            for event in events {
                var event = kept.contains(event.sequence) ? event : event.withoutBytes
                if event.kind == .wire { event.body = Blob.separated(from: event.body) { blobs[$0.name] = $1 } }
                lines += Array(event.line.utf8) + [UInt8(ascii: "\n")]
            }
            for (name, content) in blobs { try write(content, to: "blobs/\(name).gz") }
            try write(lines, to: Self.sealedName)
            let files = FileManager.default
            try files.removeItem(atPath: "\(path)/\(Self.journalName)")
            for name in (try? files.contentsOfDirectory(atPath: "\(path)/blobs")) ?? [] where !name.hasSuffix(".gz") {
                try files.removeItem(atPath: "\(path)/blobs/\(name)")
            }
            if blobs.isEmpty { try? files.removeItem(atPath: "\(path)/blobs") }
        } catch {
            throw RecordError("the journal in \(path) cannot be compressed: \(error)")
        }
    }

    private func write(_ content: [UInt8], to name: String) throws {
        try Data(Gzip.compressed(content)).write(to: URL(fileURLWithPath: "\(path)/\(name)"), options: .atomic)
    }
}
