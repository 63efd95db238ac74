package import SelfTest

/// A selftest of the likely causes: accessories with several defects at once.
package struct CombinationRun: Sendable {
    private let suites: Suites
    private let simulators: SimulatorLibrary
    private let combinations: [DefectCombination]

    /// - Parameters:
    ///   - count: how many combinations to draw.
    ///   - seed: the same seed draws the same combinations.
    /// - Throws: ``SetupError`` if the simulated accessories cannot be loaded.
    package init(_ suites: Suites, count: Int, seed: UInt64) throws(SetupError) {
        self.suites = suites
        simulators = try suites.simulators()
        combinations = DefectCombination.drawn(count, seed: seed, from: simulators)
    }

    /// Runs everything.
    ///
    /// - Parameter report: called with the name of each combination that is done.
    package func carryOut(report: @escaping @Sendable (String) -> Void = { _ in }) async -> CombinationOutcome {
        let runs = CombinationRuns(library: suites.library, simulators: simulators, entrance: InProcessIP())
        return await runs.carryOut(combinations, report: report)
    }
}
