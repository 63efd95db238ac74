package import MarkedYAML

extension Baseline {
    /// Reads the text of a baseline file.
    ///
    /// - Parameters:
    ///   - text: the file.
    ///   - file: its path, for messages.
    ///   - cases: the ids of all cases; `nil` accepts each id.
    /// - Throws: `YAMLProblem` with file, line and column: for an unknown key, a missing key, a malformed fingerprint or
    ///   day, a case that does not exist, and an instance with two entries.
    package init(_ text: String, file: String, cases: Set<String>?) throws(YAMLProblem) {
        self.init(file: file)
        let root = try YAMLNode.parse(text, file: file).mapping(allowing: ["accessory", "known-failures", "skipped"])
        if root["accessory"] != nil { accessory = try Self.words(root, "accessory") }
        var seen: [String: SourceMark] = [:]
        for node in try Self.list(root["known-failures"]) {
            let entry = try node.mapping(allowing: ["case", "fingerprint", "owner", "reason", "expires"])
            let failure = try Self.failure(entry)
            if let cases, !cases.contains(failure.caseID) {
                let hint = NearNames(cases).hint(
                    for: failure.caseID,
                    then: "remove the entry, or run `assay baseline update`"
                )
                throw YAMLProblem(try entry.required("case").mark, "the suites have no case `\(failure.caseID)`\(hint)")
            }
            if let first = seen.updateValue(node.mark, forKey: failure.instance) {
                throw YAMLProblem(node.mark, "duplicate entry for \(failure.instance), first at \(first)")
            }
            failures.append(failure)
        }
        if let node = root["skipped"] {
            skipped = try Self.list(node).map { node throws(YAMLProblem) in try node.string() }
        }
    }

    /// The elements of a list; none if its key has no value.
    private static func list(_ node: YAMLNode?) throws(YAMLProblem) -> [YAMLNode] {
        guard let node, node.scalar != .null else { return [] }
        return try node.list()
    }

    private static func failure(_ entry: YAMLMapping) throws(YAMLProblem) -> KnownFailure {
        let print = try entry.required("fingerprint")
        guard let fingerprint = Fingerprint(text: try print.string()) else {
            throw YAMLProblem(
                print.mark,
                "a fingerprint has 16 hexadecimal digits, not \(print.kindName); `assay baseline update` writes it"
            )
        }
        var expires: Day?
        if let node = entry["expires"] {
            expires = Day(try node.string())
            guard expires != nil else {
                throw YAMLProblem(node.mark, "expected a day such as 2026-12-31, not \(node.kindName)")
            }
        }
        return KnownFailure(
            instance: try words(entry, "case"),
            fingerprint: fingerprint,
            owner: try words(entry, "owner"),
            reason: try words(entry, "reason"),
            expires: expires
        )
    }

    /// A text that is not empty.
    private static func words(_ entry: YAMLMapping, _ key: String) throws(YAMLProblem) -> String {
        let node = try entry.required(key)
        let text = try node.string()
        guard !text.allSatisfy(\.isWhitespace) else { throw YAMLProblem(node.mark, "`\(key)` is empty") }
        return text
    }
}
