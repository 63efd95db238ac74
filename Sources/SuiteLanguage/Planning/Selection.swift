/// The selected cases and instances; without criteria, all.
package struct Selection: Sendable, Hashable {
    /// Patterns over case ids and instance names; `*` stands for any text.
    package var patterns: [String]
    package var tags: [String]
    /// Tags, chapters and sections whose cases are left out.
    package var withoutTags: [String]
    /// Requirement ids, or patterns over them.
    package var requirements: [String]
    /// Characteristics by stable name (`lightbulb.on`), or patterns over them.
    package var characteristics: [String]

    package init(
        patterns: [String] = [],
        tags: [String] = [],
        withoutTags: [String] = [],
        requirements: [String] = [],
        characteristics: [String] = []
    ) {
        self.patterns = patterns
        self.tags = tags
        self.withoutTags = withoutTags
        self.requirements = requirements
        self.characteristics = characteristics
    }

    /// Whether the case may have selected instances.
    package func selects(_ item: Case, in library: SuiteLibrary) -> Bool {
        let byID =
            patterns.isEmpty
            || patterns.contains { pattern in
                let casePart = pattern.split(separator: "[", maxSplits: 1).first.map(String.init) ?? pattern
                return Self.fits(item.id, casePart)
            }
        let byTag =
            (tags.isEmpty || tags.contains { Self.tag($0, fits: item) })
            && !withoutTags.contains { Self.tag($0, fits: item) }
        let byRequirement =
            requirements.isEmpty
            || requirements.contains { pattern in
                (item.allProves + item.rowProves).contains { Self.fits($0, library.requirements.judged(pattern)) }
            }
        return byID && byTag && byRequirement
    }

    /// The criteria that match no case of the library, as written on a command line. Each is a mistake that would
    /// silently run fewer or more cases than the user wants.
    package func fruitless(in library: SuiteLibrary) -> [String] {
        let byTag = { (tag: String) in library.cases.contains { Self.tag(tag, fits: $0) } }
        let alone = { (selection: Selection) in library.cases.contains { selection.selects($0, in: library) } }
        return patterns.filter { !alone(Selection(patterns: [$0])) }
            + tags.filter { !byTag($0) }.map { "--tag \($0)" }
            + withoutTags.filter { !byTag($0) }.map { "--without \($0)" }
            + requirements.filter { !alone(Selection(requirements: [$0])) }.map { "--requirement \($0)" }
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
        let byPattern =
            patterns.isEmpty
            || patterns.contains { pattern in
                !pattern.contains("[") ? Self.fits(Self.caseID(name), pattern) : Self.fits(name, pattern)
            }
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

    private static func caseID(_ name: String) -> String {
        name.split(separator: "[", maxSplits: 1).first.map(String.init) ?? name
    }

    /// Whether the text matches the pattern, in which `*` stands for any text.
    static func fits(_ text: String, _ pattern: String) -> Bool {
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
