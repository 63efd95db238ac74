import HAPModel

/// Where the attribute databases of two transports differ, except in their values.
struct IdentityDifferences {
    private let one: IdentityDatabase
    private let other: IdentityDatabase
    private let catalogue: Catalogue

    init(_ one: AttributeDatabase, _ other: AttributeDatabase, catalogue: Catalogue) {
        self.one = IdentityDatabase(one)
        self.other = IdentityDatabase(other)
        self.catalogue = catalogue
    }

    /// The places that differ, by the name of the field.
    var all: [(name: String, places: [String])] {
        [
            ("aids-differing", one.aids.symmetricDifference(other.aids).sorted().map { "\($0)" }),
            ("other-aids", one.aids.union(other.aids).subtracting([1]).sorted().map { "\($0)" }),
            ("large-iids", Set(one.largeIDs + other.largeIDs).sorted()),
            ("services-differing", Self.only(Array(one.services.keys), Array(other.services.keys))),
            (
                "characteristics-differing",
                Self.only(Array(one.characteristics.keys), Array(other.characteristics.keys))
            ),
            ("service-flags-differing", services { Self.flags($0.raw) }),
            ("permissions-differing", characteristics { Self.permissions($0.characteristic.raw["perms"]) }),
            (
                "formats-differing",
                characteristics { Self.format($0.characteristic.raw) + Self.unit($0.characteristic.raw) }
            ),
            ("limits-differing", characteristics(limits)),
        ]
    }

    /// Whether Accessory Information has the instance ID 1 on both transports.
    var isInformationFirst: Bool { one.informationIID == 1 && other.informationIID == 1 }

    private static func only(_ one: [String], _ other: [String]) -> [String] {
        Set(one).symmetricDifference(other).sorted()
    }

    /// The services of both databases in which a part differs.
    private func services(_ part: (ServiceObject) -> [String]) -> [String] {
        let second = other.services
        return one.services.compactMap { place, service in
            second[place].flatMap { part(service) == part($0) ? nil : place }
        }.sorted()
    }

    /// The characteristics of both databases in which a part differs.
    private func characteristics(_ part: (AttributeDatabase.Place) -> [String]) -> [String] {
        let second = other.characteristics
        return one.characteristics.compactMap { place, characteristic in
            second[place].flatMap { part(characteristic) == part($0) ? nil : place }
        }.sorted()
    }

    /// The permissions that every transport can declare; PDUs have none for write responses.
    private static func permissions(_ list: JSON?) -> [String] {
        let comparable: Set = ["pr", "pw", "ev", "aa", "tw", "hd"]
        return (list?.arrayValue ?? []).compactMap(\.stringValue).filter(comparable.contains).sorted()
    }

    private static func flags(_ raw: JSONObject) -> [String] {
        let linked = (raw["linked"]?.arrayValue ?? []).compactMap(\.uint64Value).sorted()
        return ["\(raw["primary"]?.boolValue ?? false)", "\(raw["hidden"]?.boolValue ?? false)", "\(linked)"]
    }

    /// PDUs have one format for data and tlv8.
    private static func format(_ raw: JSONObject) -> [String] {
        let format = raw["format"]?.stringValue ?? "?"
        return [format == "data" ? "tlv8" : format]
    }

    private static func unit(_ raw: JSONObject) -> [String] { raw["unit"]?.stringValue.map { [$0] } ?? [] }

    /// The effective limits: a limit that is left out is that of the catalogue, or else that of the format.
    private func limits(_ place: AttributeDatabase.Place) -> [String] {
        let raw = place.characteristic.raw
        let known = place.characteristic.type.flatMap { catalogue.characteristic($0) }
        let format = raw["format"]?.stringValue.flatMap { CharacteristicFormat(rawValue: $0) }
        func text(_ key: String, _ standard: JSONNumber?, _ bound: Double?) -> String {
            let number = raw[key]?.doubleValue ?? standard?.double ?? bound
            // PDUs have 32 bits for a number of the format float.
            return number.map { format == .float ? "\(key) \(Float($0))" : "\(key) \($0)" } ?? ""
        }
        let valid = (raw["valid-values"]?.arrayValue ?? []).compactMap(\.int64Value).sorted()
        let range = (raw["valid-values-range"]?.arrayValue ?? []).compactMap(\.int64Value)
        return [
            text("minValue", known?.minValue, format?.integerBounds.map { Double($0.lowest) }),
            text("maxValue", known?.maxValue, format?.integerBounds.map { Double($0.highest) }),
            text("minStep", known?.minStep, format?.isInteger == true ? 1 : nil),
            valid.isEmpty ? "" : "\(valid)", range.isEmpty ? "" : "range \(range)",
        ]
    }
}
