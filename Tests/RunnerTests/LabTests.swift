import HAPController
import HAPModel
import Latency
import Measurement
import Synchronization
import Testing

@testable import Runner

/// Measurements of a simulated accessory in virtual time: what it delays is found exactly.
@Suite("Measuring an accessory")
struct LabTests {
    /// Measures a lightbulb that the tester is paired with.
    private func measure(
        _ operations: [MeasuredOperation],
        _ plan: LoadPlan,
        faults: [String] = [],
        past: Meeting.Past = .kept,
        stopAfter: Int = .max
    ) throws -> (series: [String: MeasuredSeries], skipped: [String: String], before: [JSON?], after: [JSON?]) {
        try Meeting(faults: faults, past: past).run { encounter in
            let skipped = Notes()
            let visit = Visit(
                environment: encounter.environment,
                settings: encounter.settings,
                catalogue: try SmallSuites.catalogue,
                ledger: nil,
                stop: encounter.stop
            )
            let ids = ["1.51", "1.52", "1.53"]
            let before = ids.map(encounter.value)
            let measuring = encounter.environment.transport.measuring
            let request = LatencyRequest(operations: operations, plan: plan, measuring: measuring)
            let (results, _) = try await visit.measure(request) { progress in
                if case .skipped(let operation, let reason) = progress { skipped.add(operation.rawValue, reason) }
                if case .sample = progress, skipped.count() >= stopAfter { encounter.stop.make() }
            }
            return (
                Dictionary(uniqueKeysWithValues: results.map { ($0.name, $0) }), skipped.notes, before,
                ids.map(encounter.value)
            )
        }
    }

    private final class Notes: Sendable {
        private let state = Mutex<(notes: [String: String], count: Int)>(([:], 0))
        var notes: [String: String] { state.withLock { $0.notes } }
        func add(_ key: String, _ note: String) { state.withLock { $0.notes[key] = note } }
        func count() -> Int {
            state.withLock { state in
                state.count += 1
                return state.count
            }
        }
    }

    private static let delayedReads = "effect: {of: response.send, do: {delay: 40ms}}, when: {message: read}"

    @Test("Every operation is measured, and the values are as before")
    func everything() throws {
        let measured = try measure(
            MeasuredOperation.allCases.filter { $0 != .writeResponse },
            LoadPlan(count: 4, warmUp: 1),
            past: .unpaired
        )
        let names = MeasuredOperation.allCases.filter { $0 != .writeResponse }.flatMap(\.series)
        #expect(Set(measured.series.keys) == Set(names))
        for (name, series) in measured.series {
            #expect(series.samples.count == 4, "\(name)")
            #expect(series.failure == nil, "\(name): \(series.failure ?? "")")
        }
        #expect(measured.before == measured.after)
        #expect(measured.skipped == [:])
    }

    @Test("An M1 that is sent again because B began with a zero byte does not count")
    func leadingZero() throws {
        // One B in 256 begins with a zero byte; among these there is at least one.
        let measured = try measure([.pairSetup], LoadPlan(count: 300, warmUp: 0), past: .unpaired)
        #expect(
            measured.series.mapValues(\.samples.count) == [
                "pair-setup.m1": 300, "pair-setup.m3": 300, "pair-setup.m5": 300,
            ]
        )
    }

    @Test("A fixed delay is found exactly, and only where it is")
    func fixed() throws {
        let measured = try measure([.read, .write], LoadPlan(count: 50, warmUp: 0), faults: [Self.delayedReads])
        let (read, write) = (
            try #require(measured.series["read"]?.summary), try #require(measured.series["write"]?.summary)
        )
        for percentile in Percentile.allCases {
            #expect(read[percentile].value == .milliseconds(40))
            #expect(write[percentile].value == .zero)
        }
    }

    @Test("A delay in the second session alone shows in its line alone")
    func secondSession() throws {
        let fault = "effect: {of: response.send, do: {delay: 40ms}}, when: {message: read, session: newest}"
        let measured = try measure([.read], LoadPlan(count: 20, sessions: 2, warmUp: 0), faults: [fault])
        let sessions = try #require(measured.series["read"]).sessions
        #expect(sessions.map { $0[.max].value } == [.zero, .milliseconds(40)])
    }

    @Test("A delay that begins with the uptime is a slow tail with its exact share")
    func uptime() throws {
        let fault = "effect: {of: response.send, do: {delay: 250ms}}, when: {message: read, after: {requests: 100}}"
        let measured = try measure([.read], LoadPlan(count: 200, warmUp: 0), faults: [fault])
        let samples = try #require(measured.series["read"]).samples
        let slow = samples.count { $0.service == .milliseconds(250) }
        #expect(slow > 90 && slow < 110)
        #expect(samples.count { $0.service == .zero } == 200 - slow)
        #expect(samples.suffix(slow).allSatisfy { $0.service == .milliseconds(250) })
    }

    @Test("With a rate, the time counts from when the request was due")
    func rate() throws {
        // Reads are due every 10 ms and take 40 ms, so each waits 30 ms longer than the one before.
        let measured = try measure([.read], LoadPlan(count: 5, rate: 100, warmUp: 0), faults: [Self.delayedReads])
        let samples = try #require(measured.series["read"]).samples
        #expect(samples.map(\.service) == [Duration](repeating: .milliseconds(40), count: 5))
        #expect(samples.map(\.response) == [40, 70, 100, 130, 160].map { .milliseconds($0) })
    }

    @Test("No answer, and an end of the connection, end an operation with a clear message")
    func hostile() throws {
        let silent = try measure(
            [.read],
            LoadPlan(count: 5, warmUp: 0),
            faults: ["effect: {of: response.send, do: omit}, when: {message: read}"]
        )
        let read = try #require(silent.series["read"])
        // Each missing answer counts with the time that the tester waited, and the third one in a row ends the operation.
        #expect(read.samples.map(\.response) == [.seconds(10), .seconds(10), .seconds(10)])
        #expect(read.unanswered == 3)
        #expect(read.failure == "no response within 10 s", "\(read.failure ?? "")")
        let closing = try measure(
            [.read],
            LoadPlan(count: 5, warmUp: 0),
            faults: ["link: {at: response, do: reset}, when: {message: read}"]
        )
        #expect(closing.series["read"]?.failure?.contains("reset") == true, "\(closing.series)")
    }

    @Test("A kept pairing is not removed for pair-setup, and the reason is told")
    func keptPairing() throws {
        let measured = try measure([.pairSetup, .connect], LoadPlan(count: 2, warmUp: 0))
        #expect(Set(measured.series.keys) == ["connect"])
        #expect(measured.skipped["pair-setup"]?.hasPrefix("a pairing is kept") == true)
    }

    @Test("A stop ends the measurement with the times so far, and restores the value that events change")
    func stopped() throws {
        let measured = try measure([.event], LoadPlan(count: 50, warmUp: 0), stopAfter: 3)
        #expect(measured.series["event"]?.samples.count == 3)
        #expect(measured.before == measured.after)
    }
}
