import Foundation
import HAPModel
import Synchronization

/// The folder of one run: `run.jsonl`, and `blobs/` with bodies that are too large for a line.
///
/// It writes events unchanged: the ``Journal`` has already removed all secrets. After the run, ``seal(_:keepingBytesOf:)``
/// replaces the journal by its compressed form.
package final class RunFolder: JournalSink {
    package let path: String
    private let file: Mutex<FileHandle>
    /// The folders around it that were made for it, the inner ones first.
    private let made: [String]

    /// Makes the folder and the journal in it.
    ///
    /// - Parameter path: the run's folder; it must not hold a journal yet.
    /// - Throws: ``RecordError`` if the folder cannot be written.
    package init(path: String) throws(RecordError) {
        self.path = path
        made = Self.missingFolders(around: path)
        let journal = "\(path)/\(Self.journalName)"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw RecordError(
                "the folder \(path) cannot be created (\(RecordError.reason(error))); choose another folder with --reports"
            )
        }
        guard FileManager.default.createFile(atPath: journal, contents: nil),
            let handle = FileHandle(forWritingAtPath: journal)
        else {
            throw RecordError("\(journal) cannot be written; choose another folder with --reports")
        }
        // The lock lasts as long as the run, however it ends.
        _ = flock(handle.fileDescriptor, LOCK_EX | LOCK_NB)
        file = Mutex(handle)
    }

    /// Whether a process is writing the journal of the folder now.
    package static func isInProgress(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: "\(path)/\(journalName)") else { return false }
        // Where files cannot be locked, no lock is held.
        return flock(handle.fileDescriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Whether the folder has the journal of a run, compressed or not.
    package static func holdsJournal(_ path: String) -> Bool {
        [journalName, sealedName].contains { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
    }

    /// The name of the journal while the run continues.
    static let journalName = "run.jsonl"

    /// Deletes the folder of a run that has nothing to record, and those that were made for it, if nothing else is in them.
    package func delete() throws {
        try FileManager.default.removeItem(atPath: path)
        for folder in made where unsafe rmdir(folder) != 0 { return }
    }

    private static func missingFolders(around path: String) -> [String] {
        var missing: [String] = []
        var rest = path[...]
        while let end = rest.lastIndex(of: "/"), end > rest.startIndex {
            rest = rest[..<end]
            guard !FileManager.default.fileExists(atPath: String(rest)) else { break }
            missing.append(String(rest))
        }
        return missing
    }

    /// Appends the event's line; large bodies go to `blobs/`.
    ///
    /// - Throws: ``RecordError`` with the system's reason.
    package func write(_ event: JournalEvent) throws {
        do {
            var body = event.body
            if event.kind == .wire { body = try Blob.separated(from: body) { try $0.write($1, below: path) } }
            let line = event.json(with: body).serialized() + "\n"
            try file.withLock { try $0.write(contentsOf: Data(line.utf8)) }
        } catch {
            throw RecordError(RecordError.reason(error))
        }
    }
}

/// The journal of a run could not be read or written.
package struct RecordError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// The system's words for why a file could not be written: `no space left on device`.
    static func reason(_ error: any Error) -> String {
        if let error = error as? RecordError { return error.description }
        let cause = (error as? CocoaError)?.underlying ?? error
        guard let code = (cause as? POSIXError)?.code ?? (cause as NSError).posixCode else {
            return error.localizedDescription
        }
        return unsafe String(cString: strerror(code.rawValue)).lowercased()
    }
}

extension NSError {
    /// The system's error, if it is one.
    fileprivate var posixCode: POSIXErrorCode? {
        domain == NSPOSIXErrorDomain ? POSIXErrorCode(rawValue: Int32(code)) : nil
    }
}
