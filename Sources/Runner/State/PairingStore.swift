import Foundation
import HAPCrypto
import HAPModel
package import HAPPairing

/// The pairings that `assay pair` keeps, by the accessory's Device ID. Only their owner can read them, and no report
/// shows them.
package struct PairingStore: Sendable {
    let path: String

    /// A kept pairing.
    package struct Kept: Sendable {
        package var pairing: AccessoryPairing
        /// The accessory's address when it was paired: `127.0.0.1:51826`.
        package var address: String

        /// Whether the pairing is with this accessory.
        func isWith(_ accessory: DeviceID) -> Bool { DeviceID(pairing.accessoryID) == accessory }
    }

    /// - Parameter folder: the state folder.
    package init(folder: String) {
        path = folder + "/pairings.json"
    }

    /// The kept pairings, the oldest first.
    ///
    /// - Throws: ``PairingStoreError`` if the file exists but cannot be parsed: continuing without its pairings would
    ///   lose them.
    package func pairings() throws(PairingStoreError) -> [Kept] {
        var kept: [Kept] = []
        for member in try contents().members {
            let one = try read(member.value, under: member.key)
            // An accessory that could be paired again had lost its pairings, so the older pairing is invalid.
            kept.removeAll { $0.pairing.accessoryID == one.pairing.accessoryID }
            kept.append(one)
        }
        return kept
    }

    /// Keeps the pairing, and replaces an older one with the same accessory.
    ///
    /// - Throws: ``PairingStoreError`` if the folder cannot be written, or the kept pairings cannot be parsed.
    package func keep(_ pairing: AccessoryPairing, at address: String) throws(PairingStoreError) {
        try replace(pairing.accessoryID, by: Kept(pairing: pairing, address: address))
    }

    /// Removes the pairing from the store.
    ///
    /// - Throws: ``PairingStoreError`` if the folder cannot be written, or the kept pairings cannot be parsed.
    package func forget(_ pairing: AccessoryPairing) throws(PairingStoreError) {
        try replace(pairing.accessoryID, by: nil)
    }

    private func replace(_ accessoryID: String, by fresh: Kept?) throws(PairingStoreError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // Another process may be keeping a pairing with another accessory. The lock is a separate file, because this
        // one is replaced.
        let lock = try emptied(path + ".lock")
        guard flock(lock.fileDescriptor, LOCK_EX) == 0 else { throw .unwritable(path) }
        defer { try? lock.close() }
        let kept = try pairings().filter { $0.pairing.accessoryID != accessoryID } + (fresh.map { [$0] } ?? [])
        let members = kept.map { JSONObject.Member(key: $0.pairing.accessoryID, value: written($0)) }
        try write(JSON.object(JSONObject(members: members)).pretty())
    }

    private func written(_ kept: Kept) -> JSON {
        let (pairing, controller) = (kept.pairing, kept.pairing.controller)
        return [
            "address": .string(kept.address), "accessory-key": .string(Hex.encode(pairing.accessoryLTPK)),
            "identifier": .string(controller.pairingID),
            "seed": .string(controller.keyPair.seed.withBytes { Hex.encode($0) }),
        ]
    }

    private func read(_ entry: JSON, under key: String) throws(PairingStoreError) -> Kept {
        // Older files have the address as the key, and the accessory inside the entry.
        let (accessory, address) =
            entry["accessory"].map { ($0.stringValue, key) } ?? (key, entry["address"]?.stringValue)
        guard let accessory, let address, let identifier = entry["identifier"]?.stringValue,
            let seed = entry["seed"]?.stringValue.flatMap(Hex.decode),
            let keyPair = Ed25519KeyPair(seed: SecretBytes(seed)),
            let accessoryKey = entry["accessory-key"]?.stringValue.flatMap(Hex.decode)
        else { throw .damaged(path) }
        let pairing = AccessoryPairing(
            accessoryID: accessory,
            accessoryLTPK: accessoryKey,
            controller: ControllerIdentity(pairingID: identifier, keyPair: keyPair),
            isAdmin: true
        )
        return Kept(pairing: pairing, address: address)
    }

    /// Replaces the file in one step, after the new file is on disk, and waits until that is on disk, too.
    private func write(_ text: String) throws(PairingStoreError) {
        let fresh = path + ".new"
        let handle = try emptied(fresh)
        defer { try? handle.close() }
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw .unwritable(path)
        }
        guard unsafe rename(fresh, path) == 0 else { throw .unwritable(path) }
        // The new name must be on disk before the ledger says that the pairing is kept.
        let folder = unsafe open(
            URL(fileURLWithPath: path).deletingLastPathComponent().path,
            O_RDONLY | O_DIRECTORY | O_CLOEXEC
        )
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// An empty file that only its owner can read, open for writing. An existing file is reused.
    private func emptied(_ path: String) throws(PairingStoreError) -> FileHandle {
        do {
            let handle = try PrivateFile.open(path, O_WRONLY | O_CREAT)
            guard ftruncate(handle.fileDescriptor, 0) == 0 else { throw PairingStoreError.unwritable(path) }
            return handle
        } catch let error as PairingStoreError {
            throw error
        } catch {
            throw PairingStoreError(description: "\(error)")
        }
    }

    private func contents() throws(PairingStoreError) -> JSONObject {
        let found: Data?
        do {
            found = try PrivateFile.contents(path)
        } catch {
            throw PairingStoreError(description: error.description)
        }
        guard let data = found else { return JSONObject() }
        guard let json = try? JSON.parse(Array(data)),
            let object = json.objectValue
        else { throw .damaged(path) }
        return object
    }
}

/// Kept pairings could not be read or written. They are unchanged.
package struct PairingStoreError: Error, CustomStringConvertible {
    package let description: String

    static func unwritable(_ path: String) -> PairingStoreError {
        PairingStoreError(description: "\(path) cannot be written; name another folder with --state")
    }

    static func damaged(_ path: String) -> PairingStoreError {
        PairingStoreError(
            description:
                "\(path) with the kept pairings cannot be read: restore a backup, or move the file away and reset "
                + "the accessories that were paired"
        )
    }
}
