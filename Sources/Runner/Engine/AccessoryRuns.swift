import SuiteLanguage

/// The context of the instances of a run, for each transport of the accessory, with the database that it shows there.
struct AccessoryRuns {
    private var contexts: [String: RunContext] = [:]
    private let first: RunContext

    init(_ run: RunContext, _ arrival: AccessoryKeeper.Arrival) {
        first = run.with(arrival)
        contexts[run.transport] = first
        for (transport, further) in zip(run.transports.dropFirst(), arrival.further) {
            contexts[transport] = run.over(transport).with(further)
        }
    }

    /// The context of the instance: that of its own transport.
    subscript(instance: Instance) -> RunContext { contexts[instance.transport] ?? first }
}
