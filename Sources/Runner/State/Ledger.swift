import Foundation
package import HAPModel
import Synchronization

/// What the tester must put back, written ahead and synced: the only place with secrets, and nothing in it is reported.
///
/// An entry is written before the act that it undoes: the controller's key before M5 leaves, the old value before a write.
/// What a killed run left behind is read by `assay recover` and by the next start. Each accessory has a ledger of its own,
/// and who holds it is the only one that works on the accessory.
package final class Ledger: Sendable {
    /// One thing to undo.
    package struct Debt: Sendable, Hashable {
        package enum Kind: String, Sendable {
            /// A pairing that the tester made, or may have made.
            case pairing
            /// A value that the tester changed.
            case value
        }

        /// Unique in the ledger.
        package var id: String
        package var kind: Kind
        /// Where the accessory was reached: `127.0.0.1:51826`.
        package var accessory: String
        /// What is needed to undo it: keys for a pairing, `{aid, iid, value}` for a value.
        package var body: JSON
    }

    package let path: String
    private let file: Mutex<FileHandle>

    /// Opens the accessory's ledger, or makes it, readable by its owner only; nobody else can open it meanwhile.
    ///
    /// - Parameters:
    ///   - folder: the state folder.
    ///   - accessory: where the accessory is reached: `127.0.0.1:51826`.
    /// - Throws: ``LedgerError`` if the folder cannot be written, or another process works on the accessory.
    package init(folder: String, accessory: String) throws(LedgerError) {
        let name = accessory.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
        path = "\(folder)/ledger-\(String(name)).jsonl"
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: attributes
        )
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        guard let handle = FileHandle(forUpdatingAtPath: path) else {
            throw LedgerError("the ledger \(path) cannot be written; name another folder with --state")
        }
        // The operating system gives it back when the process ends, however it ends.
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw LedgerError("another assay is working on \(accessory): wait for its end, or name another --state")
        }
        file = Mutex(handle)
        cutOffHalfLine()
    }

    /// A line that a crash cut off was not acted on; the next one must not continue it.
    private func cutOffHalfLine() {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        guard let last = data.last, last != UInt8(ascii: "\n") else { return }
        let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        file.withLock { try? $0.truncate(atOffset: UInt64(whole)) }
    }

    /// Writes a debt and waits until it is on disk.
    package func owe(_ debt: Debt) throws(LedgerError) {
        try append([
            "owe": .string(debt.id), "kind": .string(debt.kind.rawValue), "accessory": .string(debt.accessory),
            "body": debt.body,
        ])
    }

    /// Notes that the debt was paid.
    package func pay(_ id: String) throws(LedgerError) {
        try append(["paid": .string(id)])
    }

    /// Everything that is still to be undone, oldest first.
    package func debts() -> [Debt] {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        var debts: [Debt] = []
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let json = try? JSON.parse(Array(line)) else { continue }
            if let id = json["owe"]?.stringValue,
                let kind = json["kind"]?.stringValue.flatMap(Debt.Kind.init(rawValue:))
            {
                debts.append(
                    Debt(
                        id: id,
                        kind: kind,
                        accessory: json["accessory"]?.stringValue ?? "",
                        body: json["body"] ?? .null
                    )
                )
            } else if let id = json["paid"]?.stringValue {
                debts.removeAll { $0.id == id }
            }
        }
        return debts
    }

    /// Forgets every debt, paid or not.
    package func forget() throws(LedgerError) {
        for debt in debts() { try pay(debt.id) }
        try compact()
    }

    /// Forgets what was paid, so that old keys do not stay on disk.
    package func compact() throws(LedgerError) {
        guard debts().isEmpty else { return }
        do {
            try file.withLock { handle in
                try handle.truncate(atOffset: 0)
                try handle.synchronize()
            }
        } catch {
            throw LedgerError("the ledger \(path) cannot be written: \(error)")
        }
    }

    private func append(_ json: JSON) throws(LedgerError) {
        do {
            try file.withLock { handle in
                try handle.seekToEnd()
                try handle.write(contentsOf: Data((json.serialized() + "\n").utf8))
                try handle.synchronize()
            }
        } catch {
            throw LedgerError("the ledger \(path) cannot be written: \(error)")
        }
    }
}

/// The ledger cannot be kept, so nothing may be changed at the accessory.
package struct LedgerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
