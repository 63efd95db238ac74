package import HAPModel
package import SuiteLanguage

/// A requirement as a journal's header has it.
///
/// The suite lock holds the requirements of the suite files of a run only. A report by requirement is about all of them.
package struct RequirementRecord: Sendable, Hashable {
    package var id: String
    package var level: Requirement.Level
    /// The section of the specification, or the implementation that it was read from.
    package var source: String
    /// The entry through which it is judged: itself, unless it is the same as another one.
    package var judgedAs: String
    /// The cases of the suites that prove it.
    package var cases: [String]
    /// Why no case proves it; `nil` if one does, or if none does yet.
    package var unproven: UnprovenReason?

    init(_ entry: Coverage.Entry, judgedAs: String) {
        id = entry.requirement.id
        level = entry.requirement.level
        source = entry.requirement.source
        self.judgedAs = judgedAs
        switch entry.standing {
        case .proven(let cases): (self.cases, unproven) = (cases, nil)
        case .unprovable(let reason): (self.cases, unproven) = ([], reason)
        case .open: (self.cases, unproven) = ([], nil)
        }
    }

    /// The requirement as it stands in the header.
    var json: JSON {
        var object = JSONObject([
            "id": .string(id), "level": .string(level.rawValue), "source": .string(source),
        ])
        if judgedAs != id { object["same-as"] = .string(judgedAs) }
        if !cases.isEmpty { object["cases"] = .array(cases.map { .string($0) }) }
        object["unproven"] = unproven.map { .string($0.rawValue) }
        return .object(object)
    }

    /// Reads a requirement from a header.
    package init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue,
            let level = json["level"]?.stringValue.flatMap(Requirement.Level.init(rawValue:))
        else { return nil }
        self.id = id
        self.level = level
        source = json["source"]?.stringValue ?? ""
        judgedAs = json["same-as"]?.stringValue ?? id
        cases = json["cases"]?.arrayValue?.compactMap(\.stringValue) ?? []
        unproven = json["unproven"]?.stringValue.flatMap(UnprovenReason.init(rawValue:))
    }
}

extension SuiteLibrary {
    /// All requirements for accessories on the transport, as they stand in a header.
    func requirementRecords(over transport: String) -> JSON {
        let entries = Coverage(self, transport: transport).entries
        return .array(
            entries.map { RequirementRecord($0, judgedAs: requirements.judged($0.requirement.id)).json }
        )
    }
}
