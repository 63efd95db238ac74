import HAPModel
import MarkedYAML

extension YAMLNode {
    /// An aid or iid: a whole number from 1.
    func instanceID() throws(YAMLProblem) -> UInt64 {
        guard let text, let value = UInt64(text), value > 0 else {
            throw YAMLProblem(mark, "expected an instance id: a whole number from 1")
        }
        return value
    }

    /// A characteristic of the accessory, as in `1.34`.
    func characteristicID() throws(YAMLProblem) -> CharacteristicID {
        guard let id = CharacteristicID(try string()) else {
            throw YAMLProblem(mark, "expected a characteristic as aid and iid, as in 1.34")
        }
        return id
    }

    /// A number with the author's spelling.
    func jsonNumber() throws(YAMLProblem) -> JSONNumber {
        _ = try number()
        guard case .number(let number) = JSON(yaml: self) else {
            throw YAMLProblem(mark, "expected a number")
        }
        return number
    }

    /// A time such as `500ms`, `3s` or `2min`.
    func duration() throws(YAMLProblem) -> Duration {
        let text = try string()
        let digits = text.prefix { $0.isNumber || $0 == "." }
        let seconds: [Substring: Double] = ["ms": 0.001, "s": 1, "min": 60]
        guard let amount = Double(digits), let unit = seconds[text.dropFirst(digits.count)],
            (0...604_800).contains(amount * unit)
        else {
            throw YAMLProblem(mark, "expected a time such as 500ms, 3s or 2min")
        }
        return unit < 1 ? .milliseconds(amount) : .seconds(amount * unit)
    }
}

extension JSON {
    /// The meaning of the YAML value, without its positions.
    init(yaml node: YAMLNode) {
        switch node.kind {
        case .sequence(let elements):
            self = .array(elements.map { JSON(yaml: $0) })
        case .mapping(let entries):
            self = .object(JSONObject(members: entries.map { .init(key: $0.key, value: JSON(yaml: $0.value)) }))
        case .scalar(let text, _):
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
