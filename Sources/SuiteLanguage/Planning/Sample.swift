import HAPModel

/// Chooses the instances of a case that the tier smoke runs: a few of each kind, so that an accessory with a hundred
/// characteristics takes hardly longer than one with ten.
///
/// The choice depends on the accessory alone: a gate compares the verdicts of one run with those of another.
struct Sample {
    /// The most instances of a case.
    static let size = 8

    let capabilities: Capabilities

    /// At most ``size`` of the instances of a case, in their order. Each kind has one before any has a second: each row, and each
    /// format with its permissions.
    func of(_ instances: [Instance]) -> [Instance] {
        guard instances.count > Self.size else { return instances }
        var seen: [Kind: Int] = [:]
        let turns = instances.map { instance in
            let kind = kind(of: instance)
            defer { seen[kind, default: 0] += 1 }
            return seen[kind, default: 0]
        }
        let chosen = instances.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.prefix(Self.size)
        return chosen.sorted().map { instances[$0] }
    }

    private struct Kind: Hashable {
        var row: String?
        var isByUser: Bool
        var shapes: [Shape]
    }

    private struct Shape: Hashable {
        var format: CharacteristicFormat?
        var permissions: Set<Permission>
    }

    private func kind(of instance: Instance) -> Kind {
        let bound = instance.characteristics.sorted { $0.key < $1.key }.map(\.value)
        let shapes = bound.map { id in
            let characteristic = capabilities.found.first { $0.id == id }?.characteristic
            return Shape(
                format: characteristic?.format,
                permissions: Set(characteristic?.permissions ?? [])
            )
        }
        return Kind(row: instance.row, isByUser: instance.isByUser, shapes: shapes)
    }
}
