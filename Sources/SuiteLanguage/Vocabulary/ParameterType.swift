import MarkedYAML

/// The type of an argument.
package enum ParameterType: String, Sendable, CaseIterable {
    /// Any JSON value, or a reference. Text needs quotes: a plain word must be a value word or a name.
    case value
    /// One word.
    case word
    case words
    /// `true` or `false`.
    case bool
    /// A whole number.
    case number
    case numbers
    /// `500ms`, `3s`, `2min`.
    case duration
    /// `2 per 1s`.
    case rate
    /// `M1` to `M6`.
    case stage
    case stages
    /// The name of a HAP status.
    case status
    /// The name of a TLV type of pairing messages.
    case item
    case items
    /// A name of `outcomes.yaml`.
    case outcome
    /// The name of a connection.
    case connection
    /// One characteristic: `it`, a bound name, or `aid.iid`.
    case characteristic
    case characteristics
    /// `{point: change}`.
    case alterations
    /// Text, `0x` and hexadecimal digits, or parts of a body.
    case bytes
    /// Header lines: `{name: value}`.
    case headers
    /// A setup code, `XXX-XX-XXX`.
    case setupCode = "setup-code"
    /// Any JSON value in which value words and names are replaced, for a body.
    case json
    /// Follow-up requests, each a mapping like that of the verb `request`.
    case requests
    /// Fields of an observation: `{path: value}` or `{path: {operator: value}}`.
    case fields
    /// Limits of measured times: `{p99: 50ms, m1.max: 8s}`.
    case budget

    /// The expected value, for messages and the documentation.
    package var wanted: String {
        switch self {
        case .value: return "a value: a number, true, false, text in quotes, a value word or a name"
        case .word: return "a word"
        case .words: return "a word or a list of words"
        case .bool: return "true or false"
        case .number: return "a whole number"
        case .numbers: return "a whole number or a list of them"
        case .duration: return "a time such as 500ms, 3s or 2min"
        case .rate: return "a rate such as 2 per 1s"
        case .stage: return "M1 to M6"
        case .stages: return "M1 to M6, or a list of them"
        case .status: return "the name of a HAP status, such as success or read-only"
        case .item: return "the name of a TLV type, such as proof or public-key"
        case .items: return "the name of a TLV type or a list of them"
        case .outcome: return "the name of an outcome"
        case .connection: return "the name of a connection"
        case .characteristic: return "a characteristic: a name in scope, or aid.iid"
        case .characteristics: return "a characteristic or a list of them: names in scope, or aid.iid"
        case .alterations: return "a mapping of points to changes"
        case .bytes: return "text, 0x and hexadecimal digits, or parts of a body"
        case .headers: return "a mapping of header names to values"
        case .setupCode: return "a setup code in quotes, such as \"518-08-582\""
        case .json: return "any value"
        case .requests: return "a list of requests: mappings of \(Self.requestKeys.joined(separator: ", "))"
        case .budget: return "a mapping of percentiles to times, such as {p99: 50ms}"
        case .fields: return "a mapping of fields to values, or to {operator: value}"
        }
    }

    /// Reads the name of a type.
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let name = try node.word(of: Self.allCases.map(\.rawValue))
        guard let type = Self(rawValue: name) else {
            throw .unknown("type", name, among: Self.allCases.map(\.rawValue), at: node.mark)
        }
        self = type
    }

    /// The keys of a follow-up request. How all of them are sent is given once, in the first request.
    static let requestKeys = ["method", "path", "headers", "lines", "bare", "type", "json", "body", "with", "chunks"]

    /// The messages of a pairing procedure.
    package static let stageNames = ["M1", "M2", "M3", "M4", "M5", "M6"]
}
