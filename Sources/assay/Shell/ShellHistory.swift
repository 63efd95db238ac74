import AssayKit
import Foundation

/// The lines that were entered in earlier shells, kept in the state folder.
struct ShellHistory {
    private let path: String

    /// The number of lines that are kept.
    private static let longest = 500

    /// - Parameter folder: the state folder.
    init(in folder: StateFolder) {
        path = folder.path + "/shell-history"
    }

    var lines: [String] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Keeps the lines. Without access to the folder, they are lost.
    func keep(_ lines: [String]) {
        let text = lines.suffix(Self.longest).map { $0 + "\n" }.joined()
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else { return }
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
