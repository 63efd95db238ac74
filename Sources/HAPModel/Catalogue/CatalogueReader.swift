/// Reads the members of one entry of the catalogue.
struct CatalogueReader {
    let object: JSON
    let place: String

    /// The entries of one file.
    static func items(of json: JSON, file: String) throws(CatalogueError) -> [CatalogueReader] {
        guard let items = json["items"]?.arrayValue else {
            throw CatalogueError(place: "\(file): items", message: "expected an array")
        }
        return items.enumerated().map { CatalogueReader(object: $0.element, place: "\(file): items[\($0.offset)]") }
    }

    func error(_ key: String, _ message: String) -> CatalogueError {
        CatalogueError(place: "\(place).\(key)", message: message)
    }

    /// The member, unless it is absent or `null`.
    func member(_ key: String) -> JSON? {
        object[key].flatMap { $0.isNull ? nil : $0 }
    }

    /// A reader of the entry under the key.
    func entry(_ key: String) -> CatalogueReader? {
        member(key).map { CatalogueReader(object: $0, place: "\(place).\(key)") }
    }

    func text(_ key: String) throws(CatalogueError) -> String {
        guard let text = member(key)?.stringValue else { throw error(key, "expected a string") }
        return text
    }

    func optionalText(_ key: String) throws(CatalogueError) -> String? {
        member(key) == nil ? nil : try text(key)
    }

    func type(_ key: String) throws(CatalogueError) -> HAPType {
        guard let type = HAPType(try text(key)) else { throw error(key, "expected a type") }
        return type
    }

    func flag(_ key: String) throws(CatalogueError) -> Bool {
        guard let flag = member(key)?.boolValue else { throw error(key, "expected true or false") }
        return flag
    }

    func optionalNumber(_ key: String) throws(CatalogueError) -> JSONNumber? {
        guard let value = member(key) else { return nil }
        guard let number = value.numberValue else { throw error(key, "expected a number") }
        return number
    }

    func integer(_ key: String) throws(CatalogueError) -> UInt64 {
        guard let number = member(key)?.uint64Value else { throw error(key, "expected a whole number") }
        return number
    }

    /// The elements of an array; empty if it is absent and optional.
    func list<Element>(
        _ key: String,
        isRequired: Bool = true,
        _ element: (JSON) -> Element?
    ) throws(CatalogueError) -> [Element] {
        if !isRequired, member(key) == nil { return [] }
        guard let values = member(key)?.arrayValue else { throw error(key, "expected an array") }
        var elements: [Element] = []
        for (index, value) in values.enumerated() {
            guard let element = element(value) else { throw error("\(key)[\(index)]", "has the wrong form") }
            elements.append(element)
        }
        return elements
    }

    /// The entry's own value, and the alternatives to it that `accept` lists.
    func alternatives<Value: Equatable>(
        _ key: String,
        own: Value,
        _ element: (JSON) -> Value?
    ) throws(CatalogueError) -> [Value] {
        let accepted = try entry("accept")?.list(key, isRequired: false, element) ?? []
        return [own] + accepted.filter { $0 != own }
    }

    /// Where other sources differ.
    func conflicts() throws(CatalogueError) -> [CatalogueConflict] {
        try list("conflicts") { value in
            guard let source = value["source"]?.stringValue, let field = value["field"]?.stringValue,
                let policy = value["policy"]?.stringValue, let found = value["value"]
            else { return nil }
            return CatalogueConflict(source: source, field: field, value: found, policy: policy)
        }
    }

    /// Whether the specification is a source, so that a deviation is a failure and not only a warning.
    func namesSpecification() throws(CatalogueError) -> Bool {
        try list("sources", \.stringValue).contains { $0.hasPrefix("HAP R1") || $0.hasPrefix("ADK R14") }
    }
}
