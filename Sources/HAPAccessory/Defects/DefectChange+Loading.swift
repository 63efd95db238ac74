import HAPModel
import MarkedYAML
import Measurement

extension DefectChange {
    /// The keys of an entry that hold changes.
    static let keys = [
        "guard", "effect", "message", "derivation", "database", "constant", "memory", "behaviour", "link", "answer",
        "code",
    ]

    /// All changes of an entry.
    static func all(of entry: YAMLMapping, at mark: SourceMark) throws(YAMLProblem) -> [DefectChange] {
        var changes: [DefectChange] = []
        for member in entry.entries where keys.contains(member.key) {
            for node in member.value.listOrOne { changes.append(try DefectChange(member.key, node)) }
        }
        guard !changes.isEmpty else {
            throw YAMLProblem(mark, "the entry needs one of the keys \(keys.joined(separator: ", "))")
        }
        return changes
    }

    /// Reads the value of one of a defect's keys.
    init(_ key: String, _ node: YAMLNode) throws(YAMLProblem) {
        switch key {
        case "guard":
            let mapping = try node.mapping(allowing: ["check", "do"])
            let name = try mapping.required("check").point(.guarded)
            self = .check(name, try GuardDeparture(try mapping.required("do")))
        case "effect":
            let mapping = try node.mapping(allowing: ["of", "do"])
            let name = try mapping.required("of").point(.effect)
            self = .effect(name, try EffectDeparture(try mapping.required("do")))
        case "message", "derivation":
            // Whether a value of the pairing messages is a field or a derivation is the author's choice.
            let mapping = try node.mapping(allowing: ["point", "do"])
            let name = try mapping.required("point").point(
                key == "message" ? .message : .derivation,
                .message,
                .derivation
            )
            let action = try mapping.required("do")
            self =
                MessagePoint(rawValue: name)?.content == .json
                ? .json(name, try JSONChange(action)) : .alteration(name, try AlterationAction(action))
        case "database":
            self = .database(try DatabasePatch(node))
        case "constant":
            let mapping = try node.mapping(allowing: ["name", "value"])
            self = .constant(
                try mapping.required("name").point(.constant),
                try mapping.required("value").integer()
            )
        case "memory":
            let mapping = try node.mapping(allowing: ["of", "lasts"])
            let name = try mapping.required("of").point(.memory)
            self = .memory(name, try mapping.required("lasts").word(of: MemoryPoint(rawValue: name)?.words ?? []))
        case "behaviour":
            let mapping = try node.mapping(allowing: ["rule", "is"])
            let name = try mapping.required("rule").point(.behaviour)
            self = .behaviour(name, try mapping.required("is").word(of: BehaviourPoint(rawValue: name)?.words ?? []))
        case "link":
            let mapping = try node.mapping(allowing: ["at", "do"])
            let (name, change) = (try mapping.required("at").point(.link), try mapping.required("do"))
            if let pattern = try DelayPattern(in: change) {
                self = .delay(name, pattern)
            } else {
                self = .link(name, try LinkChange(change))
            }
        case "answer":
            self = .answer(try AnswerChange(node))
        default:
            let hook = try node.mapping(allowing: ["hook"]).required("hook")
            guard let known = CodeHook(rawValue: try hook.point(.code)) else {
                throw YAMLProblem(hook.mark, "unknown hook")
            }
            self = .code(known)
        }
    }
}

extension YAMLNode {
    /// The name of a point of that kind; an error lists similar names.
    func point(_ kind: AccessoryPoint.Kind, _ others: AccessoryPoint.Kind...) throws(YAMLProblem) -> String {
        let name = try string()
        guard ([kind] + others).contains(where: { AccessoryPoint.find($0, name) != nil }) else {
            let known = AccessoryPoint.all.filter { $0.kind == kind }.map(\.name)
            throw YAMLProblem(
                mark,
                "unknown point `\(name)` of the kind \(kind.rawValue)\(NearNames(known).hint(for: name))"
            )
        }
        return name
    }

    /// A single word, or one word with a value: `drop`, `{ set: … }`.
    func choice(_ plain: [String], _ valued: [String]) throws(YAMLProblem) -> (
        word: String, value: YAMLNode
    ) {
        if text != nil { return (try word(of: plain), self) }
        let mapping = try mapping(allowing: valued)
        guard let entry = mapping.entries.first, mapping.entries.count == 1 else {
            throw YAMLProblem(mark, "expected one of \(valued.joined(separator: ", "))")
        }
        return (entry.key, entry.value)
    }

    fileprivate func hex() throws(YAMLProblem) -> [UInt8] {
        guard let bytes = Hex.decode(try string()) else {
            throw YAMLProblem(mark, "expected hexadecimal digits")
        }
        return bytes
    }

    fileprivate func size() throws(YAMLProblem) -> Int {
        let value = try integer()
        guard value >= 0, value <= 1 << 24 else { throw YAMLProblem(mark, "expected a whole number from 0") }
        return Int(value)
    }
}

extension GuardDeparture {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let (word, value) = try node.choice(["skip", "refuse"], ["answer"])
        self =
            switch word {
            case "skip": .skip
            case "refuse": .refuse
            default: .answer(try value.integer())
            }
    }
}

