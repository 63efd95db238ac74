import HAPCrypto
package import HAPModel
import HAPPairing

extension Ledger {
    /// One change to undo.
    package struct Debt: Sendable, Hashable {
        package enum Kind: String, Sendable {
            /// A pairing that the tester made, or may have made.
            case pairing
            /// A value that the tester changed.
            case value
        }

        /// Unique among the debts of one accessory.
        package var id: String
        package var kind: Kind
        /// The accessory's address: `127.0.0.1:51826`.
        package var address: String
        /// The accessory's Device ID; `nil` if it is not known.
        package var accessory: DeviceID?
        /// The data needed to undo the change: keys for a pairing, `{aid, iid, value}` for a value.
        package var body: JSON
    }
}

extension Ledger.Debt: CustomStringConvertible {
    /// The change in words, without secrets.
    package var description: String {
        switch kind {
        case .pairing: "the pairing of \(body["identifier"]?.stringValue ?? "a controller")"
        case .value: "the old value of \(body["aid"]?.serialized() ?? "").\(body["iid"]?.serialized() ?? "")"
        }
    }

    /// Whether the controller was added through another pairing of the tester. Lines of older ledgers have no key
    /// for it.
    var isJoined: Bool { body["joined"] == true || body["seed"] == nil }

    /// The controller's identifier and key; `nil` if the ledger does not have the key.
    var identity: ControllerIdentity? {
        guard let identifier = body["identifier"]?.stringValue,
            let seed = body["seed"]?.stringValue.flatMap(Hex.decode),
            let keyPair = Ed25519KeyPair(seed: SecretBytes(seed))
        else { return nil }
        return ControllerIdentity(pairingID: identifier, keyPair: keyPair)
    }

    /// The line of the ledger that records the debt.
    var line: JSON {
        var object = JSONObject(["owe": .string(id), "kind": .string(kind.rawValue), "address": .string(address)])
        if let accessory { object["accessory"] = .string(accessory.description) }
        object["body"] = body
        return .object(object)
    }

    /// - Returns: `nil` if the line is of another kind.
    init?(_ line: JSON) {
        guard let id = line["owe"]?.stringValue, let kind = line["kind"]?.stringValue.flatMap(Kind.init(rawValue:))
        else { return nil }
        let named = line["accessory"]?.stringValue
        // Lines of older ledgers have the address under `accessory`, and no Device ID.
        let address = line["address"]?.stringValue
        self.init(
            id: id,
            kind: kind,
            address: address ?? named ?? "",
            accessory: address == nil ? nil : named.flatMap(DeviceID.init),
            body: line["body"] ?? .null
        )
    }
}
