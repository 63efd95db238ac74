import HAPAccessory
package import HAPModel
package import SelfTest
package import SuiteLanguage

/// A selftest: conformant simulators must pass, the suites must find every defect, and they must tolerate every twin.
package struct SelftestRun: Sendable {
    /// What a selftest runs.
    package struct Options: Sendable, Hashable {
        /// Which cases run.
        package var selection = Selection()
        /// Patterns for the names of the defects; all defects if it and ``twins`` are empty.
        package var defects: [String] = []
        /// Patterns for the names of the twins; all twins if it and ``defects`` are empty.
        package var twins: [String] = []
        /// Whether all cases run on each twin, instead of those about its requirements.
        package var twinsRunAllCases = false
        /// Whether only the conformant simulators run.
        package var isConformantOnly = false
        /// How often the conformant simulators run.
        package var rounds = 1
        /// The transport: IP or Thread.
        package var transport = TransportKind.ip
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

    /// The transports over which there are simulated accessories.
    package static let transports: [TransportKind] = [.ip, .thread]

    private let suites: Suites
    private let options: Options
    private let simulators: SimulatorLibrary
    private let matrix: DefectMatrix
    /// The matrix of the variants. Its accessories take as long to answer as real ones, so that time passes in a run.
    private let slowMatrix: DefectMatrix
    private let defects: [Defect]
    /// The variants of the defects, of which `sample` runs.
    private let variants: [Variant]
    private let sample: [Variant]
    private let twinRuns: TwinRuns
    private let runs: ConformantRuns
    private let twins: [Twin]

    /// - Throws: ``SetupError`` if nothing is selected, or if a pattern matches no defect or no twin.
    package init(_ suites: Suites, _ options: Options) throws(SetupError) {
        self.suites = suites
        self.options = options
        simulators = try suites.simulators()
        _ = try suites.cases(options.selection)
        let matrix = DefectMatrix(
            library: suites.library,
            simulators: simulators,
            entrance: Self.entrance(options.transport),
            beside: Self.others(options.transport),
            selection: options.selection
        )
        self.matrix = matrix
        slowMatrix = DefectMatrix(
            library: suites.library,
            simulators: simulators,
            entrance: Self.entrance(options.transport, latency: .milliseconds(25)),
            beside: Self.others(options.transport, latency: .milliseconds(25)),
            selection: options.selection
        )
        let twinRuns = TwinRuns(
            library: suites.library,
            simulators: simulators,
            entrance: Self.entrance(options.transport),
            beside: Self.others(options.transport),
            selection: options.selection,
            runsAllCases: options.twinsRunAllCases
        )
        self.twinRuns = twinRuns
        runs = ConformantRuns(
            library: suites.library,
            simulators: simulators,
            entrance: Self.entrance(options.transport),
            beside: Self.others(options.transport),
            selection: options.selection
        )
        let isWhole = options.defects.isEmpty && options.twins.isEmpty && !options.isConformantOnly
        let known = simulators
        defects = try Self.named(options.defects, in: known.defects.map(\.name), all: isWhole, "defect")
            .compactMap(known.defect).filter(matrix.concerns)
        twins = try Self.named(options.twins, in: known.twins.map(\.name), all: isWhole, "twin")
            .compactMap(known.twin).filter(twinRuns.concerns)
        let generator = VariantGenerator(simulators)
        variants = options.variants > 0 ? generator.variants(of: defects.filter(matrix.isClaimed)) : []
        sample = generator.sample(options.variants, of: variants, seed: options.seed)
    }

    /// The number of simulated runs, defects and twins.
    package var total: Int {
        runs.runsInRound * options.rounds + (options.overSockets ? simulators.accessories.count : 0) + defects.count
            + sample.count + twins.count
    }

    /// Runs everything.
    ///
    /// - Parameter report: called with the name of each simulated run, defect and twin that is done.
    package func carryOut(report: @escaping @Sendable (String) -> Void) async throws -> SelftestOutcome {
        let started = RunName.started
        let sockets: any SimulatedEntrance = options.transport == .thread ? LoopbackThread() : LoopbackIP()
        // All at the same time, so that the last and longest run of each leaves no processor idle.
        async let conformant = runs.carryOut(
            rounds: options.rounds,
            sockets: options.overSockets ? sockets : nil,
            report: report
        )
        // In real time, computing beside them would slow them down.
        if options.overSockets { _ = try await conformant }
        async let tolerated = twinRuns.rows(twins, report: report)
        let rows = await matrix.rows(defects, options.prunes ? .proofs : .killers, report: report)
        let varied = await slowMatrix.rows(sample.map(\.defect), .firstKill, report: report)
        let tolerance = await tolerated
        var baseline = try await conformant
        let inapplicable = simulators.inapplicable(over: options.transport)
        baseline.neverPassed.removeAll { inapplicable[$0] != nil }
        // Only if all defects run can a case be reported that kills none.
        let isWhole =
            !options.isConformantOnly && options.defects.isEmpty && options.twins.isEmpty
            && options.selection.requirements.isEmpty
        return SelftestOutcome(
            started: started,
            baseline: baseline,
            rows: rows,
            twins: tolerance,
            idle: isWhole ? matrix.idleCases(rows) : [],
            survivors: simulators.survivors(over: options.transport),
            pruning: options.prunes ? Pruning(rows, library: suites.library, selection: options.selection) : nil,
            variants: options.variants > 0
                ? VariantMatrix(
                    sample,
                    varied,
                    of: variants.count,
                    seed: options.seed,
                    ofAllDefects: isWhole && options.selection == Selection(),
                    simulators
                ) : nil,
            accessories: simulators.accessories.map(\.name)
        )
    }

    private static func entrance(
        _ transport: TransportKind,
        latency: Duration = .zero
    ) -> any SimulatedEntrance {
        transport == .thread ? InProcessThread(latency: latency) : InProcessIP(latency: latency)
    }

    /// The transports over which the accessory is reached beside the one that is tested, for cases about both.
    private static func others(_ transport: TransportKind, latency: Duration = .zero) -> [any SimulatedEntrance] {
        transports.filter { $0 != transport }.map { entrance($0, latency: latency) }
    }

    /// The names that match one of the patterns; without a pattern all of them or none.
    private static func named(
        _ patterns: [String],
        in names: [String],
        all: Bool,
        _ kind: String
    ) throws(SetupError) -> [String] {
        let selections = patterns.map { Selection(patterns: [$0]) }
        for (selection, text) in zip(selections, patterns) where !names.contains(where: selection.selects(instance:)) {
            throw SetupError(.unusable, "no \(kind) matches --\(kind) \(text); `assay suites \(kind)s` lists them")
        }
        if all { return names }
        return names.filter { name in selections.contains { $0.selects(instance: name) } }
    }
}
