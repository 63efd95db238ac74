import Foundation
import Glibc

/// Writes report files so that a reader never finds a partial one.
package enum ReportFile {
    /// Writes the bytes to a temporary file beside `path`, waits until they are on disk, and renames the file to
    /// `path`.
    ///
    /// Missing folders are created. An older report stays until the new one is complete.
    package static func write(_ bytes: [UInt8], to path: String) throws(ReportError) {
        do throws(Errno) {
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
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { throw Errno.current }
            } else {
                rest = rest.dropFirst(count)
            }
        }
        try check(fsync(file))
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
