import HAPCrypto
import HAPModel
import HAPPairing

/// A list of pairings as the judge looks at it, held against what the case knows of its controllers.
struct PairingList {
    let entries: [PairingEntry]
    let everybody: [Cast.Member]
    /// Identifiers that were there when the run began.
    let strangers: Set<[UInt8]>

    /// Adds what the list shows to the observation of the exchange.
    func add(to observation: JSON) -> JSON {
        observation
            .with("pairings", .array(entries.map(entry)))
            .with("listed", listed)
            .with("listed-right", JSON(everybody.count(where: isRight)))
            .with("strangers", .array(unknown.map { .string(String(decoding: $0, as: UTF8.self)) }))
            .with("malformed-entries", JSON(entries.count { $0.record == nil }))
    }

    private func entries(of member: Cast.Member) -> [PairingEntry] {
        entries.filter { $0[.identifier] == member.identifier }
    }

    private func entry(_ entry: PairingEntry) -> JSON {
        let identifier = entry[.identifier] ?? []
        let member = everybody.first { $0.identifier == identifier }
        return [
            "controller": member.map { .string($0.name) } ?? .null,
            "identifier": .string(String(decoding: identifier, as: UTF8.self)),
            "key-length": JSON(entry[.publicKey]?.count ?? 0),
            "permissions": entry[.permissions].map { JSON(TLV8.number($0)) } ?? .null,
            "items": .array(entry.items.map { .string(TLVType(rawValue: $0.type).name) }),
        ]
    }

    private var listed: JSON {
        var object = JSONObject()
        for member in everybody where member.name != "guest" {
            let found = entries(of: member)
            guard let first = found.first else { continue }
            object[member.name] = [
                "times": JSON(found.count),
                "permissions": first[.permissions].map { JSON(TLV8.number($0)) } ?? .null,
                "key-right": .bool(found.allSatisfy { $0[.publicKey] == member.identity.keyPair.publicKey }),
            ]
        }
        return .object(object)
    }

    private func isRight(_ member: Cast.Member) -> Bool {
        let found = entries(of: member)
        guard found.count == 1, let record = found.first?.record, let permissions = member.permissions else {
            return false
        }
        return record.publicKey == member.identity.keyPair.publicKey && record.permissions == permissions
    }

    private var unknown: [[UInt8]] {
        let known = Set(everybody.map { $0.identifier })
        return entries.map { $0[.identifier] ?? [] }.filter { !known.contains($0) && !strangers.contains($0) }
    }
}