extension EffectDeparture {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let (word, value) = try node.choice(["omit", "twice"], ["delay"])
        self =
            switch word {
            case "omit": .omit
            case "twice": .twice
            default: .delay(try value.duration().wholeNanoseconds / 1_000_000)
            }
    }
}

extension AlterationAction {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let plain = ["random", "zero", "drop", "empty", "reverse", "duplicate", "flip-bit"]
        let (word, value) = try node.choice(
            plain,
            ["set", "text", "flip-bit", "truncate", "append", "prepend", "order"]
        )
        switch word {
        case "random": self = .random
        case "zero": self = .zero
        case "drop": self = .drop
        case "empty": self = .empty
        case "reverse": self = .reverse
        case "duplicate": self = .duplicate
        case "flip-bit": self = .flipBit(value.text == "flip-bit" ? 0 : try value.size())
        case "set": self = .set(try value.hex())
        case "text": self = .text(try value.string())
        case "truncate": self = .truncate(try value.size())
        case "append": self = .append(try value.hex())
        case "prepend": self = .prepend(try value.hex())
        default:
            var names: [String] = []
            for name in try value.list() { names.append(try name.string()) }
            self = .order(names)
        }
    }
}

extension JSONChange {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let (word, value) = try node.choice(["drop", "duplicate"], ["set"])
        self =
            switch word {
            case "drop": .drop
            case "duplicate": .duplicate
            default: .set(JSON(yaml: value))
            }
    }
}

extension LinkChange {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let (word, value) = try node.choice(["hang", "close", "reset", "crash"], ["delay", "drip", "split"])
        switch word {
        case "hang": self = .hang
        case "close": self = .close
        case "reset": self = .reset
        case "crash": self = .crash
        case "delay": self = .delay(try value.duration())
        case "drip":
            let mapping = try value.mapping(allowing: ["bytes", "every"])
            self = .drip(try mapping.required("bytes").count(), every: try mapping.required("every").duration())
        default:
            let mapping = try value.mapping(allowing: ["after", "pause"])
            self = .split(try mapping.required("after").count(), pause: try mapping.required("pause").duration())
        }
    }
}

extension AnswerChange {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let mapping = try node.mapping(allowing: [
            "to", "instead", "each", "status", "reason", "body", "content-type", "closes",
        ])
        request = try mapping["to"]?.requestName()
        instead = try mapping["instead"]?.count()
        each = try mapping["each"].map { (node) throws(YAMLProblem) in try node.integer() }
        status = try mapping["status"].map { (node) throws(YAMLProblem) in try AnswerStatus(node) }
        reason = try mapping["reason"]?.string()
        body = mapping["body"].map { node in
            node.text.map { Array($0.utf8) } ?? JSON(yaml: node).encoded()
        }
        contentType = try mapping["content-type"]?.string()
        closing = try mapping["closes"].flatMap { (node) throws(YAMLProblem) in
            AnswerClosing(rawValue: try node.word(of: AnswerClosing.allCases.map(\.rawValue)))
        }
        guard status != nil || reason != nil || body != nil || contentType != nil || closing != nil else {
            throw YAMLProblem(node.mark, "a response changes one of status, reason, body, content-type, closes")
        }
    }
}

extension AnswerStatus {
    /// An HTTP status as a number, or a meaning as a word, as in `invalid-value`.
    init(_ node: YAMLNode) throws(YAMLProblem) {
        if let number = node.text.flatMap({ Int($0) }) {
            self = .http(number)
        } else {
            let name = try node.word(of: HAPStatus.allCases.map(\.name))
            self = .meaning(HAPStatus(name: name) ?? .success)
        }
    }
}

extension DatabasePatch {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let mapping = try node.mapping(allowing: ["at", "do"])
        if let place = mapping["at"] {
            let place = try place.mapping(allowing: ["accessory", "service", "characteristic", "only"])
            accessory = try place["accessory"]?.instanceID()
            service = try place["service"]?.string()
            characteristic = try place["characteristic"]?.string()
            onlyFirst = try place["only"]?.word(of: ["first"]) != nil
            isPatchOfRoot = false
        } else {
            onlyFirst = false
            isPatchOfRoot = true
        }
        let (word, value) = try mapping.required("do").choice(["remove"], ["set", "drop", "repeat", "copies", "copy"])
        switch word {
        case "remove": action = .remove
        case "set": action = .set(try value.members())
        case "copy": action = .copy(try value.members())
        case "copies": action = .copies(try value.count())
        default:
            var keys: [String] = []
            for key in value.listOrOne { keys.append(try key.word(of: Self.members)) }
            action = word == "drop" ? .drop(keys) : .repeatMembers(keys)
        }
    }
}

extension DatabasePatch {
    /// The members of the database and of its accessories, services and characteristics, and one that a vendor may add.
    fileprivate static let members = [
        "accessories", "aid", "services", "iid", "type", "characteristics", "primary", "hidden", "linked", "value",
        "perms",
        "ev", "format", "unit", "minValue", "maxValue", "minStep", "maxLen", "maxDataLen", "valid-values",
        "valid-values-range", "description", "TTL", "pid", "vendor",
    ]
}

extension YAMLNode {
    /// Members of the database with their values.
    fileprivate func members() throws(YAMLProblem) -> JSONObject {
        _ = try mapping(allowing: DatabasePatch.members)
        guard case .object(let object) = JSON(yaml: self) else {
            throw YAMLProblem(mark, "expected members with values")
        }
        return object
    }
}
