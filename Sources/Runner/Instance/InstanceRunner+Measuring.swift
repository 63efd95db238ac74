import HAPController
import HAPModel
import Latency
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension InstanceRunner {
    /// Measures an operation on connections of its own, and records all times.
    ///
    /// - Parameter path: the path of the step.
    func measure(_ arguments: MeasureArguments, at path: String) async -> Observation {
        let operation = arguments.operation
        let measuring = run.environment.transport.measuring
        let found = run.database.found(run.catalogue)
        let lab = Lab(
            keeper: keeper,
            run: run.measured(over: measuring.transport, patience: arguments.patience(run.settings.answerWithin)),
            request: LatencyRequest(operations: [operation], plan: arguments.plan, measuring: measuring),
            pairing: run.controllers.pairing("alice"),
            targets: LabTargets(
                found,
                chosen: found.filter { arguments.characteristics.contains($0.id) },
                capabilities: Capabilities(
                    run.database,
                    advertised: nil,
                    catalogue: run.catalogue,
                    settings: run.settings,
                    environment: run.environment
                )
            ),
            instance: instance.name,
            onProgress: { _ in }
        )
        await record(overheadOver: measuring.transport.kind)
        var measured: [MeasuredSeries] = []
        do throws(Lab.Impossible) {
            measured = try await lab.measure(operation)
        } catch {
            return .notDone("\(operation.rawValue) cannot be measured: \(error.reason)")
        }
        for index in measured.indices {
            measured[index].budgets = budgets(of: measured[index], arguments)
        }
        var evidence: [UInt64] = []
        for series in measured {
            evidence.append(run.journal.record(.measurement, instance: instance.name, step: path, series.json))
        }
        let ending = measured.first { $0.failure != nil }
        if let ending, !ending.endsInSilence {
            let count = ending.samples.count
            return .notDone("\(ending.name) ended after \(Spoken.count(count, "time")): \(ending.failure ?? "")")
        }
        if let failed = measured.compactMap(\.failed).first {
            let operations = Spoken.count(failed.count, "\(operation.rawValue) operation")
            return .notDone("\(operations) came to nothing, the first one with: \(failed.first)")
        }
        guard measured.contains(where: { $0.summary != nil }) else {
            return .notDone("\(operation.rawValue) was not done once in the time of the step")
        }
        return .measurement(MeasurementObservation(operation, measured, evidence: evidence))
    }

    /// The limits of the step, and those of the profile for percentiles that so many times have.
    private func budgets(of series: MeasuredSeries, _ arguments: MeasureArguments) -> [LatencyBudget] {
        let ofProfile = run.settings.budgets.filter { $0.percentile.fewest <= series.samples.count }
        return (arguments.budgets + ofProfile).filter { $0.series == series.name }
    }

    /// Records once in a run what the tester itself adds to each time.
    private func record(overheadOver kind: TransportKind) async {
        guard let overhead = await run.environment.overhead?.measured() else { return }
        run.journal.record(.measurement, ["tester": overhead.json])
    }
}
