package import MarkedYAML

extension Defect {
    /// Reads a file of defects.
    ///
    /// - Parameter accessories: the simulated accessories, for the names of their services and characteristics.
    /// - Throws: ``YAMLProblems`` with file, line and column of each: for unknown keys, points and characteristics, for words
    ///   that a point does not support, for conditions without effect, for malformed requirement ids, and for duplicate names.
    package static func load(
        _ text: String,
        file: String,
        accessories: [AccessoryDefinition] = []
    ) throws(YAMLProblems) -> [Defect] {
        var problems = YAMLProblems()
        let defects = read(text, file: file, accessories: accessories, noting: &problems)
        try problems.check()
        return defects
    }

    /// Reads a file of defects, and notes those that are wrong.
    package static func read(
        _ text: String,
        file: String,
        accessories: [AccessoryDefinition],
        noting problems: inout YAMLProblems
    ) -> [Defect] {
        let list = problems.attempt { _ throws(YAMLProblem) in
            try YAMLNode.load(text, file: file).mapping(allowing: ["defects"]).required("defects")
        }
        var known: Set<[String]> = []
        return problems.elements(list) { node, problems in
            problems.attempt { _ throws(YAMLProblem) in
                let defect = try Defect(node, accessories)
                guard known.insert([defect.name, defect.accessory]).inserted else {
                    throw YAMLProblem(node.mark, "duplicate defect `\(defect.name)` for \(defect.accessory)")
                }
                return defect
            }
        }
    }

    init(_ node: YAMLNode, _ accessories: [AccessoryDefinition]) throws(YAMLProblem) {
        mark = node.mark
        let mapping = try node.mapping(
            allowing: ["defect", "breaks", "shows", "on", "when", "vary"] + DefectChange.keys
        )
        name = try mapping.required("defect").slug()
        marks = [:]
        breaks = try mapping.required("breaks").requirementIDs(noting: &marks)
        isOnlyWarned = try mapping["shows"]?.word(of: ["warning"]) != nil
        accessory = try mapping.required("on").slug()
        marks[accessory] = try mapping.required("on").mark
        condition = try mapping["when"].map { (node) throws(YAMLProblem) in try DefectCondition(node) } ?? .always
        vary = try mapping["vary"].map { (node) throws(YAMLProblem) in try node.dimensions() }
        changes = try DefectChange.all(of: mapping, at: node.mark)
        let check = DefectCheck(accessory: accessories.first { [accessory] in $0.name == accessory })
        try check.check(mapping, changes, condition)
    }
}

extension DefectCondition {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let mapping = try node.mapping(allowing: [
            "nth", "from", "every", "controller", "characteristic", "message", "has", "accessory", "format", "session",
            "entry",
            "after", "value", "over",
        ])
        nth = try mapping["nth"]?.count()
        from = try mapping["from"]?.count()
        every = try mapping["every"]?.count()
        controller = try mapping["controller"].flatMap { (node) throws(YAMLProblem) in
            ControllerRole(rawValue: try node.word(of: ControllerRole.allCases.map(\.rawValue)))
        }
        characteristic = try mapping["characteristic"]?.string()
        message = try mapping["message"]?.requestName()
        trait = try mapping["has"].flatMap { (node) throws(YAMLProblem) in
            RequestTrait(rawValue: try node.word(of: RequestTrait.allCases.map(\.rawValue)))
        }
        occasions = try DefectOccasion.all(in: mapping)
    }
}

extension YAMLNode {
    /// An operation, as in `write`, or a transport's message, as in `PUT /characteristics`.
    func requestName() throws(YAMLProblem) -> RequestName {
        RequestName(
            try word(of: AccessoryOperation.allCases.map(\.rawValue) + IPRequest.messages + ThreadMessages.names)
        )
    }

    /// Dimensions of variants, or `none`.
    fileprivate func dimensions() throws(YAMLProblem) -> [VariantDimension] {
        if text == "none" { return [] }
        var dimensions: [VariantDimension] = []
        for element in listOrOne {
            let name = try element.word(of: VariantDimension.allCases.map(\.rawValue))
            if let dimension = VariantDimension(rawValue: name) { dimensions.append(dimension) }
        }
        return dimensions
    }

    /// A name of lower-case letters, digits, dashes and dots.
    func slug() throws(YAMLProblem) -> String {
        let text = try string()
        let isRight = { (byte: UInt8) in
            (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x2e
        }
        guard !text.isEmpty, text.utf8.allSatisfy(isRight) else {
            throw YAMLProblem(mark, "expected a name of lower-case letters, digits, dashes and dots, not `\(text)`")
        }
        return text
    }

    /// A requirement's id, as in `HAP-PAIR-SETUP-013`.
    func requirementID() throws(YAMLProblem) -> String {
        let text = try string()
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isUpper = { (part: Substring) in !part.isEmpty && part.utf8.allSatisfy { (0x41...0x5a).contains($0) } }
        let isNumber = { (part: Substring) in
            part.utf8.count == 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard parts.count >= 3, parts.first == "HAP", parts.dropLast().allSatisfy(isUpper),
            parts.last.map(isNumber) == true
        else {
            throw YAMLProblem(mark, "`\(text)` is not a requirement's id; expected the form HAP-PAIR-SETUP-013")
        }
        return text
    }

    /// A list of at least one requirement's id.
    ///
    /// - Parameter marks: gets the position of each.
    func requirementIDs(noting marks: inout [String: SourceMark]) throws(YAMLProblem) -> [String] {
        var ids: [String] = []
        for node in try list() {
            let id = try node.requirementID()
            marks[id] = node.mark
            ids.append(id)
        }
        guard !ids.isEmpty else { throw YAMLProblem(mark, "expected at least one requirement") }
        return ids
    }

    /// A whole number from 1.
    func count() throws(YAMLProblem) -> Int {
        let value = try integer()
        guard value >= 1, value <= 1_000_000 else { throw YAMLProblem(mark, "expected a whole number from 1") }
        return Int(value)
    }
}
