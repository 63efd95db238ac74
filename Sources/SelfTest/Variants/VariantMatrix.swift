import HAPAccessory

/// The results of the variants that a selftest ran.
package struct VariantMatrix: Sendable {
    /// A variant and the result of its runs.
    package struct Entry: Sendable {
        package var variant: Variant
        package var row: DefectMatrix.Row
        /// Why it survives, from `survivors.yaml`; `nil` if it must be killed.
        package var excuse: String?
    }

    package let entries: [Entry]
    /// How many variants there are; `entries` may be a sample of them.
    package let total: Int
    /// The seed of the sample.
    package let seed: UInt64
    /// Whether these are all variants of all defects, with all cases; only then their share says how good the suites are.
    package let isWhole: Bool

    /// How many of 100 variants the suites must find.
    static let wantedShare = 95

    /// - Parameters:
    ///   - total: how many variants there are, if `variants` is a sample.
    ///   - isWhole: whether these are the variants of all defects, with all cases.
    package init(
        _ variants: [Variant],
        _ rows: [DefectMatrix.Row],
        of total: Int,
        seed: UInt64,
        ofAllDefects isWhole: Bool = false,
        _ library: SimulatorLibrary
    ) {
        entries = zip(variants, rows).map { variant, row in
            Entry(variant: variant, row: row, excuse: library.excuse(for: variant))
        }
        self.total = total
        self.seed = seed
        self.isWhole = isWhole && entries.count == total
    }

    /// Those that no finding on the right requirement shows.
    package var survivors: [Entry] { entries.filter { !$0.row.isKilled } }

    /// Those that are killed although `survivors.yaml` lists them.
    package var killedThoughListed: [Entry] { entries.filter { $0.row.isKilled && $0.excuse != nil } }

    /// Whether every survivor is listed with its reason, and nothing else is.
    package var isAsListed: Bool { survivors.allSatisfy { $0.excuse != nil } && killedThoughListed.isEmpty }

    /// Whether enough variants are killed, however many of the others are listed.
    package var isEnough: Bool { !isWhole || 100 * killed >= Self.wantedShare * entries.count }

    package var killed: Int { entries.count { $0.row.isKilled } }

    /// Each dimension with the number of its variants and of those that are killed.
    var dimensions: [(dimension: VariantDimension, killed: Int, count: Int)] {
        VariantDimension.allCases.compactMap { dimension in
            let own = entries.filter { $0.variant.dimension == dimension }
            return own.isEmpty ? nil : (dimension, own.count { $0.row.isKilled }, own.count)
        }
    }
}
