import HAPModel
package import HAPPairing

/// A list of pairings, compared with the controllers of the case.
package struct PairingList: Sendable {
    /// A controller that may be in the list.
    package struct Member: Sendable {
        /// `alice`, `bob`, `carol`, or `guest`.
        package var name: String
        package var identifier: [UInt8]
        package var publicKey: [UInt8]
        /// Its last permissions; `nil` if it is not paired.
        package var permissions: UInt8?

        package init(name: String, identifier: [UInt8], publicKey: [UInt8], permissions: UInt8?) {
            self.name = name
            self.identifier = identifier
            self.publicKey = publicKey
            self.permissions = permissions
        }
    }

    private let entries: [PairingEntry]
    private let members: [Member]
    private let strangers: Set<[UInt8]>

    /// - Parameters:
    /// - members: the controllers of the case.
    /// - strangers: identifiers that were in the list when the run started.
    package init(_ entries: [PairingEntry], members: [Member], strangers: Set<[UInt8]>) {
        self.entries = entries
        self.members = members
        self.strangers = strangers
    }

    /// The fields of the list, without those of its exchange.
    var fields: JSONObject {
        JSONObject([
            "pairings": .array(entries.map(entry)), "listed": listed,
            "listed-right": JSON(members.count(where: isRight)),
            "strangers": .array(unknown.map { .string(String(decoding: $0, as: UTF8.self)) }),
            "malformed-entries": JSON(entries.count { $0.record == nil }),
        ])
    }

    private func entries(of member: Member) -> [PairingEntry] {
        entries.filter { $0[.identifier] == member.identifier }
    }

    private func entry(_ entry: PairingEntry) -> JSON {
        let identifier = entry[.identifier] ?? []
        let member = members.first { $0.identifier == identifier }
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
        for member in members where member.name != "guest" {
            let found = entries(of: member)
            guard let first = found.first else { continue }
            object[member.name] = [
                "times": JSON(found.count),
                "permissions": first[.permissions].map { JSON(TLV8.number($0)) } ?? .null,
                "key-right": .bool(found.allSatisfy { $0[.publicKey] == member.publicKey }),
            ]
        }
        return .object(object)
    }

    private func isRight(_ member: Member) -> Bool {
        let found = entries(of: member)
        guard found.count == 1, let record = found.first?.record, let permissions = member.permissions else {
            return false
        }
        return record.publicKey == member.publicKey && record.permissions == permissions
    }

    private var unknown: [[UInt8]] {
        let known = Set(members.map(\.identifier))
        return entries.map { $0[.identifier] ?? [] }.filter { !known.contains($0) && !strangers.contains($0) }
    }
}
