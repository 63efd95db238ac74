import HAPCrypto
import HAPModel
import HAPPairing

/// An accessory's stored state: one file in a private directory, readable only by its owner.
///
/// The file is replaced as a whole, so that a crash leaves either the old state or the new one.
package struct AccessoryStore: Sendable {
    private let directory: String
    private var path: String { directory + "/state.json" }

    /// - Parameter directory: created if it does not exist.
    package init(directory: String) {
        self.directory = directory
    }

    /// The stored state; `nil` if there is none yet.
    ///
    /// - Throws: ``AccessoryError`` if the file exists but is unreadable.
    package func load() throws(AccessoryError) -> PersistentState? {
        guard let bytes = try StorageFile.read(path) else { return nil }
        guard let json = try? JSON.parse(bytes), let state = PersistentState(json) else {
            throw AccessoryError(.unreadable, "\(path) is malformed: remove it to start with a factory-new accessory")
        }
        return state
    }

    /// Stores the state.
    package func save(_ state: PersistentState) throws(AccessoryError) {
        try StorageFile.makeDirectory(directory)
        try StorageFile.replace(path, with: Array(state.json.pretty().utf8))
    }

    /// Deletes the state, for a factory reset.
    package func reset() throws(AccessoryError) {
        try StorageFile.remove(path)
    }
}

extension PersistentState {
    /// The state as JSON; it contains the accessory's secret key.
    fileprivate var json: JSON {
        [
            "device-id": .string(deviceID),
            "long-term-seed": .string(longTermKey.seed.withBytes(Hex.encode)),
            "salt": .string(Hex.encode(salt)),
            "failures": JSON(failures),
            "configuration-number": JSON(configurationNumber),
            "database-digest": .string(Hex.encode(databaseDigest)),
            "pairings": .array(
                pairings.map { pairing in
                    [
                        "identifier": .string(Hex.encode(pairing.identifier)),
                        "public-key": .string(Hex.encode(pairing.publicKey)),
                        "permissions": JSON(pairing.permissions),
                    ]
                }
            ),
        ]
    }

    fileprivate init?(_ json: JSON) {
        func bytes(_ value: JSON?) -> [UInt8]? { value?.stringValue.flatMap(Hex.decode) }
        guard let deviceID = json["device-id"]?.stringValue, let seed = bytes(json["long-term-seed"]),
            let key = Ed25519KeyPair(seed: SecretBytes(seed)), let salt = bytes(json["salt"]),
            let failures = json["failures"]?.int64Value,
            let number = json["configuration-number"]?.uint64Value.flatMap(UInt32.init(exactly:)),
            let digest = bytes(json["database-digest"]), let list = json["pairings"]?.arrayValue
        else { return nil }
        var pairings: [PairingRecord] = []
        for entry in list {
            guard let identifier = bytes(entry["identifier"]), let key = bytes(entry["public-key"]),
                let permissions = entry["permissions"]?.uint64Value.flatMap(UInt8.init(exactly:))
            else { return nil }
            pairings.append(PairingRecord(identifier: identifier, publicKey: key, permissions: permissions))
        }
        self.init(
            deviceID: deviceID,
            longTermKey: key,
            salt: salt,
            pairings: pairings,
            failures: failures,
            configurationNumber: number,
            databaseDigest: digest
        )
    }
}
