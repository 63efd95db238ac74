import Foundation

/// A file with secrets in the state folder: it belongs to the user, only the user can read it, and it is never a link
/// to another file.
enum PrivateFile {
    /// Opens the file. It gets the mode 0600 if others could read or write it.
    ///
    /// - Parameter flags: how to open it, as for `open(2)`; with `O_CREAT` a missing file is made.
    /// - Throws: ``PrivateFileError`` if it is a symbolic link, no regular file, or the file of another user, and if it
    ///   cannot be opened.
    static func open(_ path: String, _ flags: Int32) throws(PrivateFileError) -> FileHandle {
        let descriptor = unsafe Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            if errno == ELOOP { throw PrivateFileError(path, "it is a symbolic link") }
            throw PrivateFileError(
                path,
                unsafe String(cString: strerror(errno)).lowercased(),
                isMissing: errno == ENOENT
            )
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw PrivateFileError(path, "it is not a regular file")
        }
        guard status.st_uid == geteuid() else { throw PrivateFileError(path, "it belongs to another user") }
        guard status.st_mode & 0o177 == 0 || fchmod(descriptor, 0o600) == 0 else {
            throw PrivateFileError(path, "others can read it, and its mode cannot be changed")
        }
        return handle
    }

    /// The content; `nil` if the file is missing.
    static func contents(_ path: String) throws(PrivateFileError) -> Data? {
        do {
            let handle = try open(path, O_RDONLY)
            return try? handle.readToEnd() ?? Data()
        } catch  where error.isMissing {
            return nil
        }
    }
}

/// A file with secrets cannot be used.
struct PrivateFileError: Error, CustomStringConvertible {
    let description: String
    /// Whether the file does not exist.
    let isMissing: Bool

    init(_ path: String, _ reason: String, isMissing: Bool = false) {
        description = "the file \(path) cannot be used (\(reason)); name another folder with --state"
        self.isMissing = isMissing
    }
}
