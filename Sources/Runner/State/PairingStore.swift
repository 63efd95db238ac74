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
    package func pairing(at address: String) -> AccessoryPairing? {
        guard let entry = contents[address], let identifier = entry["identifier"]?.stringValue,
            let seed = entry["seed"]?.stringValue.flatMap(Hex.decode),
            let keyPair = Ed25519KeyPair(seed: SecretBytes(seed)),
            let key = entry["accessory-key"]?.stringValue.flatMap(Hex.decode),
            let accessory = entry["accessory"]?.stringValue
        else { return nil }
        return AccessoryPairing(
            accessoryID: accessory,
            accessoryLTPK: key,
            controller: ControllerIdentity(pairingID: identifier, keyPair: keyPair),
            isAdmin: true
        )
    }

    /// Keeps the pairing, or (`nil`) forgets the one that is kept.
    ///
    /// - Throws: ``LedgerError`` if the folder cannot be written.
    package func keep(_ pairing: AccessoryPairing?, at address: String) throws(LedgerError) {
        var object = contents
        object.members.removeAll { $0.key == address }
        if let pairing {
            object[address] = [
                "accessory": .string(pairing.accessoryID), "accessory-key": .string(Hex.encode(pairing.accessoryLTPK)),
                "identifier": .string(pairing.controller.pairingID),
                "seed": .string(pairing.controller.keyPair.seed.withBytes { Hex.encode($0) }),
            ]
        }
        let manager = FileManager.default
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? manager.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let fresh = path + ".new"
        let text = Data(JSON.object(object).pretty().utf8)
        guard manager.createFile(atPath: fresh, contents: text, attributes: [.posixPermissions: 0o600]),
            unsafe rename(fresh, path) == 0
        else {
            throw LedgerError("\(path) cannot be written; name another folder with --state")
        }
    }

    private var contents: JSONObject {
        guard let data = FileManager.default.contents(atPath: path), let json = try? JSON.parse(Array(data)) else {
            return JSONObject()
        }
        return json.objectValue ?? JSONObject()
    }
}
