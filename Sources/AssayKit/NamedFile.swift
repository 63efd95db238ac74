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
        } catch .fileTooLarge {
            throw SetupError(.unusable, "\(what) \(path) is larger than \(Self.limit >> 20) MB; name the right file")
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
        var data = Data()
        do {
            // A device such as /dev/zero has no end.
            while data.count <= Self.limit, let block = try handle.read(upToCount: 1 << 20), !block.isEmpty {
                data += block
            }
        } catch { throw .isDirectory }
        guard data.count <= Self.limit else { throw .fileTooLarge }
        return data
    }

    /// The largest file, in bytes: far more than a person writes.
    private static let limit = 64 << 20
}
