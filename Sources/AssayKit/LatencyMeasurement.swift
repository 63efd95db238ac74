import HAPController
package import HAPModel
package import Latency
package import Reporting
package import RunRecord
package import Runner
import Synchronization

/// A measurement of an accessory: what is measured, its budgets, and what it came to.
package struct LatencyMeasurement: Sendable {
    package var operations: [MeasuredOperation]
    package var plan: LoadPlan
    package var characteristics: [String]
    package var budgets: [LatencyBudget]

    /// - Parameter operations: without any, all that disturb the accessory little, and those that have budgets.
    package init(
        operations: [MeasuredOperation],
        plan: LoadPlan,
        characteristics: [String] = [],
        budgets: [LatencyBudget] = []
    ) {
        let wanted = operations.isEmpty ? Self.usual : operations
        let budgeted = budgets.compactMap(\.operation)
        self.operations = MeasuredOperation.allCases.filter { wanted.contains($0) || budgeted.contains($0) }
        self.plan = plan
        self.characteristics = characteristics
        self.budgets = budgets
    }

    /// What is measured if the user names nothing: no identify, which people see and hear, and no pair-setup.
    package static let usual = MeasuredOperation.allCases.filter { $0 != .identify && $0 != .pairSetup }

    /// What a measurement came to.
    package struct Outcome: Sendable {
        package var series: [MeasuredSeries]
        package var budgets: [BudgetVerdict]
        package var overhead: TesterOverhead?
        package var visit: Visit.Outcome
        package var wasStopped: Bool
        /// Which accessory it was, as far as it told.
        package var accessory: AccessoryRecord?
        /// The accessory's name for people.
        package var name: String
        /// The start by the clock of the tester.
        package var started: String

        /// 1 if a budget is violated, 5 if an operation ended early or a budget could not be judged.
        package var status: ExitStatus {
            if budgets.contains(where: { $0.outcome == .failed }) { return .broken }
            let isJudged = budgets.allSatisfy { $0.outcome != .unmeasured }
            return isWhole && isJudged && visit.left.isEmpty ? .conformant : .unjudged
        }

        /// Whether everything was measured.
        package var isWhole: Bool { series.allSatisfy { $0.failure == nil } && !wasStopped && !series.isEmpty }

        /// Everything that was measured; times in nanoseconds.
        package var json: JSON {
            [
                "unit": "ns", "series": .array(series.map(\.json)), "budgets": .array(budgets.map(\.json)),
                "tester": overhead?.json ?? .null, "exit-status": JSON(status.rawValue),
            ]
        }
    }

    /// Measures the accessory, and restores it.
    ///
    /// - Throws: ``SetupError`` if the accessory has no such characteristic.
    package func carryOut(
        on access: AccessoryAccess,
        _ suites: Suites,
        _ settings: RunSettings,
        stop: StopRequest,
        onProgress: @escaping @Sendable (LatencyProgress) -> Void
    ) async throws(SetupError) -> Outcome {
        let measuring = access.environment.transport.measuring
        var access = access
        access.environment.transport = measuring.transport
        let request = LatencyRequest(
            operations: operations,
            plan: plan,
            characteristics: characteristics,
            measuring: measuring
        )
        let overhead = measuring.transport.kind == .ip ? await Calibration.measure() : nil
        let seen = Mutex<AccessoryRecord?>(nil)
        let visit = access.visit(suites, settings, stop: stop) { event in
            if event.kind == .accessory { seen.withLock { $0 = AccessoryRecord(event.body) } }
        }
        let result: (results: [MeasuredSeries], outcome: Visit.Outcome)
        do throws(ManualError) {
            result = try await visit.measure(request, onProgress: onProgress)
        } catch {
            throw SetupError(error.code == .unknownName ? .unusable : .unjudged, error.description)
        }
        return Outcome(
            series: result.results,
            budgets: budgets.map { budget in
                BudgetVerdict(budget, result.results.first { $0.name == budget.series }?.summary)
            },
            overhead: overhead,
            visit: result.outcome,
            wasStopped: stop.isMade,
            accessory: seen.withLock { $0 },
            name: access.name,
            started: settings.started
        )
    }
}
