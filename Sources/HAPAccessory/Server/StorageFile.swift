import Glibc

/// Files that only their owner may read.
enum StorageFile {
    /// The file's bytes; `nil` if it does not exist.
    static func read(_ path: String) throws(AccessoryError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { _ = Glibc.close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(file, &piece, piece.count)
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }

    /// Writes the bytes to a new file, syncs it, and replaces the old one.
    static func replace(_ path: String, with bytes: [UInt8]) throws(AccessoryError) {
        let temporary = path + ".new"
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("write", temporary) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest)
            let count = unsafe write(file, piece, piece.count)
            guard count > 0 else {
                _ = Glibc.close(file)
                throw failure("write", temporary)
            }
            rest = rest.dropFirst(count)
        }
        let isSynced = fsync(file) == 0
        guard Glibc.close(file) == 0, isSynced else { throw failure("write", temporary) }
        guard unsafe rename(temporary, path) == 0 else { throw failure("replace", path) }
    }

    static func makeDirectory(_ path: String) throws(AccessoryError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("create the directory", path) }
    }

    static func remove(_ path: String) throws(AccessoryError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
    }

    private static func failure(_ verb: String, _ path: String) -> AccessoryError {
        let reason = unsafe String(cString: strerror(errno))
        return AccessoryError(.storage, "cannot \(verb) \(path): \(reason)")
    }
}
