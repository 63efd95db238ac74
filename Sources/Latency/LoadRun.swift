package import Measurement
import Synchronization

/// Carries out one operation again and again, as a plan says, and keeps the times.
package struct LoadRun: Sendable {
    private final class Results: Sendable {
        struct State {
            var series: [String: [LatencySample]] = [:]
            var failure: LoadFailure?
            var failed: FailedOperations?
            var unanswered = 0
            var done = 0
            var isStopped = false
            var unsent = 0
        }

        let state = Mutex(State())
    }

    private let operation: MeasuredOperation
    private let plan: LoadPlan
    private let clock: MonotonicClock
    private let isStopped: @Sendable () -> Bool
    private let wait: @Sendable (Moment) async -> Void
    private let onSample: @Sendable (LatencySample, String) -> Void

    /// - Parameters:
    ///   - isStopped: whether the user has ended the measurement.
    ///   - wait: waits until a moment; a stop cuts it short.
    ///   - onSample: gets each time that counts, with the name of its series.
    package init(
        _ operation: MeasuredOperation,
        _ plan: LoadPlan,
        clock: MonotonicClock,
        isStopped: @escaping @Sendable () -> Bool,
        wait: @escaping @Sendable (Moment) async -> Void,
        onSample: @escaping @Sendable (LatencySample, String) -> Void = { _, _ in }
    ) {
        self.operation = operation
        self.plan = plan
        self.clock = clock
        self.isStopped = isStopped
        self.wait = wait
        self.onSample = onSample
    }

    /// The times by series, each in the order of sending, and why the measurement ended early.
    package struct Result: Sendable {
        package var series: [String: [LatencySample]]
        /// What the accessory did instead of the operation; `nil` if it did all of them.
        package var failure: LoadFailure?
        package var wasStopped: Bool
        /// What the accessory did not do, although it went on; `nil` if it did all.
        package var failed: FailedOperations?
        /// How many of the times are those of answers that did not come.
        package var unanswered: Int
        /// How many were due before the time was over, and were not sent because the accessory was still busy with earlier ones.
        package var unsent: Int
    }

    /// How many operations in a row may come to nothing in a session before the measurement ends: the others would, too.
    private static let endurance = 3
    /// How many answers may be missing in all: the tester waits for each of them.
    private static let patience = 5
    /// How many operations may come to nothing while as many or fewer are done.
    private static let tolerance = 10

    /// Carries it out in all sessions at the same time.
    ///
    /// - Parameter sessions: what each of them does for one operation; the results of the warm-up are dropped.
    package func carryOut(_ sessions: [@Sendable () async -> LoadAttempt]) async -> Result {
        let results = Results()
        let begin = clock.now
        let warmUp = plan.warmUp(of: operation)
        let total = plan.count(of: operation) + warmUp
        await withDiscardingTaskGroup { group in
            for (number, attempt) in sessions.enumerated() {
                group.addTask {
                    var row: [LoadFailure] = []
                    // The operations are dealt to the sessions in turn.
                    for turn in stride(from: number, to: total, by: sessions.count) {
                        let due = plan.rate.map {
                            begin.advanced(by: .nanoseconds(Int64((Double(turn) / $0 * 1e9).rounded())))
                        }
                        guard await isGoing(results, begin, due) else {
                            count(&row, in: results)
                            countUnsent(from: turn, by: sessions.count, total, begin, in: results)
                            return
                        }
                        switch await attempt() {
                        case .stopped: results.state.withLock { $0.isStopped = true }
                        case .failed(let reason): row.append(.refused(reason))
                        case .unanswered(let parts, let reason):
                            keep(parts, session: number, due: due, in: results)
                            row.append(.silent(reason))
                            results.state.withLock { $0.unanswered += 1 }
                        case .done(let parts):
                            if turn > warmUp { count(&row, in: results) } else { row = [] }
                            results.state.withLock { $0.done += 1 }
                            if turn >= warmUp { keep(parts, session: number, due: due, in: results) }
                        }
                        if let last = row.last, endsMeasurement(row, in: results) {
                            results.state.withLock { $0.failure = $0.failure ?? last }
                            return
                        }
                    }
                    count(&row, in: results)
                }
            }
        }
        return results.state.withLock { state in
            let series = state.series.mapValues { $0.sorted { $0.sent < $1.sent } }
            let unsent = state.failure == nil && !state.isStopped ? state.unsent : 0
            // Fewer operations than those that end it, and none of them was done.
            if series.isEmpty, let failed = state.failed { state.failure = state.failure ?? .refused(failed.first) }
            return Result(
                series: series,
                failure: state.failure,
                wasStopped: state.isStopped,
                failed: state.failed,
                unanswered: state.unanswered,
                unsent: unsent
            )
        }
    }

    /// Whether no more is to be expected after operations that came to nothing.
    private func endsMeasurement(_ row: [LoadFailure], in results: Results) -> Bool {
        row.count >= Self.endurance || operation.endsAtRefusal
            || results.state.withLock { state in
                let failed = (state.failed?.count ?? 0) + row.count
                return state.unanswered >= Self.patience || failed >= Self.tolerance && failed >= state.done
            }
    }

    /// Counts the operations that came to nothing in a row, after which the accessory went on.
    private func count(_ row: inout [LoadFailure], in results: Results) {
        let reasons = row.filter { !$0.isSilence }.map(\.words)
        row = []
        guard let first = reasons.first else { return }
        results.state.withLock { state in
            state.failed = FailedOperations(
                count: (state.failed?.count ?? 0) + reasons.count,
                first: state.failed?.first ?? first
            )
        }
    }

    /// Counts what a session has not sent although it was due before the end.
    private func countUnsent(from turn: Int, by step: Int, _ total: Int, _ begin: Moment, in results: Results) {
        guard let rate = plan.rate, let duration = plan.duration, clock.now >= begin.advanced(by: duration) else {
            return
        }
        let seconds = Double(duration.wholeNanoseconds) / 1e9
        let missed = stride(from: turn, to: total, by: step).prefix { Double($0) / rate < seconds }.count
        results.state.withLock { $0.unsent += missed }
    }

    /// Waits until the operation is due.
    ///
    /// - Returns: whether it is still to be done.
    private func isGoing(_ results: Results, _ begin: Moment, _ due: Moment?) async -> Bool {
        let end = plan.duration.map { begin.advanced(by: $0) }
        if let due, due > clock.now { await wait(min(due, end ?? due)) }
        if isStopped() { results.state.withLock { $0.isStopped = true } }
        if let end, clock.now >= end { return false }
        return results.state.withLock { $0.failure == nil && !$0.isStopped }
    }

    private func keep(
        _ parts: [LoadAttempt.Part],
        session: Int,
        due: Moment?,
        in results: Results
    ) {
        for (number, part) in parts.enumerated() {
            let sample = LatencySample(
                session: session,
                sent: part.sent,
                answered: part.answered,
                // Only the first message of a procedure is due; the others follow its response.
                due: number == 0 ? due : nil,
                origin: part.origin,
                // A request that is late also waits for the relay's part of those before it, and beside other sessions the last
                // ping is not known to be its own.
                relay: plan.rate == nil && plan.sessions == 1 ? part.relay : nil
            )
            results.state.withLock { $0.series[part.series, default: []].append(sample) }
            onSample(sample, part.series)
        }
    }
}
