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

    /// A line for each accessory, service and characteristic, in lines of the terminal's width; ends without a line end.
    package var text: CleanText {
        var lines: [CleanText] = []
        for accessory in database.accessories {
            lines.append("accessory \(accessory.aid.map { "\($0)" } ?? "without aid" as CleanText)")
            lines += Self.branches(
                accessory.services.map { service in
                    Self.lines(line(service), depth: 1)
                        + Self.branches(service.characteristics.map { Self.lines(line($0), depth: 2) })
                }
            )
        }
        for deviation in database.deviations { lines += ("! \("\(deviation)")" as CleanText).lines(hanging: 2) }
        return lines.joined(separator: "\n")
    }

    /// The text in lines that fit beside so many branches.
    private static func lines(_ text: CleanText, depth: Int) -> [CleanText] {
        text.lines(hanging: 4, columns: CleanText.columns - 3 * depth)
    }

    /// Draws the lines of each child below a branch. The branch ends at the last child.
    private static func branches(_ children: [[CleanText]]) -> [CleanText] {
        children.enumerated().flatMap { index, lines in
            let isLast = index == children.count - 1
            return lines.enumerated().map { $0 == 0 ? (isLast ? "└─ " : "├─ ") + $1 : (isLast ? "   " : "│  ") + $1 }
        }
    }

    private func line(_ service: ServiceObject) -> CleanText {
        let known = service.type.flatMap { catalogue.service($0)?.name }
        return
            "\(known ?? service.typeText ?? "unknown") (\(type(service.type, known))iid \(number(service.iid))\(service.primary == true ? ", primary" : ""))"
    }

    private func line(_ characteristic: CharacteristicObject) -> CleanText {
        let known = characteristic.type.flatMap { catalogue.characteristic($0)?.name }
        let name = known ?? characteristic.typeText ?? "unknown"
        let value: CleanText = characteristic.value.map { " = \($0.serialized())" } ?? ""
        let unit: CleanText = characteristic.unit.map { " \($0.rawValue)" } ?? ""
        let permissions = characteristic.permissions.map(\.rawValue).joined(separator: " ")
        return
            "\(name) (\(type(characteristic.type, known))iid \(number(characteristic.iid)))\(value)\(unit) [\(permissions)] \(characteristic.format?.rawValue ?? "")"
    }

    /// The type as suites write it, by word and by code: `target-door-state 32, `; empty for a vendor's type.
    private func type(_ type: HAPType?, _ name: String?) -> CleanText {
        guard let type, let name else { return "" }
        return "\(Catalogue.word(name)) \(type.short), "
    }

    private func number(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "none" }
}
