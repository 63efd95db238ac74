import Glibc
import Reporting

/// A folder that the user names.
///
/// Whether it is usable is checked before the run changes anything on an accessory.
package struct NamedFolder: Sendable, Hashable {
    package let path: String
    /// The option that names it: `--reports`.
    package let option: String

    package init(path: String, option: String) {
        self.path = path
        self.option = option
    }

    /// Checks that a file that the user names can be written, and makes its folder.
    ///
    /// - Throws: ``SetupError`` if the path is a folder, or if no file can be written there.
    package static func checkFile(_ file: String, option: String) throws(SetupError) {
        try checkNamed(file, "file", option: option)
        // Where other programs write to the standard output, a file of this name is not what the user expects.
        if file == "-" { throw SetupError(.unusable, "\(option) has no form `-`; name a file, or /dev/stdout") }
        let place = ReportPlace(file)
        if place.isStream {
            guard unsafe access(place.path, W_OK) == 0 else {
                throw SetupError(.unusable, "\(file) cannot be written (\(reason(errno))); name a file with \(option)")
            }
            return
        }
        try NamedFolder(ofFile: place.path, option: option).makeWritable()
        var status = stat()
        guard unsafe stat(place.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        throw SetupError(.unusable, "\(file) is a folder; name a file with \(option)")
    }

    /// Checks that a file to which something is added can be written, and makes its folder.
    ///
    /// - Throws: ``SetupError`` if it exists and is read-only, or if no file can be made there.
    package static func checkAddition(to file: String, option: String) throws(SetupError) {
        try checkNamed(file, "file", option: option)
        try NamedFolder(ofFile: file, option: option).makeWritable()
        guard unsafe access(file, F_OK) == 0, unsafe access(file, W_OK) != 0 else { return }
        throw SetupError(.unusable, "\(file) cannot be written (\(reason(errno))); name another file with \(option)")
    }

    /// An unset variable of a script leaves an empty text, which the system would take for the current folder.
    private static func checkNamed(_ path: String, _ what: String, option: String) throws(SetupError) {
        if path.isEmpty { throw SetupError(.unusable, "\(option) is empty; name a \(what) with it") }
    }

    /// The folder of a file that the user names.
    package init(ofFile file: String, option: String) {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) }
        self.init(path: folder.map { $0.isEmpty ? "/" : $0 } ?? ".", option: option)
    }

    /// Makes the folder and its parents if they are missing.
    ///
    /// - Parameter readableByAll: `false` for a folder with secrets, which must belong to the user alone.
    /// - Throws: ``SetupError`` if it cannot be made, if it has no write access, or if others have access to its secrets.
    package func makeWritable(readableByAll: Bool = true) throws(SetupError) {
        try Self.checkNamed(path, "folder", option: option)
        var folder = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            folder += (folder.isEmpty || folder.hasSuffix("/") ? "" : "/") + part
            guard unsafe mkdir(folder, readableByAll ? 0o777 : 0o700) == 0 || errno == EEXIST else {
                throw complaint(errno)
            }
        }
        try tryFile(in: path)
        if !readableByAll { try checkOwner() }
    }

    /// Checks that the folder can be written, or can be made, without making it: what is refused later leaves no empty folder.
    ///
    /// - Throws: ``SetupError`` if it cannot.
    package func checkWritable() throws(SetupError) {
        try Self.checkNamed(path, "folder", option: option)
        var folder = path
        while unsafe access(folder, F_OK) != 0 {
            let code = errno
            var link = stat()
            // A link to nothing exists itself, so no folder can be made in its place.
            guard code == ENOENT, unsafe lstat(folder, &link) != 0 else { throw complaint(code) }
            folder = NamedFolder(ofFile: folder, option: option).path
        }
        try tryFile(in: folder)
    }

    /// Makes a file and deletes it: the permissions do not say that `/proc` takes no files, also from the superuser.
    private func tryFile(in folder: String) throws(SetupError) {
        let name = "\(folder)/.assay-\(UInt64.random(in: 0...UInt64.max))"
        let file = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw complaint(errno) }
        close(file)
        unsafe unlink(name)
    }

    /// Checks that no other user can put files into the folder, which holds secrets.
    private func checkOwner() throws(SetupError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw complaint(errno) }
        guard status.st_uid == geteuid() else {
            throw SetupError(.unusable, "the folder \(path) belongs to another user; choose another with \(option)")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw SetupError(
                .unusable,
                "other users can write to the folder \(path), which holds keys; "
                    + "remove their access with `chmod go-w`, or choose another with \(option)"
            )
        }
    }

    private func complaint(_ code: Int32) -> SetupError {
        SetupError(
            .unusable,
            "the folder \(path) cannot be written (\(Self.reason(code))); choose another with \(option)"
        )
    }

    /// The reason in the system's words.
    private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)).lowercased() }
}
