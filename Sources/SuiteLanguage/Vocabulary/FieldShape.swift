import HAPModel
import MarkedYAML

/// What a field of an observation holds, and so which paths can follow its name.
package indirect enum FieldShape: Sendable {
    /// A number, a text, a bool or null.
    case value
    /// A value as the accessory sent it: any path may follow.
    case any
    /// A list; its elements are named by their positions from 0, and `last`.
    case list(FieldShape)
    case members([String: FieldShape])
    /// One member for each name of a domain.
    case each(FieldDomain, FieldShape)
    /// The same as another field: `entries.entry`.
    case like(String)
    /// The short form of a type, which suites may also write as a word.
    case type(TypeNames.Kind)
    /// One of a set of names.
    case name(FieldNames)

    /// Reads `any`, `list`, `{list: shape}`, `{members: {name: shape}}`, `{like: kind.field}`, or `{domain: shape}`.
    init(_ node: YAMLNode) throws(YAMLProblem) {
        if let text = node.text {
            switch text {
            case "value": self = .value
            case "any": self = .any
            case "list": self = .list(.value)
            case "characteristic-type": self = .type(.characteristic)
            case "service-type": self = .type(.service)
            default:
                let names = FieldNames.allCases.map(\.rawValue)
                guard let known = FieldNames(rawValue: text) else {
                    let words = ["value", "any", "list", "characteristic-type", "service-type"] + names
                    throw YAMLProblem(
                        node.mark,
                        "unknown shape `\(text)`; expected \(words.joined(separator: ", ")) or a mapping"
                    )
                }
                self = .name(known)
            }
            return
        }
        let domains = FieldDomain.allCases.map(\.rawValue)
        let mapping = try node.mapping(allowing: ["list", "members", "like"] + domains)
        guard let entry = mapping.entries.first, mapping.entries.count == 1 else {
            throw YAMLProblem(node.mark, "expected one of list, members, like, \(domains.joined(separator: ", "))")
        }
        switch entry.key {
        case "list": self = .list(try FieldShape(entry.value))
        case "like": self = .like(try entry.value.string())
        case "members":
            var members: [String: FieldShape] = [:]
            for member in try entry.value.mapping().entries { members[member.key] = try FieldShape(member.value) }
            self = .members(members)
        default:
            self = .each(FieldDomain(rawValue: entry.key) ?? .names, try FieldShape(entry.value))
        }
    }
}

/// The names that a field holds: another one would never be equal to it.
package enum FieldNames: String, Sendable, CaseIterable {
    case status = "status-name"
    case error = "error-name"

    var all: [String] {
        switch self {
        case .status: HAPStatus.allCases.map(\.name)
        case .error: TLVError.allCases.map(\.name)
        }
    }
}

/// The names that the members of a field can have.
package enum FieldDomain: String, Sendable, CaseIterable {
    /// The characteristics that the case names.
    case names
    /// The items of pairing messages.
    case items
    /// The controllers of the tester.
    case controllers
    /// The answers of a pairing procedure: M2, M4 and M6.
    case messages
}
