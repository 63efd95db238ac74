import Foundation
import HAPController
import Judge
import Latency
import Measurement
import Regression
import RunRecord
import Testing

@testable import Runner

/// Records of a simulated accessory that delays its responses at random, in virtual time, compared with each other.
@Suite("Shifts of measured times")
struct MeasuredShiftTests {
    /// How the responses are late, and the same a tenth later.
    struct Delays: Sendable, CustomTestStringConvertible {
        var name: String
        var old: [String]
        var new: [String]
        var testDescription: String { name }
    }

    static let delays = [
        Delays(name: "uniform", old: ["{between: [22ms, 34ms]}"], new: ["{between: [24.2ms, 37.4ms]}"]),
        Delays(
            name: "with a slow tail",
            old: ["{between: [22ms, 34ms]}", "{tail: 150ms, one-in: 30}"],
            new: ["{between: [24.2ms, 37.4ms]}", "{tail: 165ms, one-in: 30}"]
        ),
    ]

    /// How many pairs of records are compared. All hundred take minutes in a debug build; `.dev/soak` takes them.
    private static let trials = ProcessInfo.processInfo.environment["ASSAY_SOAK"] == nil ? 6 : 100

    /// The record of 200 reads.
    private func record(_ delays: [String], seed: UInt64) throws -> RunSet {
        var meeting = Meeting(
            faults: delays.map { "link: {at: response, do: {delay: \($0)}}, when: {message: read}" },
            past: .kept
        )
        meeting.seed = seed
        let events = try meeting.run { encounter in
            let environment = encounter.environment
            let request = LatencyRequest(
                operations: [.read],
                plan: LoadPlan(count: 200, warmUp: 0),
                measuring: environment.transport.measuring
            )
            let journal = Journal(clock: environment.clock)
            journal.record(.header, MeasurementHeader.json(request, encounter.settings, address: "accessory"))
            let visit = Visit(
                environment: environment,
                settings: encounter.settings,
                catalogue: try SmallSuites.catalogue,
                ledger: nil,
                stop: encounter.stop,
                journal: journal
            )
            _ = try await visit.measure(request) { _ in }
            journal.record(.close, RunEnd.completed.json)
            return journal.events
        }
        let run = ComparedRun(path: "record-\(seed)", events, isDamaged: false, try Rejudgement(events))
        return try #require(RunSet(name: run.path, [run]))
    }

    @Test(
        "A shift of 10 % at 200 reads is found in 95 of 100 comparisons, and equal accessories give at most one alarm",
        arguments: delays
    )
    func power(_ delays: Delays) throws {
        var (found, alarms) = (0, 0)
        for trial in 0..<UInt64(Self.trials) {
            let old = try record(delays.old, seed: 3 * trial + 1)
            let shifted = try RunComparison(old, try record(delays.new, seed: 3 * trial + 2))
            let same = try RunComparison(old, try record(delays.old, seed: 3 * trial + 3))
            #expect(shifted.measured.compared.count == 1 && same.measured.compared.count == 1)
            if shifted.measured.compared.first?.shift.direction == .slower { found += 1 }
            if same.measured.compared.first?.shift.direction != .same { alarms += 1 }
        }
        #expect(found * 100 >= 95 * Self.trials, "\(found) of \(Self.trials) found")
        #expect(alarms * 100 <= Self.trials, "\(alarms) false alarms in \(Self.trials)")
    }

    @Test("The ratio of the medians and its interval hold the true shift")
    func interval() throws {
        let old = try record(Self.delays[0].old, seed: 1)
        let comparison = try RunComparison(old, try record(Self.delays[0].new, seed: 2))
        let shift = try #require(comparison.measured.compared.first?.shift)
        let median = try #require(shift.percentiles.first)
        #expect(median.percentile == .p50 && median.interval?.contains(1.1) == true)
        #expect(shift.percentiles.map(\.percentile) == [.p50, .p90])
        #expect(shift.effect > 0.3)
        #expect(comparison.measured.uncompared.isEmpty)
    }
}
