package import HAPModel

/// The attribute database as a tree of text.
package struct DatabaseTree {
    private let database: AttributeDatabase
    private let catalogue: Catalogue

    /// - Parameter catalogue: has the names of the types.
    package init(_ database: AttributeDatabase, catalogue: Catalogue) {
        self.database = database
        self.catalogue = catalogue
    }

    /// One line for each accessory, service and characteristic; ends without a line end.
    package var text: CleanText {
        var lines: [CleanText] = []
        for accessory in database.accessories {
            lines.append("accessory \(accessory.aid.map { "\($0)" } ?? "without aid" as CleanText)")
            lines += Self.branches(
                accessory.services.map { [line($0)] + Self.branches($0.characteristics.map { [line($0)] }) }
            )
        }
        for deviation in database.deviations { lines.append("! \("\(deviation)")") }
        return lines.joined(separator: "\n")
    }

    /// Draws the lines of each child below a branch. The branch ends at the last child.
    private static func branches(_ children: [[CleanText]]) -> [CleanText] {
        children.enumerated().flatMap { index, lines in
            let isLast = index == children.count - 1
            return lines.enumerated().map { $0 == 0 ? (isLast ? "└─ " : "├─ ") + $1 : (isLast ? "   " : "│  ") + $1 }
        }
    }

    private func line(_ service: ServiceObject) -> CleanText {
        let name = service.type.flatMap { catalogue.service($0)?.name } ?? service.typeText ?? "unknown"
        return "\(name) (iid \(number(service.iid))\(service.primary == true ? ", primary" : ""))"
    }

    private func line(_ characteristic: CharacteristicObject) -> CleanText {
        let name =
            characteristic.type.flatMap { catalogue.characteristic($0)?.name } ?? characteristic.typeText ?? "unknown"
        let value: CleanText = characteristic.value.map { " = \($0.serialized())" } ?? ""
        let unit: CleanText = characteristic.unit.map { " \($0.rawValue)" } ?? ""
        let permissions = characteristic.permissions.map(\.rawValue).joined(separator: " ")
        return
            "\(name) (iid \(number(characteristic.iid)))\(value)\(unit) [\(permissions)] \(characteristic.format?.rawValue ?? "")"
    }

    private func number(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "none" }
}
