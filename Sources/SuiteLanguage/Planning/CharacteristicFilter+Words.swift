import HAPModel

extension CharacteristicFilter {
    /// The filter in words: `a Programmable Switch Event with ev`.
    ///
    /// - Parameter isFurther: whether it must be another characteristic than those that are already chosen.
    func words(_ catalogue: Catalogue, isFurther: Bool = false) -> String {
        var noun = isFurther ? "further characteristic" : "characteristic"
        var before: [String] = []
        var after: [String] = []
        for rule in rules {
            switch rule {
            case .type(let types): noun = list(types.map { Self.name($0, catalogue.characteristic) }, "or")
            case .service(let types): after.append("in \(list(types.map { Self.name($0, catalogue.service) }, "or"))")
            case .pairs: after.append("of certain services")
            case .otherThan(let types):
                after.append("other than \(list(types.map { Self.name($0, catalogue.characteristic) }, "and"))")
            case .permissions(let words): after.append("with \(list(words, "and"))")
            case .without(let words): after.append("without \(list(words, "or"))")
            case .format(let words): after.append("of format \(list(words, "or"))")
            case .metadata(let words): after.append("with \(list(words, "and"))")
            case .metadataAny(let words): after.append("with \(list(words, "or"))")
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
        let words = (before + [noun]).joined(separator: " ")
        let several = minimum > 1 ? "\(minimum) of: " : ""
        return several + ([Spoken.withArticle(words)] + after).joined(separator: " ")
    }

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
