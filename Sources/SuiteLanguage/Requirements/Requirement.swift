package import MarkedYAML

/// A requirement of the protocol for accessories, with its source: an entry of `Suites/requirements/`.
package struct Requirement: Sendable, Hashable {
    /// The level of a requirement.
    package enum Level: String, Sendable, CaseIterable {
        case must
        case mustNot = "must-not"
        case should
        case shouldNot = "should-not"
        case may
    }

    /// How it can be observed.
    package enum Automatic: String, Sendable, CaseIterable {
        case yes, `operator`, no
    }

    /// The id of another entry, where this one names it.
    package struct Reference: Sendable, Hashable {
        package var id: String
        package var mark: SourceMark
    }

    /// `HAP-PAIR-SETUP-013`.
    package var id: String
    /// The section of the specification, or the implementation that it was read from.
    package var source: String
    package var level: Level
    /// `accessory` or `controller`.
    package var subject: String
    package var transports: [String]
    /// The condition in words; `applies.yaml` has its predicates.
    package var applies: String
    /// The requirement in one or two sentences.
    package var requires: String
    /// How a tester provokes it, and the possible responses.
    package var observe: String
    /// A defect that violates it; `nil` if there is none.
    package var defect: String?
    package var automatic: Automatic
    /// The entry through which this one is judged.
    package var sameAs: String?
    /// Requirements whose violation explains a violation of this one in the same messages.
    package var consequenceOf: [Reference]
    /// Why no case proves it although the wire shows it.
    package var unproven: UnprovenReason?
    package var mark: SourceMark

    /// The id without its number: `HAP-PAIR-SETUP`.
    package var area: String {
        id.split(separator: "-").dropLast().joined(separator: "-")
    }

    /// The keys that an entry may have.
    static let keys = [
        "id", "source", "level", "subject", "transports", "applies", "requires", "observe", "defect", "automatic",
        "same-as", "consequence-of", "note", "unproven",
    ]

    /// Reads one entry.
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: Self.keys)
        let level = try entry.required("level")
        let automatic = try entry.required("automatic")
        id = try entry.required("id").string()
        source = try entry.required("source").string()
        self.level = Level(rawValue: try level.word(of: Level.allCases.map(\.rawValue))) ?? .must
        subject = try entry.required("subject").word(of: ["accessory", "controller"])
        var transports: [String] = []
        for transport in try entry.required("transports").list() {
            transports.append(try transport.word(of: ["ip", "ble", "thread"]))
        }
        self.transports = transports
        applies = try entry.required("applies").string()
        requires = try entry.required("requires").string()
        observe = try entry.required("observe").string()
        let defect = try entry.required("defect").string()
        self.defect = defect == "-" ? nil : defect
        self.automatic = Automatic(rawValue: try automatic.word(of: Automatic.allCases.map(\.rawValue))) ?? .no
        sameAs = try entry["same-as"]?.string()
        var explaining: [Reference] = []
        for node in try entry["consequence-of"]?.list() ?? [] {
            explaining.append(Reference(id: try node.string(), mark: node.mark))
        }
        consequenceOf = explaining
        let unproven = try entry["unproven"]?.word(of: UnprovenReason.allCases.map(\.rawValue))
        self.unproven = unproven.flatMap { UnprovenReason(rawValue: $0) }
        mark = node.mark
    }
}
