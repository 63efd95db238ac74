import Judge
package import SuiteLanguage

/// The accessories that a search has found, as text.
package struct DiscoveryText {
    private let requirements: RequirementCatalogue

    /// - Parameter requirements: has the texts of the violated requirements.
    package init(_ requirements: RequirementCatalogue) {
        self.requirements = requirements
    }

    /// All accessories; ends without a line end.
    package func text(_ accessories: [AdvertisedAccessory], _ incomplete: [IncompleteAdvertisement]) -> CleanText {
        (accessories.map { block($0) } + incomplete.map { Self.block($0) }).joined(separator: "\n\n")
    }

    private static func block(_ one: IncompleteAdvertisement) -> CleanText {
        let lines =
            CleanText(one.name).lines(hanging: 2)
            + CleanText("sender     \(one.source ?? "unknown")").lines(indent: 2, hanging: 13)
            + CleanText("records    \(one.sentence)").lines(indent: 2, hanging: 13)
        return lines.joined(separator: "\n")
    }

    /// One accessory: its facts, and what is wrong with its records.
    private func block(_ accessory: AdvertisedAccessory) -> CleanText {
        let facts: [(CleanText, CleanText)] = [
            ("model", CleanText(accessory.value("md") ?? "not advertised")),
            ("category", Self.category(accessory)),
            ("device id", CleanText(accessory.deviceID ?? "not advertised")),
            ("address", CleanText(accessory.addresses.joined(separator: ", "))),
            ("state", "\(Self.state(accessory)), c# \(accessory.value("c#") ?? "not advertised")"),
        ]
        var lines = CleanText(accessory.name).lines(hanging: 2)
        lines += facts.flatMap { ($0.0.padded(to: 11) + $0.1).lines(indent: 2, hanging: 13) }
        let count = accessory.findings.count + accessory.obstacles.count
        guard count > 0 else { return (lines + ["  records    no problem found"]).joined(separator: "\n") }
        lines.append("  records    \(Self.count(count, "problem")):")
        for obstacle in accessory.obstacles { lines += Self.wrapped("", CleanText(obstacle), indent: 4) }
        for finding in accessory.findings {
            let level = requirements[finding.requirement]?.level.rawValue ?? "must"
            let requires = requirements[finding.requirement]?.requires ?? ""
            let head: CleanText = "\(finding.severity.rawValue) \(finding.requirement) (\(level)): \(requires)"
            lines += Self.wrapped("", head, indent: 4)
            lines += Self.wrapped("expected ", CleanText(finding.expected), indent: 6)
            lines += Self.wrapped("got      ", CleanText(finding.got), indent: 6)
        }
        return lines.joined(separator: "\n")
    }

    /// A text after its label, in lines below each other.
    private static func wrapped(_ label: CleanText, _ text: CleanText, indent: Int) -> [CleanText] {
        let column = indent + label.count
        let hanging = label.isEmpty ? indent + 2 : column
        return text.wrapped(after: column, hanging: hanging).enumerated().map { index, line in
            index == 0 ? .blanks(indent) + label + line : line
        }
    }

    /// What a search that goes on shows: one line for each accessory that appeared, changed or disappeared.
    ///
    /// - Parameter time: the time of day.
    package static func change(_ change: DiscoveryChange, at time: String) -> CleanText {
        let what: CleanText
        switch change {
        case .appeared(let accessory):
            let facts: CleanText =
                "\(accessory.name), \(state(accessory)), c# \(accessory.value("c#") ?? "not advertised"), \(accessory.deviceID ?? "no device id"), \(accessory.addresses.first ?? "no address")"
            what = ([facts] + accessory.obstacles.map { CleanText($0) }).joined(separator: "; ")
        case .changed(let before, let after):
            what = "\(after.name): \(differences(before, after))"
        case .disappeared(let accessory):
            what = CleanText(accessory.name)
        }
        return "\(time) \(CleanText(change.name).padded(to: 11)) \(what)"
    }

    private static func differences(_ before: AdvertisedAccessory, _ after: AdvertisedAccessory) -> CleanText {
        let keys = (before.text + after.text).map(\.key).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        var parts: [CleanText] = keys.compactMap { key in
            let (old, new) = (before.value(key.lowercased()), after.value(key.lowercased()))
            guard old != new else { return nil }
            return "\(key) \(old ?? "absent") → \(new ?? "absent")"
        }
        if before.addresses != after.addresses {
            parts.append("address \(after.addresses.joined(separator: ", "))")
        }
        parts += after.obstacles.filter { !before.obstacles.contains($0) }.map { CleanText($0) }
        return parts.isEmpty ? "its records" : parts.joined(separator: ", ")
    }

    private static func category(_ accessory: AdvertisedAccessory) -> CleanText {
        guard let category = accessory.category else {
            return "\(accessory.value("ci") ?? "not advertised")"
        }
        return accessory.categoryName.map { "\(category), \($0)" } ?? "\(category), not a defined category"
    }

    private static func state(_ accessory: AdvertisedAccessory) -> CleanText {
        switch accessory.isPaired {
        case true?: "paired"
        case false?: "not paired"
        case nil: "unknown whether paired"
        }
    }

    private static func count(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
