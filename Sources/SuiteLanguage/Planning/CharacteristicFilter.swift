package import HAPModel
package import MarkedYAML

/// A filter for characteristics: all given keys must match the same characteristic.
package struct CharacteristicFilter: Sendable, Hashable {
    enum Rule: Hashable {
        case type([String]), service([String]), pairs([String]), otherThan([String])
        case permissions([String]), without([String])
        case format([String])
        case metadata([String]), metadataAny([String])
        case accepts([Int64])
        case apple(Bool), enumerated(Bool), numeric(Bool), adminOnly(Bool), stepNotDefault(Bool), stores(Bool)
    }

    private(set) var rules: [Rule] = []
    /// The minimum number of matching characteristics.
    package private(set) var minimum = 1
    /// How the characteristic must be related to others that are chosen before it.
    private(set) var relations: [Relation] = []
    /// The filter that decides between several matches; empty or one element.
    private(set) var preferences: [CharacteristicFilter] = []

    static let keys = [
        "type", "service", "pairs", "other-than", "permissions", "has", "without", "format", "metadata", "declares",
        "metadata-any", "accepts", "apple", "enumerated", "numeric", "admin-only", "step-not-default", "stores",
        "iid-of",
        "service-of", "accessory-of", "linked-from", "prefers", "min", "properties",
        "without-properties", "properties-by-release",
    ]

    /// Reads a filter: `{numeric: true, has: [pr, pw], type: [brightness, hue], declares: [minValue]}`.
    ///
    /// - Parameter names: resolves and checks the types; `nil` for recorded suites, which were checked before.
    package init(_ node: YAMLNode, names: TypeNames?) throws(YAMLProblem) {
        for entry in try node.mapping(allowing: Self.keys).entries {
            switch entry.key {
            case "type": rules.append(.type(try Self.types(entry.value, names, .characteristic)))
            case "service": rules.append(.service(try Self.types(entry.value, names, .service)))
            case "pairs": rules.append(.pairs(try Self.pairs(entry.value, names)))
            case "other-than": rules.append(.otherThan(try Self.types(entry.value, names, .characteristic)))
            case "permissions", "has": rules.append(.permissions(try Self.words(entry.value, of: Self.permissions)))
            case "without": rules.append(.without(try Self.words(entry.value, of: Self.permissions)))
            case "format": rules.append(.format(try Self.words(entry.value, of: Self.formats)))
            case "metadata", "declares": rules.append(.metadata(try Self.words(entry.value, of: Self.declarations)))
            case "metadata-any": rules.append(.metadataAny(try Self.words(entry.value, of: Self.declarations)))
            case "accepts":
                rules.append(
                    .accepts(try entry.value.listOrOne.map { (node) throws(YAMLProblem) in try node.integer() })
                )
            case "apple": rules.append(.apple(try entry.value.bool()))
            case "enumerated": rules.append(.enumerated(try entry.value.bool()))
            case "numeric": rules.append(.numeric(try entry.value.bool()))
            case "admin-only": rules.append(.adminOnly(try entry.value.bool()))
            case "step-not-default": rules.append(.stepNotDefault(try entry.value.bool()))
            case "stores": rules.append(.stores(try entry.value.bool()))
            case "iid-of": relations.append(Relation(kind: .twin, name: try entry.value.string()))
            case "service-of": relations.append(Relation(kind: .service, name: try entry.value.string()))
            case "accessory-of": relations.append(Relation(kind: .accessory, name: try entry.value.string()))
            case "linked-from": relations.append(Relation(kind: .link, name: try entry.value.string()))
            case "prefers": preferences = [try CharacteristicFilter(entry.value, names: names)]
            case "min": minimum = Int(try entry.value.integer(in: 1...1000))
            default: break  // Bluetooth properties do not narrow what is found over IP.
            }
        }
        for case .without(let unwanted) in rules {
            for case .permissions(let wanted) in rules {
                guard let both = wanted.first(where: unwanted.contains) else { continue }
                throw YAMLProblem(node.mark, "no characteristic fits: it must have `\(both)`, and must not have it")
            }
        }
    }

    private static let permissions = Permission.allCases.map(\.rawValue)
    private static let formats = CharacteristicFormat.allCases.map(\.rawValue)
    /// The optional members of a characteristic in the attribute database (HAP R1 table 5-3).
    private static let declarations = [
        "description", "unit", "minValue", "maxValue", "minStep", "maxLen", "maxDataLen", "valid-values",
        "valid-values-range",
    ]

    /// The keys with a fixed set of words.
    static let words: [(keys: [String], words: [String])] = [
        (["permissions", "has", "without"], permissions), (["format"], formats),
        (["metadata", "declares", "metadata-any"], declarations),
    ]

    private static func words(_ node: YAMLNode, of known: [String]) throws(YAMLProblem) -> [String] {
        var words: [String] = []
        for element in node.listOrOne { words.append(try element.word(of: known)) }
        return words
    }

    private static func types(
        _ node: YAMLNode,
        _ names: TypeNames?,
        _ kind: TypeNames.Kind
    ) throws(YAMLProblem) -> [String] {
        guard let names else { return try node.words() }
        var types: [String] = []
        for element in node.listOrOne { types += try names.types(kind, try element.string(), at: element.mark) }
        return types
    }

    /// Reads pairs of a service and a characteristic: `lightbulb/hue`.
    private static func pairs(_ node: YAMLNode, _ names: TypeNames?) throws(YAMLProblem) -> [String] {
        guard let names else { return try node.words() }
        var pairs: [String] = []
        for element in node.listOrOne {
            let parts = try element.string().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw YAMLProblem(element.mark, "expected a service and a characteristic, such as lightbulb/hue")
            }
            for service in try names.types(.service, parts[0], at: element.mark) {
                for type in try names.types(.characteristic, parts[1], at: element.mark) {
                    pairs.append("\(service)/\(type)")
                }
            }
        }
        return pairs
    }

    /// Whether the characteristic matches every key.
    package func fits(_ found: FoundCharacteristic, catalogue: Catalogue) -> Bool {
        rules.allSatisfy { Self.fits($0, found, catalogue) }
    }

    /// The names of the characteristics that must be chosen before.
    var chosenBefore: [String] { ([self] + preferences).flatMap(\.relations).map(\.name) }

    /// Of these matches, those that are preferred: all of them if none is.
    ///
    /// - Parameter bound: the characteristics that are already chosen, by name.
    func preferred(
        of matches: [FoundCharacteristic],
        beside bound: [String: FoundCharacteristic],
        catalogue: Catalogue
    ) -> [FoundCharacteristic] {
        let better = matches.filter { found in
            preferences.allSatisfy { $0.fits(found, catalogue: catalogue) && $0.relates(found, to: bound) }
        }
        return better.isEmpty ? matches : better
    }

    /// Whether the characteristic must belong to the service of the one with this name: then the case expects that one changes the other.
    func wantsService(of name: String) -> Bool { relations.contains(Relation(kind: .service, name: name)) }

    /// Whether it is related to the chosen characteristics as the filter demands.
    func relates(_ found: FoundCharacteristic, to bound: [String: FoundCharacteristic]) -> Bool {
        relations.allSatisfy { relation in bound[relation.name].map { relation.holds(found, $0) } ?? false }
    }

    private static let numericFormats = ["uint8", "uint16", "uint32", "uint64", "int", "float"]

    private static func fits(_ rule: Rule, _ found: FoundCharacteristic, _ catalogue: Catalogue) -> Bool {
        let characteristic = found.characteristic
        let type = characteristic.type?.short
        let service = found.service.type?.short
        let permissions = characteristic.permissions.map(\.rawValue)
        let entry = characteristic.type.flatMap { catalogue.characteristic($0) }
        // An accessory may name a format that HAP does not have.
        let format = characteristic.format ?? entry?.format
        switch rule {
        case .type(let types): return type.map(types.contains) ?? false
        case .service(let types): return service.map(types.contains) ?? false
        case .pairs(let pairs): return pairs.contains("\(service ?? "")/\(type ?? "")")
        case .otherThan(let types): return type.map { !types.contains($0) } ?? true
        case .permissions(let wanted): return wanted.allSatisfy(permissions.contains)
        case .without(let unwanted): return !unwanted.contains(where: permissions.contains)
        case .format(let formats): return format.map { formats.contains($0.rawValue) } ?? false
        case .metadata(let keys): return keys.allSatisfy { characteristic.raw[$0] != nil }
        case .metadataAny(let keys): return keys.contains { characteristic.raw[$0] != nil }
        case .accepts(let values):
            return ValueGenerator.accepts(values, characteristic, catalogue: catalogue)
        case .apple(let wanted): return (entry != nil) == wanted
        case .enumerated(let wanted): return (entry?.validValues?.isEmpty == false) == wanted
        case .numeric(let wanted):
            return (format.map { numericFormats.contains($0.rawValue) } ?? false) == wanted
        case .adminOnly(let wanted):
            return (entry?.isForAdmins ?? false) == wanted
        case .stores(let wanted): return catalogue.stores(characteristic) == wanted
        case .stepNotDefault(let wanted):
            let step = characteristic.minStep?.double
            return (step != nil && step != (entry?.minStep?.double ?? 1)) == wanted
        }
    }
}

