import Foundation
package import HAPModel
import Synchronization

/// What the tester must put back, written ahead and synced: the only place with secrets, and nothing in it is reported.
///
/// An entry is written before the act that it undoes: the controller's key before M5 leaves, the old value before a write.
/// What a killed run left behind is read by `assay recover` and by the next start. Each address has a ledger of its own,
/// and who holds it is the only one that works on the accessory there. What is owed is owed to an accessory, though: one
/// that has moved takes it along (``takeOver(from:isTheirs:)``), and another one that answers at its old address gets
/// nothing of it.
package final class Ledger: Sendable {
    package let path: String
    private let address: String
    private let file: Mutex<FileHandle>
    private let present = Mutex<DeviceID?>(nil)

    /// Opens the ledger of an address, or makes it, readable by its owner only; nobody else can open it meanwhile.
    ///
    /// - Parameters:
    ///   - folder: the state folder.
    ///   - address: where the accessory is reached: `127.0.0.1:51826`.
    /// - Throws: ``LedgerError`` if the folder cannot be written, or another process works on the accessory.
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
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        guard let handle = FileHandle(forUpdatingAtPath: path) else {
            throw LedgerError("the ledger \(path) cannot be written; name another folder with --state")
        }
        // The operating system gives it back when the process ends, however it ends.
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw LedgerError("another assay is working on \(address): wait for its end, or name another --state")
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

    // MARK: Who is there

    /// Who answers at the address; `nil` as long as nobody knows.
    package var accessory: DeviceID? { present.withLock { $0 } }

    /// Notes who answers at the address: what is owed from now on is owed to it.
    package func meet(_ accessory: DeviceID) {
        present.withLock { $0 = accessory }
    }

    // MARK: Debts

    /// Writes a debt and waits until it is on disk.
    package func owe(_ id: String, _ kind: Debt.Kind, _ body: JSON) throws(LedgerError) {
        try append(Debt(id: id, kind: kind, address: address, accessory: accessory, body: body).line)
    }

    /// Notes that a debt is owed to who is there, whoever was taken for it when the debt was made: M6 has proven it.
    package func name(_ id: String) throws(LedgerError) {
        guard let accessory else { return }
        try append(["debt": .string(id), "accessory": .string(accessory.description)])
    }

    /// Notes that the accessory's debt was paid.
    package func pay(_ id: String) throws(LedgerError) {
        try append(payment(id, accessory))
    }

    private func payment(_ id: String, _ accessory: DeviceID?) -> JSON {
        guard let accessory else { return ["paid": .string(id)] }
        return ["paid": .string(id), "accessory": .string(accessory.description)]
    }

    /// Everything that is still to be undone at the accessory, oldest first: all but what another one is owed.
    package func debts() -> [Debt] {
        let accessory = accessory
        return allDebts().filter { !$0.isOwed(toOtherThan: accessory) }
    }

    /// What accessories are owed that answered at this address before the one that is there now.
    package func debtsToOthers() -> [Debt] {
        let accessory = accessory
        return allDebts().filter { $0.isOwed(toOtherThan: accessory) }
    }

    private func allDebts() -> [Debt] { Self.debts(in: path) }

    private static func debts(in path: String) -> [Debt] {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        var debts: [Debt] = []
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let json = try? JSON.parse(Array(line)) else { continue }
            let accessory = json["accessory"]?.stringValue.flatMap(DeviceID.init)
            if let debt = Debt(json) {
                debts.append(debt)
            } else if let id = json["paid"]?.stringValue {
                // A pairing's name is unique wherever it was made; an accessory may have taken another Device ID since.
                debts.removeAll { $0.id == id && ($0.kind == .pairing || !$0.isOwed(toOtherThan: accessory)) }
            } else if let id = json["debt"]?.stringValue {
                for index in debts.indices where debts[index].id == id {
                    debts[index].accessory = accessory
                }
            }
        }
        return debts
    }

    /// Forgets every debt, paid or not, to whomever.
    package func forget() throws(LedgerError) {
        for debt in allDebts() { try append(payment(debt.id, debt.accessory)) }
        try compact()
    }

    /// Forgets what was paid once nothing is owed, so that old keys do not stay on disk.
    package func compact() throws(LedgerError) {
        guard allDebts().isEmpty else { return }
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

    // MARK: An accessory that has moved

    /// A ledger of another address that holds debts; it is read, and not held.
    struct Elsewhere {
        var path: String
        var debts: [Debt]
    }

    /// The ledgers of other addresses that hold debts; one that holds only what was paid is emptied.
    func elsewhere() -> [Elsewhere] {
        let file = URL(fileURLWithPath: path)
        let (folder, own) = (file.deletingLastPathComponent().path, file.lastPathComponent)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            let other = "\(folder)/\(name)"
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix), name != own else { return nil }
            let debts = Self.debts(in: other)
            guard debts.isEmpty else { return Elsewhere(path: other, debts: debts) }
            // Where a run was killed when it had paid, what was paid still stands there; nobody may come back for it.
            let isEmpty = FileManager.default.contents(atPath: other)?.isEmpty ?? true
            if !isEmpty { try? Ledger(path: other, address: name).compact() }
            return nil
        }
    }

    /// Takes over what the accessory that is there now was owed at another address.
    ///
    /// - Throws: ``LedgerError`` if a ledger cannot be written, or another process works on the accessory there.
    func takeOver(from place: Elsewhere, isTheirs: (Debt) -> Bool) throws(LedgerError) {
        guard let accessory, let first = place.debts.first(where: isTheirs) else { return }
        let old = try Ledger(path: place.path, address: first.address)
        for debt in old.allDebts() where isTheirs(debt) {
            // Here first: what stands in both is undone twice, what stands in none never.
            try owe("\(debt.id)@\(debt.address)", debt.kind, debt.body)
            try old.append(payment(debt.id, debt.accessory ?? accessory))
        }
        try old.compact()
    }
}

extension Ledger.Debt {
    /// Whether it is known to be owed to another accessory than this one; nobody is another than one who is not known.
    func isOwed(toOtherThan present: DeviceID?) -> Bool {
        guard let accessory, let present else { return false }
        return accessory != present
    }
}

/// The ledger cannot be kept, so nothing may be changed at the accessory.
package struct LedgerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
