import HAPController
package import HAPModel

/// How two transports of one accessory differ, for the document `identity`.
package struct IdentityElement: Sendable {
    private let one: IdentitySide
    private let other: IdentitySide
    private let catalogue: Catalogue

    package init(_ one: IdentitySide, _ other: IdentitySide, catalogue: Catalogue) {
        (self.one, self.other, self.catalogue) = (one, other, catalogue)
    }

    /// The names of both transports: `ip+thread`.
    package var pair: String { "\(one.transport)+\(other.transport)" }

    /// What the user should know first: that the two addresses show different accessories. `nil` if they show one.
    package var note: String? {
        guard deviceID == "different" else { return nil }
        let shown = [one, other].map { side in
            let ids = Set(side.deviceIDs).sorted().joined(separator: " and ")
            return "\(side.destination) (\(side.transport)) shows the Device ID \(ids.isEmpty ? "?" : ids)"
        }
        return "\(shown.joined(separator: ", ")): these are two accessories, or one that violates HAP-MULTI-001"
    }

    /// The element as documents see it.
    package var json: JSON {
        var fields: JSONObject = [
            "place": .string(pair), "device-id": .string(deviceID), "long-term-key": .string(longTermKey),
            "pairing": .string(pairing), "name": .string(name),
            "model": .string(Self.relation(one.model, other.model)),
            "category": .string(Self.relation(one.advertisement?.category, other.advertisement?.category)),
            "setup-hash": .string(Self.relation(one.advertisement?.setupHash, other.advertisement?.setupHash)),
            "feature-flags": .string(Self.relation(one.advertisement?.featureFlags, other.advertisement?.featureFlags)),
            "paired": .string(Self.relation(one.advertisement?.isPaired, other.advertisement?.isPaired)),
            "configuration-number": .string(
                Self.relation(one.advertisement?.configurationNumber, other.advertisement?.configurationNumber)
            ),
            "state-number": .string(Self.relation(one.stateNumber, other.stateNumber)),
            "databases": .bool(one.database != nil && other.database != nil),
        ]
        if let database = one.database, let second = other.database {
            let parts = IdentityDifferences(database, second, catalogue: catalogue)
            for (name, places) in parts.all { fields[name] = Excerpt.json(places, limit: Self.limit) }
            fields["information-iid"] = .string(parts.isInformationFirst ? "right" : "wrong")
        }
        fields["values-differing"] = .array(differingValues.map { .string($0) })
        return .object(fields)
    }

    private static let limit = 8

    private var deviceID: String {
        guard !one.deviceIDs.isEmpty, !other.deviceIDs.isEmpty else { return "unknown" }
        return Set(one.deviceIDs + other.deviceIDs).count == 1 ? "same" : "different"
    }

    private var longTermKey: String {
        guard let first = one.isKeyRight, let second = other.isKeyRight else { return "unknown" }
        return first && second ? "same" : "different"
    }

    private var pairing: String {
        guard let first = one.knowsPairing, let second = other.knowsPairing else { return "unknown" }
        return first == second ? "shared" : "unshared"
    }

    /// A number that a host appends after a conflict of names is part of one advertisement only.
    private var name: String {
        guard let first = one.advertisement?.name, let second = other.advertisement?.name else { return "unknown" }
        let ways = [(first, second), (second, first)].map { AdvertisementComparison.relation(of: $0, to: $1) }
        return ways.contains("same") ? "same" : ways.contains("suffixed") ? "suffixed" : "different"
    }

    private static func relation<Value: Equatable>(_ one: Value?, _ other: Value?) -> String {
        guard let one, let other else { return "unknown" }
        return one == other ? "same" : "different"
    }

    /// The static values of Accessory Information that differ.
    private var differingValues: [String] {
        let types: [(String, HAPType)] = [
            ("Name", .name), ("Manufacturer", .manufacturer), ("Model", .model), ("Serial Number", .serialNumber),
            ("Firmware Revision", .firmwareRevision), ("Hardware Revision", .hardwareRevision),
        ]
        return types.compactMap { name, type in
            guard let first = one.information(type), let second = other.information(type), first != second else {
                return nil
            }
            return "\(name): `\(first)` over \(one.transport), `\(second)` over \(other.transport)"
        }
    }
}
