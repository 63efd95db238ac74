package import HAPModel

/// The response to Add, Remove or List Pairings.
package struct PairingsAnswer: Sendable {
    /// The parts of any response: items, state, error, flaws.
    package var answer: PairingAnswer
    /// The entries of a list in order, with all their items.
    package var entries: [PairingEntry]

    /// Decodes a response; Separator items separate the entries, and items within one may have any order.
    package init(_ bytes: [UInt8]) {
        var answer = PairingAnswer(bytes, expecting: 2)
        let types: Set<TLVType> = [.identifier, .publicKey, .permissions]
        let runs = answer.tlv.runs().map { run in
            PairingEntry(items: run.filter { types.contains(TLVType(rawValue: $0.type)) })
        }
        entries = runs.filter { !$0.items.isEmpty }
        answer.facts["entries"] = JSON(entries.count)
        answer.facts["separators"] = .string(Self.separators(runs))
        self.answer = answer
    }

    /// Where separators are wrong: `before-first`, `after-last`, `doubled`, `missing`; otherwise `right`.
    private static func separators(_ runs: [PairingEntry]) -> String {
        if runs.contains(where: { entry in Set(entry.items.map(\.type)).count < entry.items.count }) {
            return "missing"
        }
        guard runs.count > 1 else { return "right" }
        if runs.first?.items.isEmpty == true { return "before-first" }
        if runs.dropLast().contains(where: \.items.isEmpty) { return "doubled" }
        return runs.last?.items.isEmpty == true ? "after-last" : "right"
    }
}

/// One received entry of a list of pairings.
package struct PairingEntry: Sendable, Hashable {
    package var items: [TLV8.Item]

    package init(items: [TLV8.Item]) {
        self.items = items
    }

    /// The first item of a type.
    package subscript(type: TLVType) -> [UInt8]? {
        items.first { $0.type == type.rawValue }?.value
    }

    /// The entry as a pairing; `nil` if an item is missing or has a wrong length.
    package var record: PairingRecord? {
        guard let identifier = self[.identifier], let key = self[.publicKey], key.count == 32,
            let permissions = self[.permissions], permissions.count == 1
        else { return nil }
        return PairingRecord(identifier: identifier, publicKey: key, permissions: permissions[0])
    }
}
