import HAPCrypto
import HAPModel

extension AccessoryCore {
    /// The largest configuration number; the next one is 1 (since R12).
    private static let lastNumber: UInt32 = 65535

    /// Increments the configuration number if the database differs from the one that controllers know.
    package mutating func countConfiguration() {
        let digest = SHA512.hash(definition.structure.encoded())
        guard digest != state.databaseDigest else { return }
        if !state.databaseDigest.isEmpty, !omits(.configurationCount) {
            state.configurationNumber = state.configurationNumber >= Self.lastNumber ? 1 : state.configurationNumber + 1
        }
        state.databaseDigest = digest
    }
}

extension AccessoryDefinition {
    /// The part of the database that requires a new configuration number when it changes: everything but the values.
    fileprivate var structure: JSON {
        .array(
            objects.map { object in
                [
                    "aid": JSON(object.aid),
                    "services": .array(object.services.map(\.structure)),
                ]
            }
        )
    }
}

extension ServiceDefinition {
    fileprivate var structure: JSON {
        [
            "iid": JSON(iid), "type": .string(type.short), "primary": .bool(isPrimary), "hidden": .bool(isHidden),
            "linked": .array(linked.map { JSON($0) }),
            "characteristics": .array(
                characteristics.map { characteristic in
                    var object = characteristic.metadata
                    object["iid"] = JSON(characteristic.id.iid)
                    object["type"] = .string(characteristic.type.short)
                    object["format"] = .string(characteristic.format.rawValue)
                    object["perms"] = characteristic.shownPermissions
                    object["valid-values"] = .array((characteristic.validValues ?? []).map { JSON($0) })
                    return .object(object)
                }
            ),
        ]
    }
}
