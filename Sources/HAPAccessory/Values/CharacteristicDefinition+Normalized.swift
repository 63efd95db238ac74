import HAPModel

extension CharacteristicDefinition {
    /// The value in its stored form: bools as true and false, integers in plain digits.
    func normalized(_ value: JSON) -> JSON {
        guard let number = value.numberValue else { return value }
        if format == .bool { return .bool(number.uint64 == 1) }
        if isBinary32 { return JSONNumber(Double(Float(number.double))).map(JSON.number) ?? value }
        guard format.isInteger else { return value }
        if let whole = number.uint64 { return JSON(whole) }
        return number.int64.map { JSON($0) } ?? value
    }
}
