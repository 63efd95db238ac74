import AssayKit
import SuiteLanguage

/// Plans a run on the accessory that the options name, for the commands that do not run it.
struct PlannedVisit {
    let accessory: AccessoryOptions
    let options: RunOptions

    /// Connects to the accessory and plans a run. Notes for the user go to standard error.
    func plan(_ suites: Suites) async throws -> Plan {
        let options = options
        _ = try suites.cases(options.selection)
        return try await accessory.withAccess(suites) { access in
            let planning = Planning(suites, options)
            let (plan, notes) = try await Interruption.stops { try await planning.plan(on: access, stop: $0) }
            for note in notes { Terminal.complain(note) }
            return plan
        }
    }
}