/// A characteristic with its place in the attribute database.
package struct FoundCharacteristic: Sendable {
    package var id: CharacteristicID
    package var characteristic: CharacteristicObject
    package var service: ServiceObject
    /// The stable name in the names of instances: `lightbulb.on`, `2/lightbulb.on`.
    package var label: String
    /// Whether its type, or the state of its service, keeps it from regular controllers.
    package var isForAdmins: Bool
    /// Whether its declaration allows one value at most, so that no other can be written.
    package var hasOneValue: Bool
}

extension FoundCharacteristic {
    /// Whether a write of one of them may change the value of the other.
    func isCoupled(to other: FoundCharacteristic) -> Bool {
        service.path == other.service.path && Catalogue.areCoupled(characteristic.type, other.characteristic.type)
    }
}

extension [FoundCharacteristic] {
    /// The labels that are near to a name, the nearest first.
    func labels(near name: String) -> [String] { NearNames(map(\.label)).near(name).filter { $0 != name } }

    /// A question for the labels that are near to a name: `did you mean lightbulb.on?`; `nil` if none is near.
    package func question(near name: String) -> String? { NearNames.question(labels(near: name)) }
}

extension AttributeDatabase {
    /// Every characteristic with an AID and an IID, with its stable name.
    package func found(_ catalogue: Catalogue) -> [FoundCharacteristic] {
        var list: [FoundCharacteristic] = []
        var seen: [String: Int] = [:]
        for accessory in accessories {
            guard let aid = accessory.aid else { continue }
            for service in accessory.services {
                // Looked up once: a service of an accessory that misbehaves may have tens of thousands of characteristics.
                let isServiceForAdmins = service.characteristic(.administratorOnlyAccess) != nil
                for characteristic in service.characteristics {
                    guard let iid = characteristic.iid else { continue }
                    let serviceName = service.type.map { catalogue.service($0)?.name ?? $0.short } ?? "service"
                    let entry = characteristic.type.flatMap(catalogue.characteristic)
                    let name = entry?.name ?? characteristic.type?.short ?? "characteristic"
                    var label = "\(Catalogue.word(serviceName)).\(Catalogue.word(name))"
                    if aid != 1 { label = "\(aid)/\(label)" }
                    seen[label, default: 0] += 1
                    if let count = seen[label], count > 1 { label += "#\(count)" }
                    list.append(
                        FoundCharacteristic(
                            id: CharacteristicID(aid: aid, iid: iid),
                            characteristic: characteristic,
                            service: service,
                            label: label,
                            isForAdmins: isServiceForAdmins || entry?.isForAdmins == true,
                            hasOneValue: !ValueGenerator.hasSeveral(characteristic, catalogue: catalogue)
                        )
                    )
                }
            }
        }
        return list
    }
}

extension CatalogueService {
    /// The service's name as one word, as in the names of instances: `lock-mechanism`.
    package var word: String { Catalogue.word(name) }
}
