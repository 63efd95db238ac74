import MarkedYAML

/// The selected cases and instances; without criteria, all.
package struct Selection: Sendable, Hashable {
    /// Patterns over case ids and instance names; `*` stands for any text.
    package var patterns: [String]
    package var tags: [String]
    /// Patterns over the case ids and instance names that are left out.
    package var excluded: [String]
    package var tier: Tier
    /// Tags, chapters and sections whose cases are left out.
    package var withoutTags: [String]
    /// Requirement ids, or patterns over them.
    package var requirements: [String]
    /// Characteristics by stable name (`lightbulb.on`), or patterns over them.
    package var characteristics: [String]

    package init(
        patterns: [String] = [],
        excluded: [String] = [],
        tier: Tier = .full,
        tags: [String] = [],
        withoutTags: [String] = [],
        requirements: [String] = [],
        characteristics: [String] = []
    ) {
        self.patterns = patterns
        self.excluded = excluded
        self.tier = tier
        self.tags = tags
        self.withoutTags = withoutTags
        self.requirements = requirements
        self.characteristics = characteristics
    }

    /// Whether the case may have selected instances.
    package func selects(_ item: Case, in library: SuiteLibrary) -> Bool {
        let byID =
            patterns.isEmpty
            || patterns.contains { Self.fits(item.id, Self.caseID($0)) }
        let byTag =
            (tags.isEmpty || tags.contains { Self.tag($0, fits: item) })
            && !withoutTags.contains { Self.tag($0, fits: item) }
        let byRequirement =
            requirements.isEmpty
            || requirements.contains { pattern in
                (item.allProves + item.rowProves).contains { Self.fits($0, library.requirements.judged(pattern)) }
            }
        return byID && byTag && byRequirement && tier.contains(item)
            && !excluded.contains { !$0.contains("[") && Self.fits(item.id, $0) }
    }

    /// A criterion that matches no case of the library.
    package struct Fruitless: Sendable, Hashable {
        /// The criterion as written on a command line: `--tag slwo`.
        package var words: String
        /// Existing names that the user may have meant.
        package var near: [String]
        /// Where the user finds all that exist: `` `assay suites tags` prints all tags ``.
        package var list: String
    }

    /// Where all cases are listed.
    package static let allCases = "`assay suites list` prints all cases"

    /// The criteria that match no case of the library. Each is a mistake that would silently run fewer or more cases
    /// than the user wants.
    package func fruitless(in library: SuiteLibrary) -> [Fruitless] {
        let byTag = { (tag: String) in library.cases.contains { Self.tag(tag, fits: $0) } }
        let alone = { (selection: Selection) in library.cases.contains { selection.selects($0, in: library) } }
        let areas = NearNames(library.cases.map { String($0.id.prefix { $0 != "." }) })
        let (ids, words) = (NearNames(library.cases.map(\.id)), NearNames(library.tags))
        let near = { (pattern: String, option: String) -> [String] in
            let area = String(pattern.prefix { $0 != "." && $0 != "*" })
            let choices = [
                pattern.hasSuffix(".*") ? [] : ids.near(Self.caseID(pattern)),
                pattern.contains("*") ? areas.near(area).map { "\($0).*" } : [],
                // Of a short word there are too many near ones.
                area.count > 3 ? words.near(area).map { "\(option.isEmpty ? "--tag" : "--without") \($0)" } : [],
            ]
            return choices.first { !$0.isEmpty } ?? []
        }
        let shown = { (word: String) in word.isEmpty ? "``" : word }
        let byID = { (pattern: String, option: String) in
            alone(Selection(patterns: [pattern]))
                ? nil
                : Fruitless(
                    words: option + shown(pattern),
                    near: near(pattern, option),
                    list: Self.allCases
                )
        }
        let byWord = { (tag: String, option: String) in
            byTag(tag)
                ? nil
                : Fruitless(
                    words: option + shown(tag),
                    near: words.near(tag),
                    list: "`assay suites tags` prints all tags"
                )
        }
        let requirementIDs = NearNames(library.requirements.ids)
        let byRequirement = { (id: String) in
            let isKnown = library.requirements[id] != nil
            return Fruitless(
                words: "--requirement \(shown(id))",
                near: isKnown ? [] : requirementIDs.near(id),
                list: (isKnown ? "the requirement exists, but no case proves it; " : "")
                    + "`assay coverage` counts the requirements that cases prove, by area"
            )
        }
        return patterns.compactMap { byID($0, "") } + excluded.compactMap { byID($0, "--exclude ") }
            + tags.compactMap { byWord($0, "--tag ") } + withoutTags.compactMap { byWord($0, "--without ") }
            + requirements.filter { !alone(Selection(requirements: [$0])) }.map(byRequirement)
    }

    private static func tag(_ tag: String, fits item: Case) -> Bool {
        item.tags.contains(tag) || tag == item.section || tag == item.chapter
    }

    /// Whether the requirement is selected.
    package func selects(requirement id: String, in library: SuiteLibrary) -> Bool {
        requirements.isEmpty || requirements.contains { Self.fits(id, library.requirements.judged($0)) }
    }

    /// Whether the instance is selected, if its case is.
    package func selects(instance name: String) -> Bool {
        let id = Self.caseID(name)
        let fits = { (pattern: String) in Self.fits(pattern.utf8.contains(UInt8(ascii: "[")) ? name : id, pattern) }
        let byPattern = (patterns.isEmpty || patterns.contains(where: fits)) && !excluded.contains(where: fits)
        let byCharacteristic =
            characteristics.isEmpty
            || Self.targets(name).contains { target in characteristics.contains { Self.fits(target, $0) } }
        return byPattern && byCharacteristic
    }

    /// The characteristics in an instance's name: `lightbulb.on` and `lightbulb.hue` of `case[lightbulb.on+lightbulb.hue; …]`.
    private static func targets(_ name: String) -> [String] {
        let inner = name.dropFirst(caseID(name).count + 1).prefix { $0 != ";" }
        return inner.contains("=") ? [] : inner.split(separator: "+").map(String.init)
    }

    /// The part of an instance's name before the bracket. A plan compares hundreds of names with each case, so it looks at
    /// bytes, not at characters.
    static func caseID(_ name: String) -> String {
        name.utf8.firstIndex(of: UInt8(ascii: "[")).map { String(name[..<$0]) } ?? name
    }

    /// Whether the text matches the pattern, in which `*` stands for any text.
    package static func fits(_ text: String, _ pattern: String) -> Bool {
        guard pattern.utf8.contains(UInt8(ascii: "*")) else { return text == pattern }
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let last = parts.last else { return false }
        guard text.hasPrefix(first), text.count >= first.count + last.count, text.hasSuffix(last) else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

extension SuiteLibrary {
    /// The cases that may have selected instances, in the order of the library.
    package func cases(_ selection: Selection) -> [Case] {
        guard !selection.patterns.isEmpty else { return cases.filter { selection.selects($0, in: self) } }
        // A self-test selects hundreds of cases by their ids, which are looked up and not compared with each case.
        let ids = selection.patterns.map(Selection.caseID)
        let (whole, open) = (Set(ids), ids.filter { $0.contains("*") })
        var rest = selection
        rest.patterns = []
        return cases.filter { item in
            (whole.contains(item.id) || open.contains { Selection.fits(item.id, $0) }) && rest.selects(item, in: self)
        }
    }

    /// The words that `--tag` and `--without` accept: tags, chapters and sections.
    package var tags: [String] {
        Set(cases.flatMap { $0.tags + [$0.chapter, $0.section] }).sorted()
    }
}
