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
            lines += Self.branches(
                accessory.services.map { [line($0)] + Self.branches($0.characteristics.map { [line($0)] }) }
            )
        }
        for deviation in database.deviations { lines.append("! \(deviation)") }
        return lines.joined(separator: "\n")
    }

    /// Draws the lines of each child below a branch; the last branch ends there.
    private static func branches(_ children: [[String]]) -> [String] {
        children.enumerated().flatMap { index, lines in
            let isLast = index == children.count - 1
            return lines.enumerated().map { $0 == 0 ? (isLast ? "└─ " : "├─ ") + $1 : (isLast ? "   " : "│  ") + $1 }
        }
    }

    private func line(_ service: ServiceObject) -> String {
        let name = service.type.flatMap { catalogue.service($0)?.name } ?? service.typeText ?? "unknown"
        return "\(name) (iid \(number(service.iid))\(service.primary == true ? ", primary" : ""))"
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
