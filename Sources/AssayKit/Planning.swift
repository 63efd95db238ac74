package import Runner
package import SuiteLanguage

/// Connects to an accessory and plans a run, without running it.
package struct Planning: Sendable {
    private let suites: Suites
    private let options: RunOptions

    package init(_ suites: Suites, _ options: RunOptions) {
        self.suites = suites
        self.options = options
    }

    /// The plan for an accessory, and notes for the user.
    ///
    /// - Parameter stop: ends the visit early.
    /// - Throws: ``SetupError`` if the visit fails.
    package func plan(
        on access: AccessoryAccess,
        stop: StopRequest
    ) async throws(SetupError) -> (plan: Plan, notes: [String]) {
        let settings = access.settings(options)
        // Which cases can run depends on the actions that the profile has commands for.
        var access = access
        access.environment = access.environment(options)
        let comparesTransports = access.environment.transports.count > 1
        let lookout = suites.library.lookout(options.selection, comparesTransports: comparesTransports)
        if lookout != Lookout() { await access.untilAdvertised?() }
        let outcome = await access.visit(suites, settings, stop: stop, lookout: lookout).inspect()
        if let end = outcome.end { throw SetupError(end) }
        let planner = Planner(
            library: suites.library,
            capabilities: outcome.capabilities[0],
            further: Array(outcome.capabilities.dropFirst()),
            seed: settings.seed
        )
        let plan = planner.plan(options.selection, rounds: options.repetitions)
        return (plan, outcome.notes + plan.notes)
    }
}
