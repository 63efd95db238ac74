/// One of Apple's characteristics. Where sources differ, the lists of alternatives begin with the entry's own value.
package struct CatalogueCharacteristic: Sendable, Hashable {
    /// One defined value of an enumeration.
    package struct EnumeratedValue: Sendable, Hashable {
        /// The value.
        package let value: Int64
        /// The value's meaning.
        package let name: String
    }

    /// The type.
    package let type: HAPType
    /// The name that the catalogue uses.
    package let name: String
    /// Other names that sources use.
    package let aliases: [String]
    /// The defined format.
    package let format: CharacteristicFormat
    /// The defined permissions; an accessory may declare fewer, and additionally aa, tw, hd and wr.
    package let permissions: [Permission]
    /// The defined unit.
    package let unit: CharacteristicUnit?
    /// The defined lowest value; an accessory may change it.
    package let minValue: JSONNumber?
    /// The defined highest value; an accessory may change it.
    package let maxValue: JSONNumber?
    /// The defined step; an accessory may change it.
    package let minStep: JSONNumber?
    /// The defined limit on the length of a string.
    package let maxLength: UInt64?
    /// The defined values of an enumeration, in ascending order.
    package let validValues: [EnumeratedValue]?
    /// The release that defined it: `R1`, `R2`, or `later`.
    package let since: String
    /// Whether later releases removed it.
    package let isDeprecated: Bool
    /// Whether only admins may read it.
    package let adminOnlyRead: Bool
    /// Whether only admins may write it.
    package let adminOnlyWrite: Bool
    /// Whether only admins may subscribe to it.
    package let adminOnlyNotify: Bool
    /// Whether it is for administrators in any respect.
    package var isForAdmins: Bool { adminOnlyRead || adminOnlyWrite || adminOnlyNotify }
    /// Whether the accessory stores a written value and returns it unchanged: false for commands, for messages of
    /// another protocol, and for values that other parties define.
    package let stores: Bool
    /// Whether the specification is a source; if not, a deviation is only a warning.
    package let isSpecified: Bool

    /// The accepted formats; the entry's own is first.
    package let formatAlternatives: [CharacteristicFormat]
    /// The accepted sets of permissions; the entry's own is first.
    package let permissionAlternatives: [[Permission]]
    /// The accepted units; the entry's own is first.
    package let unitAlternatives: [CharacteristicUnit?]
    /// The accepted lowest values; the entry's own is first.
    package let minValueAlternatives: [JSONNumber?]
    /// The accepted highest values; the entry's own is first.
    package let maxValueAlternatives: [JSONNumber?]
    /// The accepted steps; the entry's own is first.
    package let minStepAlternatives: [JSONNumber?]
    /// The accepted lists of values; the entry's own is first; empty if it is not an enumeration.
    package let validValueAlternatives: [[Int64]]
    /// Where sources differ.
    package let conflicts: [CatalogueConflict]

    init(reading item: CatalogueReader) throws(CatalogueError) {
        type = try item.type("type")
        name = try item.text("name")
        aliases = try item.list("aliases", \.stringValue)
        format = CharacteristicFormat(rawValue: try item.text("format"))
        permissions = try item.list("permissions", Self.permission)
        unit = try item.optionalText("unit").map(CharacteristicUnit.init(rawValue:))
        minValue = try item.optionalNumber("minValue")
        maxValue = try item.optionalNumber("maxValue")
        minStep = try item.optionalNumber("minStep")
        maxLength = item.member("maxLen") == nil ? nil : try item.integer("maxLen")
        validValues = try Self.enumeration(item)
        since = try item.text("since")
        isDeprecated = try item.flag("deprecated")
        adminOnlyRead = try item.flag("adminOnlyRead")
        adminOnlyWrite = try item.flag("adminOnlyWrite")
        adminOnlyNotify = try item.flag("adminOnlyNotify")
        stores = try item.flag("stores")
        isSpecified = try item.namesSpecification()
        conflicts = try item.conflicts()

        formatAlternatives = try item.alternatives("format", own: format) {
            $0.stringValue.map(CharacteristicFormat.init(rawValue:))
        }
        permissionAlternatives = try item.alternatives("permissions", own: permissions, Self.permissions)
        unitAlternatives = try item.alternatives("unit", own: unit, Self.unit)
        minValueAlternatives = try item.alternatives("minValue", own: minValue, Self.number)
        maxValueAlternatives = try item.alternatives("maxValue", own: maxValue, Self.number)
        minStepAlternatives = try item.alternatives("minStep", own: minStep, Self.number)
        if let values = validValues?.map(\.value) {
            validValueAlternatives = try item.alternatives("validValues", own: values, Self.values)
        } else {
            validValueAlternatives = []
        }
    }

    private static func enumeration(_ item: CatalogueReader) throws(CatalogueError) -> [EnumeratedValue]? {
        guard let value = item.member("validValues") else { return nil }
        guard let members = value.objectValue?.members else { throw item.error("validValues", "expected an object") }
        var values: [EnumeratedValue] = []
        for member in members {
            guard let number = Int64(member.key), let name = member.value.stringValue else {
                throw item.error("validValues.\(member.key)", "expected a whole number with its name")
            }
            values.append(EnumeratedValue(value: number, name: name))
        }
        return values.sorted { $0.value < $1.value }
    }

    private static func permission(_ json: JSON) -> Permission? { json.stringValue.map(Permission.init(rawValue:)) }

    /// The permissions in an array of texts.
    static func permissions(_ json: JSON) -> [Permission]? {
        guard let elements = json.arrayValue else { return nil }
        let permissions = elements.compactMap(permission)
        return permissions.count == elements.count ? permissions : nil
    }

    /// The whole numbers in an array.
    static func values(_ json: JSON) -> [Int64]? {
        guard let elements = json.arrayValue else { return nil }
        let values = elements.compactMap(\.int64Value)
        return values.count == elements.count ? values : nil
    }

    /// A unit, or `null` for none: `.some(nil)` then, `nil` for anything else.
    private static func unit(_ json: JSON) -> CharacteristicUnit?? {
        if json.isNull { return .some(nil) }
        return json.stringValue.map { CharacteristicUnit(rawValue: $0) }
    }

    /// A number, or `null` for none: `.some(nil)` then, `nil` for anything else.
    private static func number(_ json: JSON) -> JSONNumber?? {
        if json.isNull { return .some(nil) }
        return json.numberValue.map { .some($0) }
    }
}
