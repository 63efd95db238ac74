import Foundation
import Glibc

/// What the path of a report names, over all links: a file, which a complete report replaces, or what must be written to.
package struct ReportPlace: Sendable, Hashable {
    /// The path after the last link; the folder or the file may be missing.
    package let path: String
    /// Whether it is written to and never replaced: a device, a pipe, or an open descriptor, also one of a regular file.
    package let isStream: Bool
    /// The number of this process's descriptor that the path names.
    let descriptor: Int32?

    /// As many links as the system follows.
    private static let mostLinks = 40

    package init(_ path: String) {
        var place = path
        for _ in 0...Self.mostLinks {
            let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
            let name = String(place.dropFirst(folder.count))
            if let open = Self.descriptors(folder), let kind = Self.kind("\(open)/\(name)"), kind != S_IFDIR {
                // The name of an open descriptor is a link, too: its file must stay the one that is open.
                self.init("\(open)/\(name)", isStream: true, open == "/proc/\(getpid())/fd" ? Int32(name) : nil)
                return
            }
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
                self.init(place, isStream: Self.kind(place).map { ![S_IFREG, S_IFDIR].contains($0) } ?? false)
                return
            }
            place = next.hasPrefix("/") ? next : folder + next
        }
        // Links in a circle: opening the path fails, and the system says why.
        self.init(path, isStream: true)
    }

    private init(_ path: String, isStream: Bool, _ descriptor: Int32? = nil) {
        (self.path, self.isStream, self.descriptor) = (path, isStream, descriptor)
    }

    /// The folder's real path if it holds the open descriptors of a process, as `/dev/fd` does; `nil` for any other.
    private static func descriptors(_ folder: String) -> String? {
        guard let real = realpath(folder.isEmpty ? "." : folder, nil) else { return nil }
        defer { free(real) }
        let path = String(cString: real)
        return path.hasPrefix("/proc/") && path.hasSuffix("/fd") ? path : nil
    }

    /// The kind of file that the path names; `nil` if there is none.
    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
