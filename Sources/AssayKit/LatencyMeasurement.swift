import HAPController
import HAPModel
package import Latency
import Measurement
import RunRecord
package import Runner

/// A measurement of an accessory: what is measured, and its budgets.
package struct LatencyMeasurement: Sendable {
    package var operations: [MeasuredOperation]
    /// Whether the user named operations.
    private let isNamed: Bool
    package var plan: LoadPlan
    package var characteristics: [String]
    package var budgets: [LatencyBudget]
    /// The folder in which the measurement makes its own folder, with the journal and the reports.
    package var reports: String

    /// - Parameter operations: without any, all that disturb the accessory little, and those that have budgets.
    package init(
        operations: [MeasuredOperation],
        plan: LoadPlan,
        characteristics: [String] = [],
        budgets: [LatencyBudget] = [],
        reports: String
    ) {
        isNamed = !operations.isEmpty
        let wanted = operations.isEmpty ? Self.usual : operations
        let budgeted = budgets.compactMap(\.operation)
        self.operations = MeasuredOperation.allCases.filter { wanted.contains($0) || budgeted.contains($0) }
        self.plan = plan
        self.characteristics = characteristics
        self.budgets = budgets
        self.reports = reports
    }

    /// What is measured if the user names nothing: no identify, which people see and hear, and no pair-setup.
    package static let usual = MeasuredOperation.allCases.filter { $0 != .identify && $0 != .pairSetup }

    /// Checks that the record can be written, before anything is done with the accessory.
    ///
    /// - Throws: ``SetupError`` if it cannot, or if the load does not fit the operations.
    package func check() throws(SetupError) {
        if plan.rate != nil, !operations.isEmpty, !operations.contains(where: \.followsRate) {
            let names = operations.map(\.rawValue).joined(separator: " and ")
            throw SetupError(
                .unusable,
                "--rate has no effect on \(names): between two changes the tester waits for more than a second"
            )
        }
        if plan.sessions > 1, !operations.isEmpty, !operations.contains(where: \.isShared) {
            let names = operations.map(\.rawValue).joined(separator: " and ")
            throw SetupError(.unusable, "--sessions has no effect on \(names): such an operation is measured alone")
        }
        try NamedFolder(path: reports, option: "--reports").checkWritable()
    }

    /// Measures the accessory, restores it, and writes the record.
    ///
    /// - Throws: ``SetupError`` if the accessory has no such characteristic, or if the record cannot be begun.
    package func carryOut(
        on access: AccessoryAccess,
        _ suites: Suites,
        _ settings: RunSettings,
        stop: StopRequest,
        onProgress: @escaping @Sendable (LatencyProgress) -> Void
    ) async throws(SetupError) -> MeasurementOutcome {
        let measuring = access.environment.transport.measuring
        var access = access
        access.environment.transport = measuring.transport
        var request = LatencyRequest(
            operations: operations,
            plan: plan,
            characteristics: characteristics,
            budgets: budgets,
            measuring: measuring
        )
        request.isNamed = isNamed
        let folder = try SetupError.with(.fault) {
            try RunFolder(path: RunName.folder(in: reports, accessory: access.name))
        }
        let journal = access.journal(folder)
        journal.record(
            .header,
            MeasurementHeader.json(request, settings, address: access.environment.transport.destination)
        )
        let overhead = measuring.transport.kind == .ip ? await Calibration.measure() : nil
        if let overhead { journal.record(.measurement, ["tester": overhead.json]) }
        let visit = access.visit(suites, settings, stop: stop, journal: journal)
        let result: (results: [MeasuredSeries], outcome: Visit.Outcome)
        do throws(ManualError) {
            result = try await visit.measure(request, onProgress: onProgress)
        } catch {
            try? folder.delete()
            throw SetupError(error.code == .unknownName ? .unusable : .unjudged, error.description)
        }
        journal.record(.close, Self.end(result.outcome, journal).json)
        return try MeasurementOutcome(
            series: result.results,
            overhead: overhead,
            visit: result.outcome,
            wasStopped: stop.isMade,
            events: journal.events,
            folder: folder
        )
    }

    private static func end(_ visit: Visit.Outcome, _ journal: Journal) -> RunEnd {
        if let failure = journal.failure { return RunEnd(.fault, "the journal cannot be written: \(failure)") }
        if let end = visit.end { return end }
        return visit.left.isEmpty ? .completed : RunEnd(.leftBehind, visit.left.joined(separator: "; "))
    }
}
