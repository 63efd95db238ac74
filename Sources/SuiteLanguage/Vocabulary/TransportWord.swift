package import MarkedYAML

/// A transport to an accessory, as suites name it.
package struct TransportWord: Sendable {
    /// How a value is sent.
    package enum Values: String, Sendable, CaseIterable {
        /// As JSON, which can express values of every kind for every characteristic.
        case json
        /// As bytes in the characteristic's format.
        case binary
    }

    package var name: String
    package var meaning: String
    /// The form of its messages, which transports may share: `http`, `pdu`.
    package var form: String
    /// The names under which observations show fields of this transport only.
    package var fields: [String]
    package var values: Values
    /// Areas of requirements for other transports whose meaning also applies to this one.
    package var shares: Set<String>
    /// The requirements that an accessory violates which answers no request in any session, as far as that shows.
    package var sessions: [String]
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(
            allowing: ["transport", "meaning", "form", "fields", "values", "shares", "sessions"]
        )
        name = try entry.required("transport").string()
        meaning = try entry.required("meaning").string()
        form = try entry.required("form").string()
        fields = try entry["fields"].map { node throws(YAMLProblem) in try node.words() } ?? []
        let values = try entry.required("values").word(of: Values.allCases.map(\.rawValue))
        self.values = Values(rawValue: values) ?? .json
        shares = Set(try entry["shares"].map { node throws(YAMLProblem) in try node.words() } ?? [])
        sessions = try entry["sessions"].map { node throws(YAMLProblem) in try node.words() } ?? []
        mark = node.mark
    }
}
