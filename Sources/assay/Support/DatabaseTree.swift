import HAPModel

/// The attribute database as people read it.
struct DatabaseTree {
    private let database: AttributeDatabase
    private let catalogue: Catalogue

    init(_ database: AttributeDatabase, catalogue: Catalogue) {
        self.database = database
        self.catalogue = catalogue
    }

    var text: String {
        var lines: [String] = []
        for accessory in database.accessories {
            lines.append("accessory \(accessory.aid.map { "\($0)" } ?? "without aid")")
            for service in accessory.services {
                let name = service.type.flatMap { catalogue.service($0)?.name } ?? service.typeText ?? "unknown"
                lines.append("├─ \(name) (iid \(number(service.iid))\(service.primary == true ? ", primary" : ""))")
                for characteristic in service.characteristics { lines.append("│  ├─ " + line(characteristic)) }
            }
        }
        for deviation in database.deviations { lines.append("! \(deviation)") }
        return lines.joined(separator: "\n")
    }

    private func line(_ characteristic: CharacteristicObject) -> String {
        let name =
            characteristic.type.flatMap { catalogue.characteristic($0)?.name } ?? characteristic.typeText ?? "unknown"
        let value = characteristic.value.map { " = \($0.serialized())" } ?? ""
        let unit = characteristic.unit.map { " \($0.rawValue)" } ?? ""
        let permissions = characteristic.permissions.map(\.rawValue).joined(separator: " ")
        return
            "\(name) (iid \(number(characteristic.iid)))\(value)\(unit) [\(permissions)] \(characteristic.format?.rawValue ?? "")"
    }

    private func number(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "none" }
}
