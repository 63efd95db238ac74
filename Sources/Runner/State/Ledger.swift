import Foundation
package import HAPModel
import Synchronization

/// The changes that the tester must undo, written to disk before they are made. It is the only file with secrets, and
/// no report shows it.
///
/// The controller's key is written before M5 is sent, the old value before a write. `assay recover` and the next run
/// undo the changes of a killed run. Each address has its own ledger, and only the process that holds it works on the
/// accessory there. A debt belongs to an accessory, not to an address: it moves with the accessory
/// (``takeOver(from:isTheirs:)``), and is never applied to another accessory at the old address.
package final class Ledger: Sendable {
    package let path: String
    private let address: String
    private let file: Mutex<FileHandle>
    private let present = Mutex<DeviceID?>(nil)

    /// Opens or creates the ledger of an address. Only its owner can read it, and no other process can open it at the
    /// same time.
    ///
    /// - Parameters:
    ///   - folder: the state folder.
    /// - address: the accessory's address: `127.0.0.1:51826`.
    /// - Throws: ``LedgerError`` if the folder cannot be written, or another process is working on the accessory.
    package convenience init(folder: String, address: String) throws(LedgerError) {
        let name = address.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: attributes
        )
        try self.init(path: "\(folder)/\(Self.prefix)\(String(name))\(Self.suffix)", address: address)
    }

    private static let prefix = "ledger-"
    private static let suffix = ".jsonl"

    private init(path: String, address: String) throws(LedgerError) {
        (self.path, self.address) = (path, address)
        file = Mutex(try Self.hold(path, for: address))
        cutOffHalfLine()
    }

    /// Deletes the file if it holds nothing: an accessory with no changes, or an address without one, leaves no trace.
    deinit {
        file.withLock { handle in
            var status = stat()
            let isEmpty = unsafe fstat(handle.fileDescriptor, &status) == 0 && status.st_size == 0
            // If the folder was removed and made again, the path may name the ledger of another process.
            if isEmpty, Self.isFile(handle, at: path) { unsafe unlink(path) }
        }
    }

    /// Opens or creates the file, and locks it.
    private static func hold(_ path: String, for address: String) throws(LedgerError) -> FileHandle {
        while true {
            let handle: FileHandle
            do {
                handle = try PrivateFile.open(path, O_RDWR | O_CREAT)
            } catch {
                throw LedgerError("the ledger cannot be written: \(error)")
            }
            // The operating system releases the lock when the process ends for any reason.
            guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw LedgerError(
                    "another assay process is working on \(address); wait until it ends, or use --wait; to read, write and watch in one process, use `assay shell`",
                    isHeld: true
                )
            }
            // Another process may have deleted its empty file between the opening and the lock.
            if isFile(handle, at: path) { return handle }
        }
    }

    /// Whether the open file is the one that the path names.
    private static func isFile(_ handle: FileHandle, at path: String) -> Bool {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(handle.fileDescriptor, &open) == 0, unsafe stat(path, &named) == 0 else { return false }
        return open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }

    /// Removes a line that a crash cut off: its change was never made, and the next line must not continue it.
    private func cutOffHalfLine() {
        let data = Self.contents(path)
        guard let last = data.last, last != UInt8(ascii: "\n") else { return }
        let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        file.withLock { try? $0.truncate(atOffset: UInt64(whole)) }
    }

    // MARK: The accessory

    /// The accessory that responds at the address; `nil` until it is known.
    package var accessory: DeviceID? { present.withLock { $0 } }

    /// Sets the accessory that responds at the address. New debts belong to it.
    package func meet(_ accessory: DeviceID) {
        present.withLock { $0 = accessory }
    }

    // MARK: Debts

    /// Writes a debt and waits until it is on disk.
    package func owe(_ id: String, _ kind: Debt.Kind, _ body: JSON) throws(LedgerError) {
        try append(Debt(id: id, kind: kind, address: address, accessory: accessory, body: body).line)
        try waitForDisk()
    }

    /// Assigns a debt to the accessory that M6 has identified, even if another one was assumed before.
    package func name(_ id: String) throws(LedgerError) {
        guard let accessory else { return }
        try append(["debt": .string(id), "accessory": .string(accessory.description)])
        try waitForDisk()
    }

    /// Marks the debt as paid. Only ``compact()`` waits until this is on disk: after a power cut before it, the change may be undone
    /// a second time.
    package func pay(_ id: String) throws(LedgerError) {
        try append(payment(id, accessory))
    }

    private func payment(_ id: String, _ accessory: DeviceID?) -> JSON {
        guard let accessory else { return ["paid": .string(id)] }
        return ["paid": .string(id), "accessory": .string(accessory.description)]
    }

    /// The debts of the accessory, the oldest first; debts of other accessories are left out.
    package func debts() -> [Debt] {
        let accessory = accessory
        return allDebts().filter { !$0.isOwed(toOtherThan: accessory) }
    }

    /// The debts of other accessories that responded at this address before.
    package func debtsToOthers() -> [Debt] {
        let accessory = accessory
        return allDebts().filter { $0.isOwed(toOtherThan: accessory) }
    }

    private func allDebts() -> [Debt] { Self.debts(in: path) }

    /// What the file holds; nothing if it is missing or cannot be used.
    private static func contents(_ path: String) -> Data { ((try? PrivateFile.contents(path)) ?? nil) ?? Data() }

    private static func debts(in path: String) -> [Debt] {
        let data = contents(path)
        var debts: [Debt] = []
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let json = try? JSON.parse(Array(line)) else { continue }
            let accessory = json["accessory"]?.stringValue.flatMap(DeviceID.init)
            if let debt = Debt(json) {
                // A change that is made again is undone once; the first debt has the oldest value.
                let isOwed = debts.contains { $0.id == debt.id && $0.accessory == debt.accessory }
                if !isOwed { debts.append(debt) }
            } else if let id = json["paid"]?.stringValue {
                // The id of a pairing is unique at all addresses. The accessory's Device ID may have changed since.
                debts.removeAll { $0.id == id && ($0.kind == .pairing || !$0.isOwed(toOtherThan: accessory)) }
            } else if let id = json["debt"]?.stringValue {
                for index in debts.indices where debts[index].id == id {
                    debts[index].accessory = accessory
                }
            }
        }
        return debts
    }

    /// Deletes all debts, paid or not, of every accessory.
    package func forget() throws(LedgerError) {
        for debt in allDebts() { try append(payment(debt.id, debt.accessory)) }
        try compact()
    }

    /// Deletes the paid debts if none are open, so that old keys do not stay on disk, and waits until all payments are on disk.
    package func compact() throws(LedgerError) {
        if allDebts().isEmpty { try change { try $0.truncate(atOffset: 0) } }
        try waitForDisk()
    }

    private func append(_ json: JSON) throws(LedgerError) {
        try change { handle in
            try handle.seekToEnd()
            try handle.write(contentsOf: Data((json.serialized() + "\n").utf8))
        }
    }

    private func waitForDisk() throws(LedgerError) {
        try change { try $0.synchronize() }
    }

    private func change(_ body: (FileHandle) throws -> Void) throws(LedgerError) {
        do {
            try file.withLock { handle in try body(handle) }
        } catch {
            throw LedgerError("the ledger \(path) cannot be written: \(error)")
        }
    }

    // MARK: An accessory that has moved

    /// The ledger of another address with debts. It is read but not locked.
    struct Elsewhere {
        var path: String
        var debts: [Debt]
    }

    /// The ledgers of other addresses that hold debts. One that only holds paid debts is emptied.
    func elsewhere() -> [Elsewhere] {
        let file = URL(fileURLWithPath: path)
        let (folder, own) = (file.deletingLastPathComponent().path, file.lastPathComponent)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            let other = "\(folder)/\(name)"
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix), name != own else { return nil }
            let debts = Self.debts(in: other)
            guard debts.isEmpty else { return Elsewhere(path: other, debts: debts) }
            // A run that was killed after it paid its debts leaves them here, and no later run may use this address.
            let isEmpty = Self.contents(other).isEmpty
            if !isEmpty { try? Ledger(path: other, address: name).compact() }
            return nil
        }
    }

    /// Takes over the present accessory's debts from another address.
    ///
    /// - Throws: ``LedgerError`` if a ledger cannot be written, or another process is working on the accessory there.
    func takeOver(from place: Elsewhere, isTheirs: (Debt) -> Bool) throws(LedgerError) {
        guard let accessory, let first = place.debts.first(where: isTheirs) else { return }
        let old = try Ledger(path: place.path, address: first.address)
        for debt in old.allDebts() where isTheirs(debt) {
            // First here, then there: undoing a change twice is harmless, losing it is not.
            try owe("\(debt.id)@\(debt.address)", debt.kind, debt.body)
            try old.append(payment(debt.id, debt.accessory ?? accessory))
        }
        try old.compact()
    }
}

extension Ledger.Debt {
    /// Whether the debt is known to belong to another accessory. `false` if either accessory is unknown.
    func isOwed(toOtherThan present: DeviceID?) -> Bool {
        guard let accessory, let present else { return false }
        return accessory != present
    }
}

/// The ledger cannot be written, so the accessory must not be changed.
package struct LedgerError: Error, CustomStringConvertible {
    package let description: String
    /// Whether another process holds the ledger, which ends with that process.
    package let isHeld: Bool

    init(_ description: String, isHeld: Bool = false) {
        self.description = description
        self.isHeld = isHeld
    }
}
