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
    ///   - check: notes what is wrong with the profile beyond its form. It is always called, with what could be read.
    /// - Throws: `YAMLProblems` with each error, with file, line and column.
    package init(
        _ text: String,
        file: String,
        catalogue: Catalogue,
        check: (AccessoryProfile, inout YAMLProblems) -> Void = { _, _ in }
    ) throws(YAMLProblems) {
        self.init(file: file)
        var problems = YAMLProblems()
        let node = problems.attempt { _ throws(YAMLProblem) in try YAMLNode.parse(text, file: file) }
        if let root = node.flatMap({ problems.mapping($0, allowing: ProfileSchema.keys) }) {
            if root.entries.isEmpty {
                problems.note(YAMLProblem(root.mark, "the profile is empty; it needs a key, such as `reach`"))
            }
            read(root, catalogue, &problems)
        }
        if let node { Self.refuseCodes(in: node, &problems) }
        check(self, &problems)
        try problems.check()
    }

    private mutating func read(_ root: YAMLMapping, _ catalogue: Catalogue, _ problems: inout YAMLProblems) {
        if let node = root["reach"] { readReach(node, &problems) }
        setupCode = problems.read(root["setup-code"]) { node throws(YAMLProblem) in
            try Self.secret(node, "setup code")
        }
        setupPayload = problems.read(root["setup-payload"]) { node throws(YAMLProblem) in
            try Self.secret(node, "setup payload")
        }
        if let node = root["hooks"] { hooks = Self.hooks(node, &problems) }
        if let node = root["actuate"] { actuation = Self.actuation(node, catalogue, &problems) }
        writesPerCharacteristic = problems.read(root["writes-per-characteristic"]) { node throws(YAMLProblem) in
            Int(try node.integer(in: 1...1_000_000))
        }
        timeFactor = problems.read(root["time-factor"], Self.factor) ?? timeFactor
        answerWithin = problems.read(root["answer-within"], Self.time)
        declares = problems.elements(root["declares"]) { node, problems in
            problems.read(node) { node throws(YAMLProblem) in
                Declared(fact: try node.string(), mark: node.mark)
            }
        }
        leftOut = problems.elements(root["leave-out"], Self.leftOut)
        if let node = root["budgets"] { budgets = Self.budgets(node, &problems) }
        serialLog = problems.read(root["serial-log"], Self.serial)
    }

    /// A profile is committed and mailed, so no value may contain the code. Only the command that prints it may.
    private static func refuseCodes(in node: YAMLNode, _ problems: inout YAMLProblems) {
        for entry in node.entries ?? [] {
            guard ["setup-code", "setup-payload"].contains(entry.key) else {
                refuseCodes(in: entry.value, &problems)
                continue
            }
            // A code instead of its place is refused where the place is read.
            for source in entry.value.entries ?? [] where source.key != "command" {
                refuseCodes(in: source.value, &problems)
            }
        }
        for element in node.elements ?? [] { refuseCodes(in: element, &problems) }
        let code = /(?:^|[^0-9])[0-9]{3}-[0-9]{2}-[0-9]{3}(?:[^0-9]|$)|X-HM:/
        guard let text = node.text, text.contains(code) else { return }
        problems.note(
            YAMLProblem(node.mark, "a profile must not hold a setup code; keep it in a file or in a variable")
        )
    }

    private mutating func readReach(_ node: YAMLNode, _ problems: inout YAMLProblems) {
        let keys = ["address", "name", "device-id", "also", "via"]
        guard let mapping = problems.mapping(node, allowing: keys) else { return }
        // A mistyped key is one mistake, not two.
        if mapping.entries.allSatisfy({ keys.contains($0.key) })
            || keys.prefix(3).contains(where: { mapping[$0] != nil })
        {
            reach = problems.attempt { _ throws(YAMLProblem) in try Self.reach(mapping) }
        }
        further = problems.read(mapping["also"]) { node throws(YAMLProblem) in try node.words() } ?? []
        for key in ["address", "also"] {
            for node in mapping[key]?.listOrOne ?? [] {
                guard let text = node.text else { continue }
                addresses.append(Address(text: text, key: key, mark: node.mark))
            }
        }
        if let node = mapping["via"] { (via, viaMark) = (Self.via(node, &problems), node.mark) }
    }

    private static func reach(_ mapping: YAMLMapping) throws(YAMLProblem) -> Reach {
        let (name, id) = (try words(mapping["name"]), try words(mapping["device-id"]))
        if let address = try words(mapping["address"]) {
            guard name == nil, id == nil else {
                throw YAMLProblem(mapping.mark, "`address` cannot be used with `name` or `device-id`")
            }
            return .address(address)
        }
        guard name != nil || id != nil else {
            throw YAMLProblem(mapping.mark, "`reach` needs `address`, `name` or `device-id`")
        }
        if let node = mapping["device-id"], let id, !Reach.isDeviceID(id) {
            throw YAMLProblem(node.mark, "expected a Device ID such as E1:91:1A:70:85:AA, not \(id)")
        }
        return .advertised(name: name, deviceID: id)
    }

    private static func via(_ node: YAMLNode, _ problems: inout YAMLProblems) -> Via? {
        let keys = ["relay", "fingerprint", "ca", "token-file"]
        guard let mapping = problems.mapping(node, allowing: keys) else { return nil }
        return problems.attempt { _ throws(YAMLProblem) in
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

    private static func factor(_ node: YAMLNode) throws(YAMLProblem) -> Double {
        let factor = try node.number()
        guard (0.1...100).contains(factor) else {
            throw YAMLProblem(node.mark, "expected a factor from 0.1 to 100, not \(factor)")
        }
        return factor
    }

    /// A time that is longer than nothing.
    static func time(_ node: YAMLNode) throws(YAMLProblem) -> Duration {
        let duration = try Duration(node)
        guard duration > .zero else { throw YAMLProblem(node.mark, "expected a time greater than 0") }
        return duration
    }

    private static func hooks(_ node: YAMLNode, _ problems: inout YAMLProblems) -> Hooks {
        var hooks = Hooks()
        let keys = ["reset", "power-cycle", "stimulate", "flash"]
        guard let mapping = problems.mapping(node, allowing: keys) else { return hooks }
        hooks.reset = problems.read(mapping["reset"], command)
        hooks.powerCycle = problems.read(mapping["power-cycle"], command)
        hooks.flash = problems.read(mapping["flash"], command)
        guard let stimulate = mapping["stimulate"] else { return hooks }
        guard stimulate.entries != nil else {
            hooks.stimulate = problems.read(stimulate, command)
            hooks.stimuli = ["press", "change"]
            return hooks
        }
        guard let form = problems.mapping(stimulate, allowing: ["command", "actions"]) else { return hooks }
        hooks.stimulate = problems.attempt { _ throws(YAMLProblem) in try command(form.required("command")) }
        let actions = problems.attempt { _ throws(YAMLProblem) in try form.required("actions") }
        let stimuli: [String] = problems.elements(actions) { node, problems in
            problems.read(node) { node throws(YAMLProblem) in try node.word(of: ["press", "change"]) }
        }
        hooks.stimuli = Set(stimuli)
        return hooks
    }

    /// A command for the shell. A number or a bool is a mistake: a time limit in the wrong key, or a switch that does not exist.
    private static func command(_ node: YAMLNode) throws(YAMLProblem) -> String {
        switch node.scalar {
        case .integer, .float, .bool: throw YAMLProblem(node.mark, "expected a command, not \(node.kindName)")
        default: try text(node)
        }
    }

    private static func actuation(
        _ node: YAMLNode,
        _ catalogue: Catalogue,
        _ problems: inout YAMLProblems
    ) -> Actuation {
        if case .bool(let isAllowed) = node.scalar { return isAllowed ? .everything : .nothing }
        if node.text != nil {
            problems.note(YAMLProblem(node.mark, "expected true, false, or a list of services"))
            return .nothing
        }
        return .services(
            problems.elements(node) { node, problems in
                problems.read(node) { node throws(YAMLProblem) in try service(node, catalogue) }
            }
        )
    }

    /// The name of a service that actuates something.
    private static func service(_ node: YAMLNode, _ catalogue: Catalogue) throws(YAMLProblem) -> String {
        let name = try node.string()
        let known = Set(catalogue.services.values.filter(\.actuates).map(\.word))
        guard !known.contains(name) else { return name }
        let isHarmless = catalogue.services.values.contains { $0.word == name }
        let hint = NearNames.question(NearNames(known).near(name)) ?? "expected true, false, or a list of services"
        throw YAMLProblem(
            node.mark,
            isHarmless
                ? "the service `\(name)` needs no permission: it actuates nothing"
                : "unknown service `\(name)`; \(hint)"
        )
    }

    private static func leftOut(_ node: YAMLNode, _ problems: inout YAMLProblems) -> LeftOut? {
        guard let mapping = problems.mapping(node, allowing: ["case", "reason"]) else { return nil }
        let pattern = problems.attempt { _ throws(YAMLProblem) in try mapping.required("case") }
        let reason = problems.attempt { _ throws(YAMLProblem) in try text(mapping.required("reason")) }
        guard let pattern, let name = problems.read(pattern, text) else { return nil }
        return LeftOut(pattern: name, reason: reason ?? "", mark: pattern.mark)
    }

    /// A text that is not empty; `nil` without the key.
    private static func words(_ node: YAMLNode?) throws(YAMLProblem) -> String? {
        guard let node else { return nil }
        return try text(node)
    }

    /// A text that is not empty.
    private static func text(_ node: YAMLNode) throws(YAMLProblem) -> String {
        let text = try node.string()
        guard !text.allSatisfy(\.isWhitespace) else { throw YAMLProblem(node.mark, "expected text, not an empty one") }
        return text
    }
}
