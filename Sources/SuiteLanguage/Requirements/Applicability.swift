import HAPModel
package import MarkedYAML

/// The truth of a condition. It is unknown if neither the wire nor the profile shows it.
package enum Ternary: Sendable, Hashable {
    case yes
    /// Unknown, but the requirement is still tested, and a violation only warns.
    case perhaps
    case no(String)
    case unknown(String)
}

/// The typed conditions of `applies.yaml`: which requirements apply to which accessory.
package struct Applicability: Sendable {
    private var mapping: [String: [YAMLNode]] = [:]

    package init() {}

    /// Reads `applies.yaml`.
    package init(_ file: SuiteFile) throws(YAMLProblem) {
        let root = try YAMLNode.load(file.text, file: file.path).mapping()
        for entry in try root.required("mapping").mapping().entries {
            mapping[entry.key] = try entry.value.list()
        }
    }

    /// The conditions that have typed predicates.
    package var conditions: [String] { Array(mapping.keys) }

    /// The facts that a profile can declare because a condition asks for them: `release: r14+`, `fault-detection`.
    package var declarable: Set<String> {
        let entries = mapping.values.joined().compactMap { $0.entries?.first }
        return Set(
            entries.compactMap { entry in
                guard let word = entry.value.text else { return nil }
                switch entry.key {
                case "declares": return word
                case "setup-code", "release": return "\(entry.key): \(word)"
                default: return nil
                }
            }
        )
    }

    /// Checks the types and words of the conditions about characteristics and services.
    ///
    /// - Throws: ``YAMLProblem`` at the first one that does not exist.
    func check(_ names: TypeNames) throws(YAMLProblem) {
        for condition in mapping.keys.sorted() {
            for entry in predicates(of: condition).compactMap({ $0.entries?.first }) {
                switch entry.key {
                case "has-characteristic": _ = try CharacteristicFilter(entry.value, names: names)
                case "has-service":
                    for type in try entry.value.mapping()["type"]?.listOrOne ?? [] {
                        _ = try names.types(.service, try type.string(), at: type.mark)
                    }
                default: break
                }
            }
        }
    }

    /// The predicates of a condition.
    func predicates(of condition: String) -> [YAMLNode] { mapping[condition] ?? [] }

    /// Whether the condition has typed predicates.
    package func knows(_ condition: String) -> Bool { mapping[condition] != nil }

    /// Whether the condition holds for the accessory.
    package func holds(_ condition: String, for capabilities: Capabilities) -> Ternary {
        guard let predicates = mapping[condition] else {
            return .unknown("the condition `\(condition)` has no entry in applies.yaml")
        }
        var unknown: String?
        var isCertain = true
        for predicate in predicates {
            switch evaluate(predicate, capabilities) {
            case .yes: continue
            case .perhaps: isCertain = false
            case .no(let reason): return .no(Self.sentence(condition, reason))
            case .unknown(let missing): unknown = missing
            }
        }
        return unknown.map { .unknown(Self.sentence(condition, $0)) } ?? (isCertain ? .yes : .perhaps)
    }

    private func evaluate(_ node: YAMLNode, _ capabilities: Capabilities) -> Ternary {
        let entry = node.entries?.first
        guard let name = node.text ?? entry?.key else { return .unknown("an empty predicate") }
        guard let predicate = Predicate(rawValue: name) else {
            return .unknown("`\(name)` cannot be observed on this transport yet")
        }
        return evaluate(predicate, entry?.value, capabilities)
    }

    /// The conditions that Assay can evaluate.
    private enum Predicate: String {
        case always, paired, unpaired, transport, release, category, supports, declares
        case transportsAll = "transports-all"
        case transportsMinimum = "transports-min"
        case transportsAny = "transports-any"
        case isBridge = "is-bridge"
        case isCamera = "is-camera"
        case isNoCamera = "is-no-camera"
        case isDoorbell = "is-doorbell"
        case streamOffers = "stream-offers"
        case hasService = "has-service"
        case hasCharacteristic = "has-characteristic"
        case hasAllTypes = "has-all-types"
        case characteristicValue = "characteristic-value"
        case partialEnumeration = "partial-enumeration"
        case targetCurrentPair = "target-current-pair"
        case servicesMinimum = "services-min"
        case appleService = "apple-service"
        case extendedService = "extended-service"
        case linkedServices = "linked-services"
        case linkedService = "linked-service"
        case linkedChain = "linked-chain"
        case primaryService = "primary-service"
        case allHiddenService = "all-hidden-service"
        case userService = "user-service"
        case customType = "custom-type"
        case setupCode = "setup-code"
        case featureFlags = "feature-flags"
        case setupID = "setup-id"
        case setupPayload = "setup-payload"
    }

    /// The first predicate of a condition that Assay cannot evaluate; `nil` if it can evaluate all.
    ///
    /// A requirement with such a condition is left out of every run, so no case can prove it.
    func unevaluated(_ condition: String) -> String? {
        predicates(of: condition).compactMap { $0.text ?? $0.entries?.first?.key }.first {
            Predicate(rawValue: $0) == nil
        }
    }

    private func evaluate(_ predicate: Predicate, _ parameter: YAMLNode?, _ capabilities: Capabilities) -> Ternary {
        func test(_ holds: Bool, _ reason: String) -> Ternary { holds ? .yes : .no(reason) }
        let database = DatabaseFacts(capabilities)
        let isWanted = parameter?.text != "false"
        let words = parameter?.listOrOne.compactMap(\.text) ?? []
        switch predicate {
        case .always, .paired, .unpaired: return .yes  // The planner brings the accessory into this state.
        case .transport:
            return test(parameter?.text == capabilities.transport, "reached over \(capabilities.transport)")
        case .transportsAll:
            let missing = words.filter { !capabilities.offered.contains($0) }
            return test(missing.isEmpty, "this run does not reach it over \(Spoken.words(missing))")
        case .transportsMinimum:
            let count = (parameter?.text).flatMap { Int($0) } ?? 1
            return test(capabilities.offered.count >= count, Planner.onlyOver(capabilities.offered))
        case .transportsAny: return test(words.contains(where: capabilities.offered.contains), "another transport")
        case .release: return release(parameter?.text ?? "", capabilities)
        case .isBridge:
            return test(database.isBridge == isWanted, database.isBridge ? "it is a bridge" : "it is not a bridge")
        case .isCamera: return test(database.has([.cameraStreamManagement]), "it has no camera")
        case .isNoCamera: return test(!database.has([.cameraStreamManagement]), "it has a camera")
        case .isDoorbell: return test(database.has([.doorbell]), "it has no doorbell")
        case .streamOffers: return streamOffers(parameter, database)
        case .hasService: return hasService(parameter, database)
        case .hasCharacteristic:
            guard let parameter, let filter = try? CharacteristicFilter(parameter, names: nil) else {
                return .unknown("characteristic")
            }
            return test(capabilities.matches(filter).count >= filter.minimum, Self.absent)
        case .hasAllTypes:
            return test(database.hasAll(words), "no accessory has all of \(words.joined(separator: ", "))")
        case .characteristicValue:
            guard let members = try? parameter?.mapping(), let type = members["type"]?.text,
                let value = members["value"]?.text
            else { return .unknown("value") }
            let name = HAPType(type).flatMap(capabilities.catalogue.characteristic)?.name ?? type
            return test(database.shows(value, of: type), "no \(name) has the value \(value)")
        case .partialEnumeration: return test(database.hasEnumeration, "it has no Apple-defined enumeration")
        case .targetCurrentPair:
            return test(database.hasPair(words), "no service has a target and its current state")
        case .servicesMinimum:
            return test(database.mostServices >= parameter?.text.flatMap(Int.init) ?? 1, "fewer services")
        case .appleService: return test(database.hasAppleService, "it has no Apple-defined service")
        case .extendedService:
            return test(database.hasExtendedService, "no Apple-defined service has more than what it must have")
        case .linkedServices: return test(database.hasLinks, "no service links to another")
        case .linkedService:
            guard let members = try? parameter?.mapping(), let from = members["from"]?.text,
                let to = members["to"]?.text
            else { return .unknown("links") }
            let names = [from, to].map { HAPType($0).flatMap(capabilities.catalogue.service)?.name ?? $0 }
            return test(database.links(from: from, to: to), "no service \(names[0]) links to a service \(names[1])")
        case .linkedChain: return test(database.hasChain, "no service links to one that links to others")
        case .primaryService: return test(database.hasPrimary, "no service is marked primary")
        case .allHiddenService:
            return test(database.hasHiddenService, "no service has only hidden characteristics")
        case .userService:
            let reason = isWanted ? "no service is for users" : "every service is for users"
            return test(database.hasService(forUsers: isWanted), reason)
        case .customType: return test(database.hasCustomType, "all types are Apple's")
        case .supports:
            if parameter?.text == "transient-pair-setup" {
                return evaluateAdvertised(predicate.rawValue, parameter, capabilities)
            }
            guard parameter?.text == "timed-write" else { return .no("\(parameter?.text ?? "it") was not found") }
            return test(database.hasTimedWrites, "no characteristic requires timed writes")
        case .declares:
            let name = parameter?.text ?? ""
            return capabilities.declared.contains(name) ? .yes : .unknown("no message shows `\(name)`")
        case .setupCode:
            let stated = "setup-code: \(parameter?.text ?? "")"
            return capabilities.declared.contains(stated) ? .yes : .unknown("no message shows `\(stated)`")
        case .featureFlags, .category, .setupID, .setupPayload:
            return evaluateAdvertised(predicate.rawValue, parameter, capabilities)
        }
    }

    /// `{audio-codec: number}`, or `{crypto-suite: list}` of which a stream offers all.
    private func streamOffers(_ parameter: YAMLNode?, _ database: DatabaseFacts) -> Ternary {
        guard let members = try? parameter?.mapping() else { return .unknown("streams") }
        if let codec = members["audio-codec"]?.text.flatMap(UInt64.init) {
            return database.offers(audioCodec: codec) ? .yes : .no("no stream offers the audio codec \(codec)")
        }
        guard let suites = members["crypto-suite"]?.listOrOne.compactMap({ $0.text.flatMap(UInt64.init) }) else {
            return .unknown("streams")
        }
        let names = suites.map { "\($0)" }.joined(separator: " and ")
        return database.offers(suites: suites) ? .yes : .no("no stream offers the SRTP suites \(names)")
    }

    /// `{type: list, min, max}`, counted in each accessory.
    private func hasService(_ parameter: YAMLNode?, _ database: DatabaseFacts) -> Ternary {
        guard let members = try? parameter?.mapping(),
            let types = members["type"]?.listOrOne.compactMap(\.text)
        else { return .unknown("service") }
        let least = members["min"]?.text.flatMap { Int($0) } ?? 1
        let most = members["max"]?.text.flatMap { Int($0) } ?? .max
        guard !database.counts(of: types).contains(where: { $0 >= least && $0 <= most }) else { return .yes }
        let names = types.joined(separator: ", ")
        guard database.counts(of: types).contains(where: { $0 > 0 }) else { return .no("it has no service \(names)") }
        return .no("no accessory has \(most < .max ? "\(least) to \(most)" : "\(least) or more") services \(names)")
    }

    /// Whether it follows the release. If only the profile could decide, the laxer reading applies.
    private func release(_ wanted: String, _ capabilities: Capabilities) -> Ternary {
        if let missing = capabilities.isUnknown { return .unknown(missing) }
        let stated = StatedRelease(capabilities.database, advertised: capabilities.advertised)
        let isLater = stated.name == "later"
        switch wanted {
        case "r1":
            return switch stated {
            case .first: .yes
            case .later(let reason): .no("\(reason), R2 or later")
            case .unknown(let reason): .no("nothing shows that it follows R1: \(reason)")
            }
        case "r2+": return isLater ? .yes : .no("it does not show a version of R2 or later")
        case "r1-r6" where !isLater: return .yes
        case _ where capabilities.declared.contains("release: \(wanted)"): return .yes
        case "r7+", "r14+": return isLater ? .perhaps : .no("it does not show a version of R2 or later")
        default: return .unknown("no message shows its release of HAP")
        }
    }
}
