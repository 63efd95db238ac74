import HAPAccessory
import HAPModel
import Reporting

extension VariantMatrix {
    /// The survivors, a line for each dimension, and the sum.
    var lines: [CleanText] {
        var lines: [CleanText] = survivors.map { entry in
            let word = CleanText(entry.excuse == nil ? entry.row.word : "listed")
            return
                "\(word.padded(to: 16)) \(CleanText(entry.row.defect.name).padded(to: 60)) \(entry.excuse ?? entry.row.details)"
        }
        lines += killedThoughListed.map { entry in
            "killed           \(CleanText(entry.row.defect.name).padded(to: 60)) but listed in survivors.yaml: remove it there"
        }
        for own in dimensions {
            let name = CleanText(own.dimension.rawValue)
            lines.append("\(name.padded(to: 20)) \(own.killed) of \(own.count) killed")
        }
        let share = entries.isEmpty ? "" : " = \(100 * killed / entries.count) %"
        let sample = entries.count < total ? "; a sample of \(total), seed \(seed)" : ""
        lines.append(CleanText("\(killed) of \(entries.count) variants killed\(share)\(sample)"))
        if !isEnough {
            lines.append(
                "too few variants killed: \(Self.wantedShare) % of all must be, also if survivors.yaml lists the others"
            )
        }
        return lines
    }

    /// The same for programs.
    var json: JSON {
        [
            "killed": JSON(killed), "count": JSON(entries.count), "total": JSON(total), "seed": .string("\(seed)"),
            "enough": .bool(isEnough),
            "entries": .array(
                entries.map { entry in
                    [
                        "variant": .string(entry.row.defect.name), "defect": .string(entry.variant.base),
                        "dimension": .string(entry.variant.dimension.rawValue), "fate": .string(entry.row.word),
                        "details": .string(entry.row.details),
                        "excuse": entry.excuse.map { .string($0) } ?? .null,
                    ]
                }
            ),
        ]
    }
}
