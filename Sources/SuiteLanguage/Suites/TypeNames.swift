package import HAPModel
package import MarkedYAML

/// The types that suites may name: Apple's by word (`target-door-state`) or code (`32`), a vendor's by UUID.
package struct TypeNames: Sendable {
    /// What a type is a type of.
    package enum Kind: String, Sendable {
        case characteristic, service
    }

    private let characteristics: [String: [HAPType]]
    private let services: [String: [HAPType]]
    private let catalogue: Catalogue

    package init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        characteristics = Self.words(catalogue.characteristics.values.map { ($0.type, $0.name, $0.aliases) })
        services = Self.words(catalogue.services.values.map { ($0.type, $0.name, $0.aliases) })
    }

    /// A name that several types have stands for all of them; an alias that is also a name stands for none.
    private static func words(_ entries: [(type: HAPType, name: String, aliases: [String])]) -> [String: [HAPType]] {
        let entries = entries.sorted { $0.type < $1.type }
        var words: [String: [HAPType]] = [:]
        for entry in entries { words[Catalogue.word(entry.name), default: []].append(entry.type) }
        let names = Set(words.keys)
        for entry in entries {
            for word in Set(entry.aliases.map(Catalogue.word)).subtracting(names) {
                words[word, default: []].append(entry.type)
            }
        }
        return words
    }

    /// The short forms of the types that the text stands for.
    ///
    /// - Throws: ``YAMLProblem`` with the nearest words, if the catalogue has no such type.
    package func types(_ kind: Kind, _ text: String, at mark: SourceMark) throws(YAMLProblem) -> [String] {
        let words = kind == .service ? services : characteristics
        if let types = words[text] { return types.map(\.short) }
        if let type = HAPType(text) {
            let isKnown = kind == .service ? catalogue.service(type) != nil : catalogue.characteristic(type) != nil
            if isKnown || !type.isApple { return [type.short] }
        }
        let word = Catalogue.word(text)
        let others = kind == .service ? characteristics : services
        let other: Kind = kind == .service ? .characteristic : .service
        throw YAMLProblem(
            mark,
            "unknown \(kind.rawValue) type `\(text)`"
                + (others[word] == nil ? NearNames(words.keys).hint(for: word) : "; a \(other.rawValue) has this type")
        )
    }

    /// Checks the code of a type, with which the fields of documents are compared.
    ///
    /// - Throws: ``YAMLProblem`` if it is a word, or if the catalogue has no such type.
    func checkCode(_ kind: Kind, _ text: String, at mark: SourceMark) throws(YAMLProblem) {
        let word = Catalogue.word(text)
        let isWord = (kind == .service ? services : characteristics)[word] != nil
        let types = try types(kind, isWord ? word : text, at: mark)
        guard types != [text] else { return }
        throw YAMLProblem(
            mark,
            "the field holds the code of a type; write \(types.map { "\"\($0)\"" }.joined(separator: " or ")) for `\(text)`"
        )
    }
}
