import Foundation
import HAPCrypto
import HAPModel
package import HAPPairing

/// The pairings that `assay pair` keeps, by address; readable by their owner only, and never reported.
package struct PairingStore: Sendable {
    let path: String

    /// - Parameter folder: the state folder.
    package init(folder: String) {
        path = folder + "/pairings.json"
    }

    /// The pairing that is kept for the address.
    ///
    /// - Throws: ``PairingStoreError`` if the file is there and cannot be understood: to go on without its pairings would
    ///   lose them.
    package func pairing(at address: String) throws(PairingStoreError) -> AccessoryPairing? {
        guard let entry = try contents()[address] else { return nil }
        guard let identifier = entry["identifier"]?.stringValue,
            let seed = entry["seed"]?.stringValue.flatMap(Hex.decode),
            let keyPair = Ed25519KeyPair(seed: SecretBytes(seed)),
            let key = entry["accessory-key"]?.stringValue.flatMap(Hex.decode),
            let accessory = entry["accessory"]?.stringValue
        else { throw .damaged(path) }
        return AccessoryPairing(
            accessoryID: accessory,
            accessoryLTPK: key,
            controller: ControllerIdentity(pairingID: identifier, keyPair: keyPair),
            isAdmin: true
        )
    }

    /// Keeps the pairing, or (`nil`) forgets the one that is kept.
    ///
    /// - Throws: ``PairingStoreError`` if the folder cannot be written, or what is kept already cannot be understood.
    package func keep(_ pairing: AccessoryPairing?, at address: String) throws(PairingStoreError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // Another process may keep a pairing with another accessory. The lock lies beside the file, which is replaced.
        guard let lock = emptied(path + ".lock"), flock(lock.fileDescriptor, LOCK_EX) == 0 else {
            throw .unwritable(path)
        }
        defer { try? lock.close() }
        var object = try contents()
        object.members.removeAll { $0.key == address }
        if let pairing {
            object[address] = [
                "accessory": .string(pairing.accessoryID), "accessory-key": .string(Hex.encode(pairing.accessoryLTPK)),
                "identifier": .string(pairing.controller.pairingID),
                "seed": .string(pairing.controller.keyPair.seed.withBytes { Hex.encode($0) }),
            ]
        }
        try write(JSON.object(object).pretty())
    }

    /// Replaces the file in one go, once the new one is on disk.
    private func write(_ text: String) throws(PairingStoreError) {
        let fresh = path + ".new"
        guard let handle = emptied(fresh) else { throw .unwritable(path) }
        defer { try? handle.close() }
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw .unwritable(path)
        }
        guard unsafe rename(fresh, path) == 0 else { throw .unwritable(path) }
    }

    /// An empty file of its owner's only, open for writing; one that is there stays the same file.
    private func emptied(_ path: String) -> FileHandle? {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private func contents() throws(PairingStoreError) -> JSONObject {
        guard FileManager.default.fileExists(atPath: path) else { return JSONObject() }
        guard let data = FileManager.default.contents(atPath: path), let json = try? JSON.parse(Array(data)),
            let object = json.objectValue
        else { throw .damaged(path) }
        return object
    }
}

/// Kept pairings cannot be read or written; nothing was done to them.
package struct PairingStoreError: Error, CustomStringConvertible {
    package let description: String

    static func unwritable(_ path: String) -> PairingStoreError {
        PairingStoreError(description: "\(path) cannot be written; name another folder with --state")
    }

    static func damaged(_ path: String) -> PairingStoreError {
        PairingStoreError(
            description:
                "\(path) with the kept pairings cannot be read: put back a whole copy, or move it away and reset "
                + "the accessories that it knows"
        )
    }
}
