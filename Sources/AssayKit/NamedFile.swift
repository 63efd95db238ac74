import Foundation
import MarkedYAML
import SystemPackage

/// A YAML file that the user names, and that must exist.
struct NamedFile {
    let path: String
    /// What it is, for messages: `the profile`.
    let what: String

    /// Reads the file.
    ///
    /// - Parameter remedy: what to do if it does not exist.
    /// - Throws: ``SetupError`` with the reason if it cannot be read or is not UTF-8.
    func text(orElse remedy: String) throws(SetupError) -> String {
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try contents())
        } catch .noSuchFileOrDirectory {
            throw SetupError(.unusable, "\(what) \(path) does not exist; \(remedy)")
        } catch {
            throw SetupError(
                .unusable,
                "\(what) \(path) cannot be read (\("\(error)".lowercased())); name a file that you may read"
            )
        }
        return try SetupError.with(.unusable) { try YAMLText.decode(bytes, file: path) }
    }

    /// Opens the file once: a pipe has nothing for a second reader.
    private func contents() throws(Errno) -> Data {
        let file: FileDescriptor
        do { file = try FileDescriptor.open(FilePath(path), .readOnly) } catch { throw error as? Errno ?? .ioError }
        let handle = FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: true)
        do { return try handle.readToEnd() ?? Data() } catch { throw .isDirectory }
    }
}
