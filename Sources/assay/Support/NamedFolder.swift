import ArgumentParser
import Glibc
import Reporting

/// A folder that the command line names.
///
/// Whether it can be used is found out before anything is done to an accessory, and who named it hears of it as of any other
/// wrong usage.
struct NamedFolder {
    let path: String
    /// What names it: `--reports`.
    let option: String

    init(path: String, option: String) {
        self.path = path
        self.option = option
    }

    /// The folder of a file that the command line names.
    init(ofFile file: String, option: String) {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) }
        self.init(path: folder.map { $0.isEmpty ? "/" : $0 } ?? ".", option: option)
    }

    /// Makes the folder, with those above it, if it is not there.
    ///
    /// - Throws: an exit with status 2 if it cannot be made, or nothing can be written in it.
    func makeWritable(readableByAll: Bool = true) throws {
        var folder = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            folder += (folder.isEmpty || folder.hasSuffix("/") ? "" : "/") + part
            guard unsafe mkdir(folder, readableByAll ? 0o777 : 0o700) == 0 || errno == EEXIST else {
                throw complaint(errno)
            }
        }
        // A file may have the name; what lies below it can be no folder.
        guard unsafe access(path + "/.", W_OK | X_OK) == 0 else { throw complaint(errno) }
    }

    private func complaint(_ code: Int32) -> ExitCode {
        // The system's own words for it.
        let reason = unsafe String(cString: strerror(code)).lowercased()
        Terminal.complain("the folder \(path) cannot be written (\(reason)); choose another with \(option)")
        return ExitCode(.usage)
    }
}
