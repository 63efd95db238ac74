package import HAPModel
package import MarkedYAML
import SuiteLanguage

extension AccessoryProfile {
    /// Reads the text of a profile.
    ///
    /// - Parameters:
    ///   - text: the file.
    ///   - file: its path, for messages and for the paths in it.
    ///   - catalogue: has the names of services.
    /// - Throws: `YAMLProblem` with file, line and column of the first error.
    package init(_ text: String, file: String, catalogue: Catalogue) throws(YAMLProblem) {
        self.init(file: file)
        let root = try YAMLNode.parse(text, file: file).mapping(allowing: ProfileSchema.keys)
        if let node = root["reach"] {
            reach = try Self.reach(node)
            let mapping = try node.mapping()
            further = try mapping["also"]?.words() ?? []
            for key in ["address", "also"] {
                guard let node = mapping[key] else { continue }
                for node in node.elements ?? [node] {
                    addresses.append(Address(text: try node.string(), key: key, mark: node.mark))
                }
            }
            if let node = mapping["via"] { (via, viaMark) = (try Self.via(node), node.mark) }
        }
        if let node = root["setup-code"] { setupCode = try Self.secret(node, "setup code") }
        if let node = root["setup-payload"] { setupPayload = try Self.secret(node, "setup payload") }
        if let node = root["hooks"] { hooks = try Self.hooks(node) }
        if let node = root["actuate"] { actuation = try Self.actuation(node, catalogue) }
        if let node = root["writes-per-characteristic"] {
            writesPerCharacteristic = Int(try node.integer(in: 1...1_000_000))
        }
        if let node = root["time-factor"] {
            timeFactor = try node.number()
            guard (0.1...100).contains(timeFactor) else {
                throw YAMLProblem(node.mark, "expected a factor from 0.1 to 100, not \(timeFactor)")
            }
        }
        if let node = root["answer-within"] {
            let duration = try Duration(node)
            guard duration > .zero else { throw YAMLProblem(node.mark, "expected a time greater than 0") }
            answerWithin = duration
        }
        for node in try root["declares"]?.list() ?? [] {
            declares.append(Declared(fact: try node.string(), mark: node.mark))
        }
        if let node = root["leave-out"] {
            for entry in try node.list() { leftOut.append(try Self.leftOut(entry)) }
        }
        if let node = root["budgets"] { budgets = try Self.budgets(node) }
        if let node = root["serial-log"] { serialLog = try Self.serial(node) }
    }

    private static func reach(_ node: YAMLNode) throws(YAMLProblem) -> Reach {
        let mapping = try node.mapping(allowing: ["address", "name", "device-id", "also", "via"])
        let (name, id) = (try words(mapping["name"]), try words(mapping["device-id"]))
        if let address = try words(mapping["address"]) {
            guard name == nil, id == nil else {
                throw YAMLProblem(node.mark, "`address` cannot be used with `name` or `device-id`")
            }
            return .address(address)
        }
        guard name != nil || id != nil else {
            throw YAMLProblem(node.mark, "`reach` needs `address`, `name` or `device-id`")
        }
        if let node = mapping["device-id"], let id, !Reach.isDeviceID(id) {
            throw YAMLProblem(node.mark, "expected a Device ID such as E1:91:1A:70:85:AA, not \(id)")
        }
        return .advertised(name: name, deviceID: id)
    }

    private static func via(_ node: YAMLNode) throws(YAMLProblem) -> Via {
        let mapping = try node.mapping(allowing: ["relay", "fingerprint", "ca", "token-file"])
        let via = Via(
            relay: try words(mapping.required("relay")) ?? "",
            fingerprint: try words(mapping["fingerprint"]),
            authorities: try words(mapping["ca"]),
            tokenFile: try words(mapping["token-file"])
        )
        guard (via.fingerprint == nil) != (via.authorities == nil) else {
            throw YAMLProblem(
                node.mark,
                "`via` needs one way to know the relay: `fingerprint`, which `assay relay` prints, or `ca`, a PEM file"
            )
        }
        return via
    }

