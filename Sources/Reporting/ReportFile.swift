import Foundation
import Glibc

/// Writes report files so that a reader never finds a partial one.
package enum ReportFile {
    /// Writes the bytes to a temporary file beside `path`, waits until they are on disk, and renames the file to
    /// `path`.
    ///
    /// Missing folders are created. An older report stays until the new one is complete. A device, a pipe or a descriptor,
    /// such as `/dev/stdout`, is written to, and a link keeps its place, even if what it names is missing.
    package static func write(_ bytes: [UInt8], to path: String) throws(ReportError) {
        do throws(Errno) {
            let place = ReportPlace(path)
            if place.isStream { return try writeStream(bytes, to: place) }
            let path = place.path
            if let folder = path.lastIndex(of: "/").map({ String(path[..<$0]) }), !folder.isEmpty {
                try makeFolder(folder)
            }
            let temporary = "\(path).\(UUID().uuidString).tmp"
            do throws(Errno) {
                try writeWhole(bytes, to: temporary)
                try check(rename(temporary, path))
            } catch {
                unlink(temporary)
                throw error
            }
        } catch {
            throw ReportError(
                .unwritable,
                "the report \(CleanText(path, limit: 400).string) cannot be written (\(error.words)); "
                    + "choose another folder"
            )
        }
    }

    /// Writes to what is there, in the order of the bytes. A pipe without a reader is an error, not a wait.
    private static func writeStream(_ bytes: [UInt8], to place: ReportPlace) throws(Errno) {
        // A socket, which standard output may be, cannot be opened.
        let own = place.descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        let file = own ?? open(place.path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        try check(file)
        defer { close(file) }
        try write(bytes, to: file)
    }

    /// How many milliseconds the reader of a pipe may take to read on.
    private static let longestWait: Int32 = 30_000

    private static func makeFolder(_ path: String) throws(Errno) {
        var folder = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            folder += (folder.isEmpty || folder.hasSuffix("/") ? "" : "/") + part
            if mkdir(folder, 0o777) != 0, errno != EEXIST { throw Errno.current }
        }
    }

    private static func writeWhole(_ bytes: [UInt8], to path: String) throws(Errno) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        try check(file)
        defer { close(file) }
        try write(bytes, to: file)
        try check(fsync(file))
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                if poll(&waiting, 1, longestWait) == 0 { throw Errno(code: ETIMEDOUT) }
            } else if errno != EINTR {
                throw Errno.current
            }
        }
    }

    private static func check(_ result: Int32) throws(Errno) {
        if result < 0 { throw Errno.current }
    }
}

/// The system's reason for a failed call.
private struct Errno: Error {
    let code: Int32

    static var current: Errno { Errno(code: errno) }

    /// `permission denied`.
    var words: String { String(cString: strerror(code)).lowercased() }
}
