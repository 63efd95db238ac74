import HAPAccessory
import HAPModel
import Measurement

/// A conformant accessory from a seed, which draws the services from Apple's catalogue, what each of them has, its limits and
/// values, a manufacturer's service with any formats, and often a bridge around them.
struct DrawnAccessory {
    private let catalogue: Catalogue
    private var random: SeededGenerator
    private var lines: [String] = []
    private var behaviours: [String] = []

    /// - Throws: `YAMLProblem` if what it draws is not an accessory.
    static func definition(seed: UInt64, catalogue: Catalogue) throws -> AccessoryDefinition {
        var drawn = DrawnAccessory(catalogue: catalogue, random: SeededGenerator(seed: seed))
        return try AccessoryDefinition(
            drawn.text(name: "drawn-\(seed)"),
            file: "drawn-\(seed).yaml",
            catalogue: catalogue
        )
    }

    /// The definition as a file of `Suites/accessories` has it.
    private mutating func text(name: String) -> String {
        let isBridge = chance(0.3)
        lines = ["name: \(name)", "category: \(isBridge ? 2 : 1)", "setup-code: 518-08-582", "accessories:"]
        for index in 0..<(isBridge ? Int.random(in: 2...4, using: &random) : 1) {
            let far: UInt64 = chance(0.3) ? 4_294_967_296 : 0
            object(aid: index == 0 ? 1 : far + UInt64(index) + 1, hasServices: !(isBridge && index == 0))
        }
        if !behaviours.isEmpty { lines += ["behaviours:"] + behaviours }
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func object(aid: UInt64, hasServices: Bool) {
        lines += [
            "- aid: \(aid)", "  services:", "  - type: Accessory Information", "    iid: 1", "    characteristics:",
        ]
        lines.append("    - {iid: 2, type: Identify}")
        let texts = ["Manufacturer": "Assay", "Model": "Drawn", "Name": "Drawn \(aid)", "Serial Number": "D-\(aid)"]
        var iid: UInt64 = 2
        for (type, value) in texts.sorted(by: { $0.key < $1.key }) {
            iid += 1
            lines.append("    - {iid: \(iid), type: \(type), value: \"\(value)\"}")
        }
        lines.append("    - {iid: \(iid + 1), type: Firmware Revision, value: \"1.0.0\"}")
        iid += 2
        if aid == 1 {
            lines += ["  - type: HAP Protocol Information", "    iid: \(iid)", "    characteristics:"]
            lines.append("    - {iid: \(iid + 1), type: Version, value: \"1.1.0\"}")
            iid += 2
        }
        guard hasServices else { return }
        for (index, drawn) in Self.services(catalogue).shuffled(using: &random).prefix(
            Int.random(in: 1...4, using: &random)
        )
        .enumerated() {
            iid += UInt64.random(in: 1...50, using: &random)
            service(drawn, aid: aid, iid: &iid, isPrimary: index == 0)
        }
        iid += 1
        manufacturersService(iid: &iid)
    }

    // MARK: Apple's services

    /// Services whose rules concern only themselves, and that need no Bluetooth.
    private static func services(_ catalogue: Catalogue) -> [CatalogueService] {
        let others: Set = [
            "3E", "A2", "44", "45", "55", "CC", "110", "111", "112", "122", "125", "127", "129", "133",
            // Doors and plants whose states follow each other, which these do not, and a battery, whose level is not limited.
            "41", "81", "8B", "8C", "4A", "B7", "B9", "BB", "BC", "BD", "CF", "D0", "D7", "96",
        ]
        return catalogue.services.values.filter { service in
            !service.isDeprecated && service.since != "later" && !others.contains(service.type.short)
                && service.required.allSatisfy { catalogue.characteristic($0) != nil }
        }.sorted { $0.type.short < $1.type.short }
    }

    private mutating func service(_ service: CatalogueService, aid: UInt64, iid: inout UInt64, isPrimary: Bool) {
        lines += ["  - type: \"\(service.name)\"", "    iid: \(iid)"] + (isPrimary ? ["    primary: true"] : [])
        lines.append("    characteristics:")
        var ids: [HAPType: UInt64] = [:]
        // A service that a user sees should have a name, a lamp has a hue or a colour temperature, and a switch that is alone, as
        // each is here, has no Service Label Index (HAP-TYPE-103).
        let wanted = service.optional.filter { $0 == .name || !["CE", "CB"].contains($0.short) && chance(0.5) }
        for type in service.required + wanted where ids[type] == nil {
            guard let known = catalogue.characteristic(type), let line = characteristic(known, iid: iid + 1) else {
                continue
            }
            iid += 1
            ids[type] = iid
            lines.append(line)
        }
        for (target, current) in [("67", "66"), ("32", "E")] {
            guard let target = HAPType(target).flatMap({ ids[$0] }), let current = HAPType(current).flatMap({ ids[$0] })
            else { continue }
            behaviours.append("- {follow: \(aid).\(target), with: \(aid).\(current), after: 300ms}")
        }
    }

    private mutating func characteristic(_ known: CatalogueCharacteristic, iid: UInt64) -> String? {
        guard !known.permissions.isEmpty else { return nil }
        var members = ["iid: \(iid)", "type: \"\(known.name)\""]
        // The target states of a lock and of a garage door: without authorization Assay warns.
        if ["1E", "32"].contains(known.type.short) { members.append("permissions: [pr, pw, ev, aa]") }
        guard known.permissions.contains(.pairedRead), known.type != .programmableSwitchEvent else {
            return "    - {\(members.joined(separator: ", "))}"
        }
        switch known.format {
        case .bool: members.append("value: \(chance(0.5))")
        case .string: members.append(known.name.contains("Name") ? "value: Unit 1" : "value: \"1.2\"")
        case .tlv8, .data: members.append("value: \"\"")
        default: members += number(known)
        }
        return "    - {\(members.joined(separator: ", "))}"
    }

    private mutating func number(_ known: CatalogueCharacteristic) -> [String] {
        if let values = known.validValues?.map(\.value), !values.isEmpty {
            // The states of a lock or an alarm belong together, and a sensor can detect something and nothing.
            let areTogether = [
                "66", "67", "E", "32", "69", "70", "71", "76", "78", "79", "7A", "8E", "92",
            ].contains(known.type.short)
            let isWhole = areTogether || chance(0.5)
            let left =
                isWhole ? values : Array(values.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
            let list = left.sorted().map(String.init).joined(separator: ", ")
            return ["value: \(left[0])"] + (isWhole ? [] : ["valid-values: [\(list)]"])
        }
        let (low, high) = (known.minValue?.double ?? 0, known.maxValue?.double ?? 100)
        let step = known.minStep?.double ?? 1
        let steps = max(1, min(20, ((high - low) / step).rounded(.down)))
        let value = low + step * Double(Int.random(in: 0...Int(steps), using: &random))
        if known.format == .float { return ["value: \(value)"] }
        let limit = chance(0.3) ? ["maxValue: \(Int64(low + step * steps))"] : []
        return limit + ["value: \(Int64(value))"]
    }

    // MARK: A manufacturer's service

    private mutating func manufacturersService(iid: inout UInt64) {
        lines += ["  - type: B0000001-6A5B-4C3D-9E2F-A55A10000001", "    iid: \(iid)", "    hidden: true"]
        lines.append("    characteristics:")
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            iid += 1
            let permissions =
                [
                    "pr, pw, ev", "pr, pw", "pr", "pr, ev", "pw", "pr, pw, ev, hd", "pr, pw, ev, tw", "pr, pw, wr",
                ].randomElement(using: &random) ?? "pr"
            let (format, members, value) = ownValue()
            let shown = permissions.hasPrefix("pr") ? ", value: \(value)" : ""
            lines.append(
                "    - {iid: \(iid), type: \(Self.ownType(iid)), description: Own, format: \(format)\(members), permissions: [\(permissions)]\(shown)}"
            )
        }
    }

    private static func ownType(_ iid: UInt64) -> String {
        "B\(String(String(iid + 0x1000_0000, radix: 16).suffix(7)).uppercased())-6A5B-4C3D-9E2F-A55A10000001"
    }

    /// A format, its limits, and a value.
    private mutating func ownValue() -> (format: String, members: String, value: String) {
        switch ["bool", "string", "tlv8", "data", "float", "number"].randomElement(using: &random) {
        case "string":
            let limit = [1, 4, 9, 64, 200, 256].randomElement(using: &random) ?? 64
            return ("string", ", maxLen: \(limit)", "\"\"")
        case "tlv8": return ("tlv8", "", "\"\"")
        case "data": return ("data", ", maxDataLen: \([3, 100].randomElement(using: &random) ?? 3)", "\"\"")
        case "float":
            let limits = [("0", "1", "0.1"), ("-10", "10", "0.5"), ("5", "5.5", "0.5"), ("10", "30.5", "0.25")]
            let (low, high, step) = limits.randomElement(using: &random) ?? limits[0]
            return ("float", ", minValue: \(low), maxValue: \(high), minStep: \(step)", low)
        case "number":
            let format = ["uint8", "uint16", "uint32", "uint64", "int"].randomElement(using: &random) ?? "int"
            let limits = [
                (", minValue: 0, maxValue: 1", "0"), (", minValue: 3, maxValue: 3", "3"),
                (", minValue: 5, maxValue: 100, minStep: 5", "5"), (", minValue: 0, maxValue: 99, minStep: 10", "0"),
                (", minValue: 0, maxValue: 9, valid-values: [2, 5, 7]", "5"), (", valid-values: [4]", "4"), ("", "0"),
            ]
            let (members, value) = limits.randomElement(using: &random) ?? limits[0]
            return (format, members, value)
        default: return ("bool", "", "false")
        }
    }

    private mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < probability
    }
}
