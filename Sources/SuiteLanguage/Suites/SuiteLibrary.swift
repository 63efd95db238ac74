package import HAPModel
package import MarkedYAML

/// The contents of `Suites/`, loaded and checked.
package struct SuiteLibrary: Sendable {
    package var vocabulary: Vocabulary
    package var requirements: RequirementCatalogue
    package var applicability: Applicability
    package var cases: [Case]
    /// Apple's types; `nil` for the suites of a record, which need none.
    package let catalogue: Catalogue?
    /// Areas in which every requirement is proven or gives a reason: `complete.yaml`.
    package var completeAreas: Set<String>
    /// The files of the library.
    package var files: [SuiteFile]

    /// The case with this id.
    package func `case`(_ id: String) -> Case? { cases.first { $0.id == id } }

    /// Loads the texts of a `Suites/` folder.
    ///
    /// - Throws: ``SuiteProblems`` with all errors, in the order of the files.
    package init(_ files: [SuiteFile]) throws(SuiteProblems) {
        var problems: [YAMLProblem] = []
        func attempt<Value>(_ standard: Value, _ body: () throws(YAMLProblem) -> Value) -> Value {
            do {
                return try body()
            } catch {
                problems.append(error)
                return standard
            }
        }
        self.files = files
        vocabulary = attempt(Vocabulary()) { () throws(YAMLProblem) in
            try Vocabulary(files.filter { $0.path.hasPrefix("vocabulary/") })
        }
        var requirements = RequirementCatalogue()
        for file in files where file.path.hasPrefix("requirements/") && file.path.hasSuffix(".yaml") {
            if file.path.hasSuffix("/applies.yaml") || file.path.hasSuffix("/vectors.yaml") { continue }
            do { try requirements.add(file) } catch { problems.append(error) }
        }
        self.requirements = requirements
        problems += requirements.wrongReferences
        applicability = attempt(Applicability()) { () throws(YAMLProblem) in
            guard let file = files.first(where: { $0.path == "requirements/applies.yaml" }) else {
                return Applicability()
            }
            return try Applicability(file)
        }
        if !applicability.conditions.isEmpty { problems += requirements.unknownConditions(applicability) }
        completeAreas = attempt([]) { () throws(YAMLProblem) in
            try Self.completeAreas(files, among: requirements)
        }
        let tables = attempt([:]) { () throws(YAMLProblem) in try VectorTables.read(files) }
        catalogue = attempt(nil) { () throws(YAMLProblem) in
            try files.contains { $0.path.hasPrefix("catalogue/") } ? Catalogue(files) : nil
        }
        let names = catalogue.map { TypeNames($0) }
        if let names {
            do { try applicability.check(names) } catch { problems.append(error) }
        }
        let loader = SuiteLoader(vocabulary: vocabulary, requirements: requirements, tables: tables, names: names)
        cases = []
        // With a wrong vocabulary or catalogue, every suite would have errors and hide the real ones.
        if !problems.isEmpty { throw SuiteProblems(problems) }
        var places: [String: SourceMark] = [:]
        for file in files where Self.isSuite(file.path) {
            let (loaded, wrong) = loader.load(file)
            problems += wrong
            for item in loaded {
                if let place = places[item.id] {
                    problems.append(YAMLProblem(item.mark, "duplicate case \(item.id), first at \(place)"))
                } else {
                    places[item.id] = item.mark
                    cases.append(item)
                }
            }
        }
        problems += cases.flatMap(unprovable)
        // A case with a mistake is not among those that the file can name.
        if problems.isEmpty { do { try markSmoke(files) } catch { problems.append(error) } }
        if !problems.isEmpty { throw SuiteProblems(problems) }
    }

    /// The requirements of a case that every run would leave out, because Assay cannot evaluate when they apply.
    private func unprovable(_ item: Case) -> [YAMLProblem] {
        item.provesWithRows.compactMap { id in
            guard let requirement = requirements[id],
                let predicate = applicability.unevaluated(requirement.applies)
            else { return nil }
            return YAMLProblem(
                item.mark,
                "no run would judge \(id): Assay cannot evaluate `\(predicate)`, the condition of `\(requirement.applies)`"
            )
        }
    }

    /// Gives the cases in `tiers.yaml` the tag `smoke`.
    private mutating func markSmoke(_ files: [SuiteFile]) throws(YAMLProblem) {
        guard let file = files.first(where: { $0.path == "tiers.yaml" }) else { return }
        let root = try YAMLNode.load(file.text, file: file.path).mapping(allowing: ["smoke"])
        let places = Dictionary(cases.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for node in try root.required("smoke").list() {
            let id = try node.string()
            guard let place = places[id] else { throw .unknown("case", id, among: places.keys, at: node.mark) }
            cases[place].tags.append("smoke")
        }
    }

    private static func completeAreas(
        _ files: [SuiteFile],
        among requirements: RequirementCatalogue
    ) throws(YAMLProblem) -> Set<String> {
        guard let file = files.first(where: { $0.path == "complete.yaml" }) else { return [] }
        let known = Set(requirements.all.map(\.area))
        var areas: Set<String> = []
        let root = try YAMLNode.load(file.text, file: file.path).mapping(allowing: ["complete"])
        for node in try root.required("complete").list() { areas.insert(try node.word(of: known.sorted())) }
        return areas
    }

    private static let otherFolders: Set<String> = [
        "requirements", "vocabulary", "accessories", "defects", "twins", "catalogue", "schemas",
    ]

    /// Whether the path belongs to a suite: one folder for each chapter, one file for each section.
    static func isSuite(_ path: String) -> Bool {
        guard path.hasSuffix(".yaml"), let folder = path.split(separator: "/").first else { return false }
        return path.contains("/") && !otherFolders.contains(String(folder))
    }
}

/// All errors in the suites.
package struct SuiteProblems: Error, CustomStringConvertible {
    package var problems: [YAMLProblem]

    package init(_ problems: [YAMLProblem]) {
        self.problems = problems
    }

    /// One line for each error: `file:line:column: message`.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
