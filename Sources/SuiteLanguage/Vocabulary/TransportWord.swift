package import MarkedYAML

/// A way to reach an accessory, as suites name it.
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
    /// The kind of its messages, which several transports may have in common: `http`, `pdu`.
    package var form: String
    /// The names below which observations show what only this transport has.
    package var fields: [String]
    package var values: Values
    /// Areas of requirements that name other transports and hold in their meaning over this one too.
    package var shares: Set<String>
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: ["transport", "meaning", "form", "fields", "values", "shares"])
        name = try entry.required("transport").string()
        meaning = try entry.required("meaning").string()
        form = try entry.required("form").string()
        fields = try entry["fields"].map { node throws(YAMLProblem) in try node.words() } ?? []
        let values = try entry.required("values").word(of: Values.allCases.map(\.rawValue))
        self.values = Values(rawValue: values) ?? .json
        shares = Set(try entry["shares"].map { node throws(YAMLProblem) in try node.words() } ?? [])
        mark = node.mark
    }
}
