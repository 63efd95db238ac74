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
            var blobs: Set<String> = []
            func sealed(_ event: JournalEvent) throws -> JournalEvent {
                var event = kept.contains(event.sequence) ? event : event.withoutBytes
                guard event.kind == .wire else { return event }
                event.body = try Blob.separated(from: event.body) { blob, content in
                    guard blobs.insert(blob.name).inserted else { return }
                    try write(to: "blobs/\(blob.name).gz") { try $0(content) }
                }
                return event
            }
            try write(to: Self.sealedName) { write in
                func add(line: String) throws { try write(Array("\(line)\n".utf8)) }
                // The header stays a line, for readers that only want to know what the record is.
                for event in events.prefix(1) { try add(line: sealed(event).line) }
                var waiting: [JournalEvent] = []
                for event in events.dropFirst() {
                    waiting.append(try sealed(event))
                    guard waiting.count == PackedEvents.count else { continue }
                    try add(line: PackedEvents.line(waiting[...]))
                    waiting.removeAll()
                }
                for event in waiting { try add(line: event.line) }
            }
            let files = FileManager.default
            try files.removeItem(atPath: "\(path)/\(Self.journalName)")
            for name in (try? files.contentsOfDirectory(atPath: "\(path)/blobs")) ?? [] where !name.hasSuffix(".gz") {
                try files.removeItem(atPath: "\(path)/blobs/\(name)")
            }
            if blobs.isEmpty { try? files.removeItem(atPath: "\(path)/blobs") }
        } catch {
            throw RecordError("the journal in \(path) cannot be compressed: \(RecordError.reason(error))")
        }
    }

    /// Writes a compressed file, piece by piece: the journal of a large run takes more memory as a whole than the run itself. The
    /// file has its name when it is complete.
    private func write(to name: String, _ fill: (_ add: ([UInt8]) throws -> Void) throws -> Void) throws {
        let (file, partial) = ("\(path)/\(name)", "\(path)/\(name).partial")
        let files = FileManager.default
        guard files.createFile(atPath: partial, contents: nil), let handle = FileHandle(forWritingAtPath: partial)
        else {
            throw RecordError("\(partial) cannot be written")
        }
        do {
            defer { try? handle.close() }
            let compressor = try GzipCompressor()
            var text: [UInt8] = []
            func put(_ bytes: [UInt8]) throws {
                if !bytes.isEmpty { try handle.write(contentsOf: Data(bytes)) }
            }
            try fill { piece in
                text += piece
                guard text.count >= Self.pieceSize else { return }
                try put(compressor.add(text))
                text.removeAll(keepingCapacity: true)
            }
            try put(compressor.add(text) + compressor.finish())
        } catch {
            try? files.removeItem(atPath: partial)
            throw error
        }
        if files.fileExists(atPath: file) { try files.removeItem(atPath: file) }
        try files.moveItem(atPath: partial, toPath: file)
    }

    /// How many bytes are compressed at a time.
    private static let pieceSize = 1 << 18
}
