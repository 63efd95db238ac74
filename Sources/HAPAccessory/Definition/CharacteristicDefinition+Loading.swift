import HAPModel
import MarkedYAML

extension CharacteristicDefinition {
    private static let keys = [
        "iid", "type", "format", "permissions", "unit", "minValue", "maxValue", "minStep", "maxLen", "maxDataLen",
        "valid-values", "description", "admin-only", "authorization", "kept-in", "value",
    ]

    init(_ node: YAMLNode, aid: UInt64, catalogue: Catalogue) throws(YAMLProblem) {
        let mapping = try node.mapping(allowing: Self.keys)
        let typeNode = try mapping.required("type")
        let written = try typeNode.string()
        let known = catalogue.characteristic(named: written)
        name = known?.name ?? written
        if let known {
            type = known.type
        } else if let custom = HAPType(written), !custom.isApple {
            type = custom
        } else {
            throw YAMLProblem(
                typeNode.mark,
                "`\(written)` is neither a characteristic of the catalogue nor a vendor's UUID"
                    + catalogue.hint(forCharacteristic: written)
            )
        }
        id = CharacteristicID(aid: aid, iid: try mapping.required("iid").instanceID())
        format = try Self.format(mapping, known)
        permissions = try Self.permissions(mapping, known)
        unit = try mapping["unit"].map { (node) throws(YAMLProblem) in
            CharacteristicUnit(rawValue: try node.word(of: CharacteristicUnit.allCases.map(\.rawValue)))
        }
        unit = unit ?? known?.unit
        minValue =
            try mapping["minValue"].map { (node) throws(YAMLProblem) in try node.jsonNumber() } ?? known?.minValue
        maxValue =
            try mapping["maxValue"].map { (node) throws(YAMLProblem) in try node.jsonNumber() } ?? known?.maxValue
        minStep = try mapping["minStep"].map { (node) throws(YAMLProblem) in try node.jsonNumber() } ?? known?.minStep
        maxLen = try mapping["maxLen"]?.integer() ?? known?.maxLength.map { Int64(clamping: $0) }
        maxDataLen = try mapping["maxDataLen"]?.integer()
        enumeration = known?.validValues?.map(\.value)
        if let list = try mapping["valid-values"]?.list() {
            var values: [Int64] = []
            for value in list { values.append(try value.integer()) }
            validValues = values
        }
        summary = try mapping["description"]?.string()
        isAdminOnly = try mapping["admin-only"]?.bool() ?? known.map { $0.adminOnlyRead || $0.adminOnlyWrite } ?? false
        if let node = mapping["authorization"] {
            guard let bytes = Base64.decode(try node.string()) else { throw YAMLProblem(node.mark, "expected base64") }
            authorization = bytes
        }
        isBinary32 = try mapping["kept-in"]?.word(of: ["decimals", "binary32"]) == "binary32"
        value = mapping["value"].map { JSON(yaml: $0) }
        try checkValue(mapping, at: node.mark)
    }

    private static func format(
        _ mapping: YAMLMapping,
        _ known: CatalogueCharacteristic?
    ) throws(YAMLProblem) -> CharacteristicFormat {
        if let known, mapping["format"] == nil { return known.format }
        let node = try mapping.required("format")
        return CharacteristicFormat(rawValue: try node.word(of: CharacteristicFormat.allCases.map(\.rawValue)))
    }

    private static func permissions(
        _ mapping: YAMLMapping,
        _ known: CatalogueCharacteristic?
    ) throws(YAMLProblem) -> [Permission] {
        if let known, mapping["permissions"] == nil { return known.permissions }
        var permissions: [Permission] = []
        for node in try mapping.required("permissions").list() {
            permissions.append(Permission(rawValue: try node.word(of: Permission.allCases.map(\.rawValue))))
        }
        return permissions
    }

    /// A readable characteristic must have an initial value that its own rules allow.
    private func checkValue(_ mapping: YAMLMapping, at mark: SourceMark) throws(YAMLProblem) {
        guard let value else {
            guard !has(.pairedRead) || isMomentary else {
                throw YAMLProblem(mark, "`value` is missing, but \(id) is readable")
            }
            return
        }
        if let broken = ValueRule.firstBroken(by: value, in: self) {
            throw YAMLProblem(mapping["value"]?.mark ?? mark, "the value violates the rule \(broken.point.rawValue)")
        }
    }
}
