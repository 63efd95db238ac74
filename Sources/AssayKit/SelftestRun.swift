import HAPAccessory
package import SelfTest
package import SuiteLanguage

/// A selftest: conformant simulators must pass, and the suites must find every defect.
package struct SelftestRun: Sendable {
    /// What a selftest runs.
    package struct Options: Sendable, Hashable {
        /// Which cases run.
        package var selection = Selection()
        /// Patterns for the names of the defects; all defects if it is empty.
        package var defects: [String] = []
        /// Whether only the conformant simulators run.
        package var isConformantOnly = false
        /// How often the conformant simulators run.
        package var rounds = 1
        /// Whether they also run over loopback sockets in real time.
        package var overSockets = false
        /// How many variants of the defects also run; `Int.max` is all of them.
        package var variants = 0
        /// The seed of the sample of variants.
        package var seed: UInt64 = 1
        /// Whether the report lists the proofs that no defect needs.
        package var prunes = false

        package init() {}
    }

    private let suites: Suites
    private let options: Options
    private let simulators: SimulatorLibrary
    private let matrix: DefectMatrix
    private let defects: [Defect]
    /// The variants of the defects, of which `sample` runs.
    private let variants: [Variant]
    private let sample: [Variant]

    /// - Throws: ``SetupError`` if nothing is selected, or if a pattern matches no defect.
    package init(_ suites: Suites, _ options: Options) throws(SetupError) {
        self.suites = suites
        self.options = options
        simulators = try suites.simulators()
        _ = try suites.cases(options.selection)
        let matrix = DefectMatrix(
            library: suites.library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: options.selection
        )
        self.matrix = matrix
        defects =
            options.isConformantOnly
            ? [] : try Self.defects(options.defects, in: simulators).filter(matrix.concerns)
        let generator = VariantGenerator(simulators)
        variants = options.variants > 0 ? generator.variants(of: defects) : []
        sample = generator.sample(options.variants, of: variants, seed: options.seed)
    }

    /// The number of simulated runs and defects.
    package var total: Int {
        simulators.accessories.count * (options.rounds + (options.overSockets ? 1 : 0)) + defects.count
            + sample.count
    }

    /// Runs everything.
    ///
    /// - Parameter report: called with the name of each simulated run and each defect that is done.
    package func carryOut(report: @escaping @Sendable (String) -> Void) async throws -> SelftestOutcome {
        let started = RunName.started
        let runs = ConformantRuns(
            library: suites.library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: options.selection
        )
        let baseline = try await runs.carryOut(
            rounds: options.rounds,
            sockets: options.overSockets ? LoopbackIP() : nil,
            report: report
        )
        let rows = await matrix.rows(defects, pruning: options.prunes, report: report)
        let varied = await matrix.rows(sample.map(\.defect), report: report)
        // Only if all defects run can a case be reported that kills none.
        let isWhole =
            !options.isConformantOnly && options.defects.isEmpty && options.selection.requirements.isEmpty
        return SelftestOutcome(
            started: started,
            baseline: baseline,
            rows: rows,
            idle: isWhole ? matrix.idleCases(rows) : [],
            survivors: simulators.survivors,
            pruning: options.prunes ? Pruning(rows, library: suites.library, selection: options.selection) : nil,
            variants: options.variants > 0
                ? VariantMatrix(sample, varied, of: variants.count, seed: options.seed, simulators) : nil,
            accessories: simulators.accessories.map(\.name)
        )
    }

    /// The defects that match one of the patterns; all without a pattern.
    private static func defects(
        _ patterns: [String],
        in simulators: SimulatorLibrary
    ) throws(SetupError) -> [Defect] {
        let selections = patterns.map { Selection(patterns: [$0]) }
        for (selection, text) in zip(selections, patterns)
        where !simulators.defects.contains(where: { selection.selects(instance: $0.name) }) {
            throw SetupError(.unusable, "no defect matches --defect \(text); `assay suites defects` lists them")
        }
        guard !selections.isEmpty else { return simulators.defects }
        return simulators.defects.filter { item in selections.contains { $0.selects(instance: item.name) } }
    }
}
