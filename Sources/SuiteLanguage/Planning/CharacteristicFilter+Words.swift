import HAPModel

extension CharacteristicFilter {
    /// The filter in words: `a Programmable Switch Event with events`, `a readable and writable characteristic of format string`.
    ///
    /// - Parameter isFurther: whether it must be another characteristic than those that are already chosen.
    func words(_ catalogue: Catalogue, isFurther: Bool = false) -> String {
        var noun = isFurther ? "further characteristic" : "characteristic"
        var before: [String] = []
        var access: [String] = []
        var kind: [String] = []
        var after: [String] = []
        for rule in rules {
            switch rule {
            case .type(let types): noun = list(types.map { Self.name($0, catalogue.characteristic) }, "or")
            case .service(let types): kind.append("in \(list(types.map { Self.name($0, catalogue.service) }, "or"))")
            case .pairs(let pairs): noun = Self.noun(pairs, catalogue)
            case .otherThan(let types):
                kind.append("other than \(list(types.map { Self.name($0, catalogue.characteristic) }, "and"))")
            case .permissions(let words):
                access += words.compactMap { Self.access[$0] }
                let features = words.compactMap { Self.features[$0] }
                if !features.isEmpty { after.append("with \(list(features, "and"))") }
            case .without(let words):
                after.append("without \(list(words.map { Self.features[$0] ?? "permission \($0)" }, "or"))")
            case .format(let words): kind.append("of format \(list(words, "or"))")
            case .metadata(let words): after.append("that declares \(list(words, "and"))")
            case .metadataAny(let words): after.append("that declares \(list(words, "or"))")
            case .accepts(let values): after.append("that accepts \(Spoken.words(.array(values.map { JSON($0) })))")
            case .apple(let wanted): before.append(wanted ? "Apple-defined" : "custom")
            case .enumerated(let wanted): before += wanted ? ["enumerated"] : []
            case .numeric(let wanted): before.append(wanted ? "numeric" : "non-numeric")
            case .adminOnly(let wanted): before += wanted ? ["admin-only"] : []
            case .stepNotDefault: after.append("with a step other than the default")
            case .stores(let wanted): after.append(wanted ? "that stores its value" : "that does not store its value")
            }
        }
        after += relations.map(\.words)
        if !access.isEmpty { before.insert(list(access, "and"), at: 0) }
        let words = (before + [noun]).joined(separator: " ")
        let several = minimum > 1 ? "\(minimum) of: " : ""
        let whole = ([Spoken.withArticle(words)] + kind).joined(separator: " ")
        return several + (after.isEmpty ? whole : "\(whole) \(after.joined(separator: ", "))")
    }

    /// Adjectives for the basic permissions.
    private static let access = ["pr": "readable", "pw": "writable", "hd": "hidden"]
    /// What the other permissions are for.
    static let features = [
        "ev": "events", "tw": "timed writes", "wr": "write responses", "aa": "authorization data",
    ]

    /// Pairs of a service and a characteristic: `Lock Target State of a Lock Mechanism`.
    private static func noun(_ pairs: [String], _ catalogue: Catalogue) -> String {
        let nouns = pairs.map { pair in
            let types = pair.split(separator: "/").map(String.init)
            guard let service = types.first, let characteristic = types.last else { return pair }
            let owner = Spoken.withArticle(name(service, catalogue.service))
            return "\(name(characteristic, catalogue.characteristic)) of \(owner)"
        }
        if nouns.count <= spokenPairs { return Spoken.words(nouns, joining: "or") }
        return "characteristic of \(nouns.count) kinds, such as \(nouns[0])"
    }

    /// How many pairs a sentence names.
    private static let spokenPairs = 3

    private func list(_ words: [String], _ conjunction: String) -> String {
        Spoken.words(words, joining: conjunction)
    }

    private static func name(_ short: String, _ entry: (HAPType) -> CatalogueCharacteristic?) -> String {
        HAPType(short).flatMap(entry)?.name ?? short
    }

    private static func name(_ short: String, _ entry: (HAPType) -> CatalogueService?) -> String {
        HAPType(short).flatMap(entry)?.name ?? short
    }
}
