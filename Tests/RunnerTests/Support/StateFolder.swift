import Foundation

/// A state folder that does not exist yet, and is removed afterwards.
enum StateFolder {
    static func with<Value>(_ body: (String) throws -> Value) rethrows -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-state-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.path)
    }
}
