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
        if let word = node.text { return evaluate(word, nil, capabilities) }
        guard let entry = node.entries?.first else { return .unknown("an empty predicate") }
        return evaluate(entry.key, entry.value, capabilities)
    }

    private func evaluate(_ name: String, _ parameter: YAMLNode?, _ capabilities: Capabilities) -> Ternary {
        func test(_ holds: Bool, _ reason: String) -> Ternary { holds ? .yes : .no(reason) }
        let database = capabilities.database
        switch name {
        case "always", "paired", "unpaired": return .yes  // The planner brings the accessory into this state.
        case "transport":
            return test(parameter?.text == capabilities.transport, "reached over \(capabilities.transport)")
        case "transports-all":
            let missing = (parameter?.listOrOne ?? []).compactMap(\.text).filter { !capabilities.offered.contains($0) }
            return test(missing.isEmpty, "this run does not reach it over \(Spoken.words(missing))")
        case "transports-min":
            let count = (parameter?.text).flatMap { Int($0) } ?? 1
            return test(capabilities.offered.count >= count, Planner.onlyOver(capabilities.offered))
        case "transports-any":
            return test(
                parameter?.listOrOne.contains { $0.text.map(capabilities.offered.contains) ?? false } ?? false,
                "another transport"
            )
        case "release": return release(parameter?.text ?? "", capabilities)
        case "is-bridge":
            let isBridge = database.accessories.contains { $0.aid != 1 }
            return test(isBridge == (parameter?.text != "false"), isBridge ? "it is a bridge" : "it is not a bridge")
        case "is-camera": return hasService([.cameraStreamManagement], database, "it has no camera")
        case "is-no-camera":
            let isCamera = hasService([.cameraStreamManagement], database, "") == .yes
            return test(!isCamera, "it has a camera")
        case "is-doorbell": return hasService([.doorbell], database, "it has no doorbell")
        case "has-service":
            guard let types = try? parameter?.mapping()["type"]?.listOrOne.compactMap(\.text) else {
                return .unknown("service")
            }
            return hasService(
                types.compactMap(HAPType.init),
                database,
                "it has no service \(types.joined(separator: ", "))"
            )
        case "has-characteristic":
            guard let parameter, let filter = try? CharacteristicFilter(parameter, names: nil) else {
                return .unknown("characteristic")
            }
            return test(capabilities.matches(filter).count >= filter.minimum, Self.absent)
        case "has-all-types":
            let types = parameter?.listOrOne.compactMap(\.text) ?? []
            let holds = database.accessories.contains { accessory in
                let present = accessory.services.flatMap(\.characteristics).compactMap { $0.type?.short }
                return types.allSatisfy(present.contains)
            }
            return test(holds, "no accessory has all of \(types.joined(separator: ", "))")
        case "target-current-pair":
            let pairs = (parameter?.listOrOne ?? []).compactMap { $0.text?.split(separator: "/").map(String.init) }
            let holds = services(database).contains { service in
                let present = service.characteristics.compactMap { $0.type?.short }
                return pairs.contains { $0.allSatisfy(present.contains) }
            }
            return test(holds, "no service has a target and its current state")
        case "services-min":
            let minimum = parameter?.text.flatMap(Int.init) ?? 1
            return test(database.accessories.contains { $0.services.count >= minimum }, "fewer services")
        case "apple-service":
            let known = capabilities.found.contains {
                $0.service.type.map { capabilities.catalogue.service($0) != nil } ?? false
            }
            return test(known, "it has no Apple-defined service")
        case "linked-services":
            return test(services(database).contains { $0.linked?.isEmpty == false }, "no service links to another")
        case "primary-service":
            return test(services(database).contains { $0.primary == true }, "no service is marked primary")
        case "user-service", "custom-type":
            return evaluateServices(name, parameter, capabilities)
        case "supports":
            if parameter?.text == "transient-pair-setup" {
                return evaluateAdvertised(name, parameter, capabilities)
            }
            guard parameter?.text == "timed-write" else { return .no("\(parameter?.text ?? "it") was not found") }
            let timed = capabilities.found.contains { $0.characteristic.permissions.map(\.rawValue).contains("tw") }
            return test(timed, "no characteristic has tw")
        case "declares":
            let name = parameter?.text ?? ""
            return capabilities.declared.contains(name) ? .yes : .unknown("no message shows `\(name)`")
        case "setup-code":
            let stated = "\(name): \(parameter?.text ?? "")"
            return capabilities.declared.contains(stated) ? .yes : .unknown("no message shows `\(stated)`")
        case "feature-flags", "category", "setup-id", "setup-payload":
            return evaluateAdvertised(name, parameter, capabilities)
        default:
            return .unknown("`\(name)` cannot be observed on this transport yet")
        }
    }

    private func services(_ database: AttributeDatabase) -> [ServiceObject] {
        database.accessories.flatMap(\.services)
    }

    private func hasService(_ types: [HAPType], _ database: AttributeDatabase, _ reason: String) -> Ternary {
        let holds = services(database).contains { $0.type.map(types.contains) ?? false }
        return holds ? .yes : .no(reason)
    }

    private func evaluateServices(_ name: String, _ parameter: YAMLNode?, _ capabilities: Capabilities) -> Ternary {
        if name == "custom-type" {
            let custom = capabilities.found.contains {
                $0.service.type?.isApple == false || $0.characteristic.type?.isApple == false
            }
            return custom ? .yes : .no("all types are Apple's")
        }
        let wanted = parameter?.text != "false"
        let holds = services(capabilities.database).contains { service in
            guard let type = service.type, type != .accessoryInformation else { return false }
            return HAPType.technicalServices.contains(type) != wanted
        }
        return holds ? .yes : .no(wanted ? "no service is for users" : "every service is for users")
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
