package import MarkedYAML

extension Baseline {
    /// Reads the text of a baseline file.
    ///
    /// - Parameters:
    ///   - text: the file.
    ///   - file: its path, for messages.
    ///   - cases: the ids of all cases; `nil` accepts each id.
    /// - Throws: `YAMLProblems` with each error, with file, line and column: for an unknown key, a missing key, a malformed
    ///   fingerprint or day, a case that does not exist, and an instance with two entries.
    package init(_ text: String, file: String, cases: Set<String>?) throws(YAMLProblems) {
        self.init(file: file)
        var problems = YAMLProblems()
        let node = problems.attempt { _ throws(YAMLProblem) in try YAMLNode.parse(text, file: file) }
        if let root = node.flatMap({ problems.mapping($0, allowing: ["accessory", "known-failures", "skipped"]) }) {
            read(root, cases, &problems)
        }
        try problems.check()
    }

    private mutating func read(_ root: YAMLMapping, _ cases: Set<String>?, _ problems: inout YAMLProblems) {
        if root["accessory"] != nil {
            accessory = problems.attempt { _ throws(YAMLProblem) in try Self.words(root, "accessory") }
        }
        var seen: [String: SourceMark] = [:]
        failures = problems.elements(Self.list(root["known-failures"])) { node, problems in
            let keys = ["case", "fingerprint", "owner", "reason", "expires"]
            guard let entry = problems.mapping(node, allowing: keys) else { return nil }
            guard let failure = Self.failure(entry, &problems) else { return nil }
            if let cases, !cases.contains(failure.caseID) {
                let hint = NearNames(cases).hint(
                    for: failure.caseID,
                    then: "remove the entry, or run `assay baseline update`"
                )
                let mark = entry["case"]?.mark ?? entry.mark
                problems.note(YAMLProblem(mark, "the suites have no case `\(failure.caseID)`\(hint)"))
            }
            if let first = seen.updateValue(node.mark, forKey: failure.instance) {
                let text = "duplicate entry for \(failure.instance), first at \(first)"
                problems.note(YAMLProblem(node.mark, text))
            }
            return failure
        }
        if let node = root["skipped"] {
            skipped = problems.elements(Self.list(node)) { node, problems in
                problems.read(node) { node throws(YAMLProblem) in try node.string() }
            }
        }
    }

    /// A list; `nil` if its key has no value.
    private static func list(_ node: YAMLNode?) -> YAMLNode? { node?.scalar == .null ? nil : node }

    /// - Returns: `nil` if a key is missing or wrong.
    private static func failure(_ entry: YAMLMapping, _ problems: inout YAMLProblems) -> KnownFailure? {
        func word(_ key: String) -> String? {
            problems.attempt { _ throws(YAMLProblem) in try words(entry, key) }
        }
        let fingerprint = problems.attempt { _ throws(YAMLProblem) in
            try Self.fingerprint(entry.required("fingerprint"))
        }
        let expires = problems.read(entry["expires"], day)
        let (instance, owner, reason) = (word("case"), word("owner"), word("reason"))
        guard let instance, let owner, let reason, let fingerprint else { return nil }
        return KnownFailure(
            instance: instance,
            fingerprint: fingerprint,
            owner: owner,
            reason: reason,
            expires: expires
        )
    }

    private static func fingerprint(_ node: YAMLNode) throws(YAMLProblem) -> Fingerprint {
        guard let fingerprint = Fingerprint(text: try node.string()) else {
            throw YAMLProblem(
                node.mark,
                "a fingerprint has 16 hexadecimal digits, not \(node.kindName); `assay baseline update` writes it"
            )
        }
        return fingerprint
    }

    private static func day(_ node: YAMLNode) throws(YAMLProblem) -> Day {
        guard let day = Day(try node.string()) else {
            throw YAMLProblem(node.mark, "expected a day such as 2026-12-31, not \(node.kindName)")
        }
        return day
    }

    /// A text that is not empty.
    private static func words(_ entry: YAMLMapping, _ key: String) throws(YAMLProblem) -> String {
        let node = try entry.required(key)
        let text = try node.string()
        guard !text.allSatisfy(\.isWhitespace) else { throw YAMLProblem(node.mark, "`\(key)` is empty") }
        return text
    }
}