    private static func secret(_ node: YAMLNode, _ what: String) throws(YAMLProblem) -> SecretSource {
        guard node.entries != nil else {
            throw YAMLProblem(
                node.mark,
                "a profile must not hold the \(what); name where it is kept: {file: PATH}, {environment: NAME} or {command: COMMAND}"
            )
        }
        switch try choice(node, of: ["file", "environment", "command"]) {
        case ("file", let path): return .file(path)
        case ("environment", let name): return .environment(name)
        case (_, let command): return .command(command)
        }
    }

    private static func serial(_ node: YAMLNode) throws(YAMLProblem) -> SerialSource {
        switch try choice(node, of: ["file", "command"]) {
        case ("file", let path): .file(path)
        case (_, let command): .command(command)
        }
    }

    /// The only member of a mapping.
    private static func choice(_ node: YAMLNode, of keys: [String]) throws(YAMLProblem) -> (key: String, value: String)
    {
        let mapping = try node.mapping(allowing: keys)
        guard let entry = mapping.entries.first, mapping.entries.count == 1 else {
            throw YAMLProblem(node.mark, "expected exactly one of \(keys.joined(separator: ", "))")
        }
        return (entry.key, try words(entry.value) ?? "")
    }

    private static func hooks(_ node: YAMLNode) throws(YAMLProblem) -> Hooks {
        let mapping = try node.mapping(allowing: ["reset", "power-cycle", "stimulate", "flash"])
        var hooks = Hooks()
        hooks.reset = try words(mapping["reset"])
        hooks.powerCycle = try words(mapping["power-cycle"])
        hooks.flash = try words(mapping["flash"])
        guard let stimulate = mapping["stimulate"] else { return hooks }
        guard stimulate.entries != nil else {
            hooks.stimulate = try words(stimulate)
            hooks.stimuli = ["press", "change"]
            return hooks
        }
        let form = try stimulate.mapping(allowing: ["command", "actions"])
        hooks.stimulate = try words(try form.required("command"))
        for action in try form.required("actions").list() {
            hooks.stimuli.insert(try action.word(of: ["press", "change"]))
        }
        return hooks
    }

    private static func actuation(_ node: YAMLNode, _ catalogue: Catalogue) throws(YAMLProblem) -> Actuation {
        if case .bool(let isAllowed) = node.scalar { return isAllowed ? .everything : .nothing }
        let actuating = catalogue.services.values.filter(\.actuates)
        let known = Set(actuating.map(\.word))
        var names: [String] = []
        for element in try node.list() {
            let name = try element.string()
            guard known.contains(name) else {
                let isHarmless = catalogue.services.values.contains { $0.word == name }
                let hint =
                    NearNames.question(NearNames(known).near(name)) ?? "expected true, false, or a list of services"
                throw YAMLProblem(
                    element.mark,
                    isHarmless
                        ? "the service `\(name)` needs no permission: it actuates nothing"
                        : "unknown service `\(name)`; \(hint)"
                )
            }
            names.append(name)
        }
        return .services(names)
    }

    private static func leftOut(_ node: YAMLNode) throws(YAMLProblem) -> LeftOut {
        let mapping = try node.mapping(allowing: ["case", "reason"])
        let pattern = try mapping.required("case")
        return LeftOut(
            pattern: try words(pattern) ?? "",
            reason: try words(try mapping.required("reason")) ?? "",
            mark: pattern.mark
        )
    }

    /// A text that is not empty.
    private static func words(_ node: YAMLNode?) throws(YAMLProblem) -> String? {
        guard let node else { return nil }
        let text = try node.string()
        guard !text.allSatisfy(\.isWhitespace) else { throw YAMLProblem(node.mark, "expected text, not an empty one") }
        return text
    }
}
