import HAPModel
import SuiteLanguage

/// A characteristic of the attribute database as documents see it.
struct CharacteristicElement {
    let characteristic: CharacteristicObject
    let service: ServiceElement
    let catalogue: Catalogue

    var json: JSON {
        let entry = characteristic.type.flatMap { catalogue.characteristic($0) }
        let name = entry?.name ?? characteristic.typeText ?? "?"
        let raw = characteristic.raw
        var fields = JSONObject([
            "place": .string("\(service.ownPlace), \(name) (iid \(characteristic.iid.map { "\($0)" } ?? "?"))"),
            "accessory": .string(service.place), "service": .string(service.ownPlace),
            "service-type": DatabaseElements.short(service.service.type),
            "iid": DatabaseElements.number(characteristic.iid), "type": DatabaseElements.short(characteristic.type),
            "type-text": characteristic.typeText.map { .string($0) } ?? .null,
            "name": entry.map { .string($0.name) } ?? .null, "is-apple": .bool(entry != nil),
            "format": raw["format"] ?? .null, "perms": raw["perms"] ?? .null,
            "keys": .array(raw.keys.map { .string($0) }), "raw": JSON.object(raw).withoutBulk,
        ])
        if let value = raw["value"] { fields["value"] = value }
        add(ValueCheck(characteristic).fields, to: &fields)
        add(DeclarationCheck(characteristic).fields, to: &fields)
        if let entry { add(CatalogueCheck(characteristic, entry).fields, to: &fields) }
        fields["release"] = .string(service.release.name)
        fields["summary"] = .string(
            "\(name): format \(characteristic.format?.rawValue ?? "none"), perms "
                + characteristic.permissions.map(\.rawValue).joined(separator: " ")
                + ", value \(characteristic.value?.serialized() ?? "absent")"
        )
        return .object(fields)
    }

    private func add(_ more: JSONObject, to fields: inout JSONObject) {
        fields.members += more.members
    }
}
