/// Decodes the members of one object of the attribute database and records those with the wrong form.
struct AttributeReader {
    typealias Deviation = AttributeDatabase.Deviation

    /// The object's path.
    let path: String
    /// The members; empty if this is not an object.
    let raw: JSONObject
    private let isObject: Bool
    private(set) var deviations: [Deviation] = []

    init(_ json: JSON, path: String) {
        self.path = path
        raw = json.objectValue ?? JSONObject()
        isObject = json.objectValue != nil
        if !isObject {
            deviations.append(Deviation(path: path, message: "is \(json.kindName), expected an object"))
        }
        for key in raw.duplicateKeys { note(key, "occurs more than once, the first one counts") }
    }

    /// A whole number from 0 to 2^64 - 1.
    mutating func identifier(_ key: String, isRequired: Bool = true) -> UInt64? {
        guard let value = member(key, isRequired) else { return nil }
        return identifier(value, key)
    }

    /// An array of whole numbers.
    mutating func identifiers(_ key: String) -> [UInt64]? {
        guard let elements = array(key, isRequired: false) else { return nil }
        var identifiers: [UInt64] = []
        for (index, element) in elements.enumerated() {
            if let identifier = identifier(element, "\(key)[\(index)]") { identifiers.append(identifier) }
        }
        return identifiers
    }

    private mutating func identifier(_ value: JSON, _ place: String) -> UInt64? {
        guard let number = expect(value, \.numberValue, "a number", place) else { return nil }
        if !number.isIntegerSpelling { note(place, "is spelled \(number), expected an integer") }
        guard let identifier = number.uint64 else {
            note(place, "is \(number), expected a whole number from 0 to 18446744073709551615")
            return nil
        }
        return identifier
    }

    /// A whole number with a sign.
    mutating func integer(_ key: String) -> Int64? {
        guard let number = number(key) else { return nil }
        return wholeValue(of: number, key)
    }

    mutating func number(_ key: String) -> JSONNumber? {
        guard let value = member(key, false) else { return nil }
        return expect(value, \.numberValue, "a number", key)
    }

    mutating func text(_ key: String, isRequired: Bool = false) -> String? {
        guard let value = member(key, isRequired) else { return nil }
        return expect(value, \.stringValue, "a string", key)
    }

    mutating func flag(_ key: String) -> Bool? {
        guard let value = member(key, false) else { return nil }
        return expect(value, \.boolValue, "true or false", key)
    }

    mutating func texts(_ key: String) -> [String] {
        var texts: [String] = []
        for (index, element) in (array(key, isRequired: true) ?? []).enumerated() {
            if let text = expect(element, \.stringValue, "a string", "\(key)[\(index)]") { texts.append(text) }
        }
        return texts
    }

    /// An array of whole numbers with a sign.
    mutating func integers(_ key: String) -> [Int64]? {
        guard let elements = array(key, isRequired: false) else { return nil }
        var values: [Int64] = []
        for (index, element) in elements.enumerated() {
            let place = "\(key)[\(index)]"
            guard let number = expect(element, \.numberValue, "a number", place) else { continue }
            if let value = wholeValue(of: number, place) { values.append(value) }
        }
        return values
    }

    /// One range `[start, end]` (R1) or an array of such ranges (ADK); both forms are valid.
    mutating func ranges(_ key: String) -> [ValueRange]? {
        guard let elements = array(key, isRequired: false) else { return nil }
        let isList = elements.contains { $0.arrayValue != nil }
        var ranges: [ValueRange] = []
        for (index, element) in (isList ? elements : [.array(elements)]).enumerated() {
            let place = isList ? "\(key)[\(index)]" : key
            guard let ends = element.arrayValue, ends.count == 2, let start = ends[0].int64Value,
                let end = ends[1].int64Value
            else {
                note(place, "expected two whole numbers, first and last value")
                continue
            }
            ranges.append(ValueRange(start: start, end: end))
        }
        return ranges
    }

    /// An array of objects, each decoded by `read`; their deviations are added to this reader's.
    mutating func objects<Object>(_ key: String, _ read: (inout AttributeReader) -> Object) -> [Object] {
        var objects: [Object] = []
        for (index, element) in (array(key, isRequired: true) ?? []).enumerated() {
            var reader = AttributeReader(element, path: place("\(key)[\(index)]"))
            objects.append(read(&reader))
            deviations += reader.deviations
        }
        return objects
    }

    private mutating func array(_ key: String, isRequired: Bool) -> [JSON]? {
        guard let value = member(key, isRequired) else { return nil }
        return expect(value, \.arrayValue, "an array", key)
    }

    private mutating func member(_ key: String, _ isRequired: Bool) -> JSON? {
        let value = raw[key]
        if value == nil, isRequired, isObject { note(key, "is missing") }
        return value
    }

    private mutating func wholeValue(of number: JSONNumber, _ place: String) -> Int64? {
        guard let value = number.int64 else {
            note(place, "is \(number), expected a whole number")
            return nil
        }
        return value
    }

    private mutating func expect<Value>(
        _ value: JSON,
        _ kind: KeyPath<JSON, Value?>,
        _ name: String,
        _ place: String
    ) -> Value? {
        guard let typed = value[keyPath: kind] else {
            note(place, "is \(value.kindName), expected \(name)")
            return nil
        }
        return typed
    }

    private mutating func note(_ key: String, _ message: String) {
        deviations.append(Deviation(path: place(key), message: message))
    }

    private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
