package import HAPModel
package import MarkedYAML

extension JSON {
    /// The YAML value without its positions. `0x…` stands for bytes and stays text of any length.
    package init(_ node: YAMLNode) {
        switch node.kind {
        case .sequence(let elements):
            self = .array(elements.map { JSON($0) })
        case .mapping(let entries):
            var object = JSONObject()
            for entry in entries { object.members.append(.init(key: entry.key, value: JSON(entry.value))) }
            self = .object(object)
        case .scalar(let text, _):
            if text.hasPrefix("0x") {
                self = .string(text)
                return
            }
            switch node.scalar {
            case .null: self = .null
            case .bool(let value): self = .bool(value)
            case .integer(let spelling), .float(let spelling):
                self = JSONNumber(spelling: spelling).map(JSON.number) ?? .string(text)
            case .string, nil: self = .string(text)
            }
        }
    }
}
