package import HAPController
package import HAPModel
import Links
package import Measurement

/// The times of one operation, or of one message of it, and how they were measured.
package struct MeasuredSeries: Sendable {
    /// The name in results and budgets: `read`, `pair-setup.m1`.
    package let name: String
    package let samples: [LatencySample]
    package let plan: LoadPlan
    package let warmUp: Int
    /// The transport: `ip`, `thread`.
    package let transport: String
    /// What was read or written: `lightbulb.on`; `nil` if it concerns no characteristic.
    package let target: String?
    /// The network's own round trip before and after; `nil` if the transport does not know it.
    package let before: RoundTrip?
    package let after: RoundTrip?
    /// Whether a relay is between the tester and the accessory.
    package let isOverRelay: Bool
    /// What the accessory did instead; `nil` if it did all of them.
    package let failure: String?
    /// Whether an answer that did not come in time ended the measurement; its time is among the samples.
    package let endsInSilence: Bool
    /// What the accessory did not do, among the operations that it did; `nil` if it did all.
    package let failed: FailedOperations?
    /// How many of the times are those of answers that did not come.
    package let unanswered: Int
    /// How many operations were due before the end of the measurement and were not sent.
    package let unsent: Int
    /// What a plain echo took on the tester's machine just before and after, on average; `nil` if it was not measured.
    package let echo: MachineEcho?
    /// The limits of the step that measured it, and of the profile.
    package var budgets: [LatencyBudget] = []
    /// The figures: with a rate from the due times on, otherwise from sending on; `nil` without any sample.
    package let summary: LatencySummary?
    /// The figures from sending on; `nil` without a rate, because ``summary`` has them.
    package let service: LatencySummary?
    /// The figures of each session, if there are several.
    package let sessions: [LatencySummary]

    package init(
        name: String,
        samples: [LatencySample],
        plan: LoadPlan,
        warmUp: Int,
        transport: String,
        target: String?,
        before: RoundTrip? = nil,
        after: RoundTrip? = nil,
        isOverRelay: Bool = false,
        failure: LoadFailure? = nil,
        failed: FailedOperations? = nil,
        unanswered: Int = 0,
        unsent: Int = 0,
        echo: MachineEcho? = nil
    ) {
        self.name = name
        let isRelayKnown = samples.allSatisfy { $0.relay != nil }
        // All times are of one kind: with the relay's part or without it.
        let samples = isRelayKnown ? samples : samples.map(\.withRelay)
        self.samples = samples
        self.plan = plan
        self.warmUp = warmUp
        self.transport = transport
        self.target = target
        self.before = before
        self.after = after
        self.isOverRelay = isOverRelay
        self.failure = failure?.words
        self.failed = failed
        self.unanswered = unanswered
        self.unsent = unsent
        self.echo = echo
        endsInSilence = failure?.isSilence ?? false
        summary = LatencySummary(samples.map(\.response))
        service = plan.rate.flatMap { _ in LatencySummary(samples.map(\.service)) }
        let bySession = Dictionary(grouping: samples, by: \.session)
        sessions =
            bySession.count < 2
            ? [] : bySession.sorted { $0.key < $1.key }.compactMap { LatencySummary($0.value.map(\.response)) }
    }

    /// The origin of the moments: `kernel`, `socket`, or `mixed`.
    package var origin: String {
        let origins = Set(samples.map(\.origin))
        return origins.count == 1 ? origins.first?.rawValue ?? "socket" : origins.isEmpty ? "none" : "mixed"
    }

    /// The shortest round trip of the network that was seen; `nil` if it is not known.
    package var network: Duration? {
        [before, after].compactMap { $0 }.map { $0.least ?? $0.usual }.min()
    }

    /// The median round trip of the relay that was subtracted from the times; `nil` if none was.
    package var relay: Duration? { LatencySummary(samples.compactMap(\.relay))?[.p50].value }

    /// Whether the times contain the way to a relay, which is not known.
    package var containsRelay: Bool { isOverRelay && relay == nil }

    /// How many samples a record holds; the figures are of all of them.
    package static let recordedSamples = 10_000

    /// The figures and samples, with times in nanoseconds, for records and other programs.
    package var json: JSON {
        var object: JSONObject = [
            "series": .string(name), "transport": .string(transport), "target": target.map { .string($0) } ?? .null,
            "count": JSON(samples.count), "warm-up": JSON(warmUp), "sessions": JSON(plan.sessions),
            "rate": plan.rate.map { JSON(floatLiteral: $0) } ?? .null, "stamps": .string(origin),
            "socket-stamps": JSON(samples.count { $0.origin == .socket }),
            "network": ["before": Self.json(before), "after": Self.json(after)],
            "failure": failure.map { .string($0) } ?? .null,
        ]
        if let failed { object["failed"] = failed.json }
        if unanswered > 0 { object["unanswered"] = JSON(unanswered) }
        if unsent > 0 { object["unsent"] = JSON(unsent) }
        if let echo { object["echo"] = echo.json }
        if isOverRelay { object["over-relay"] = true }
        if let relay { object["relay-ns"] = JSON(relay.wholeNanoseconds) }
        if !budgets.isEmpty { object["budgets"] = .array(budgets.map(\.json)) }
        for figure in summary?.json.members ?? [] { object[figure.key] = figure.value }
        if let service { object["service"] = .object(service.json) }
        if !sessions.isEmpty { object["by-session"] = .array(sessions.map { .object($0.json) }) }
        object["samples"] = .array(recorded.map { JSON($0.response.wholeNanoseconds) })
        object["histogram"] = .array(
            LatencyHistogram(samples.map(\.response)).buckets.map { [JSON($0.nanoseconds), JSON($0.count)] }
        )
        return .object(object)
    }

    /// The samples for a record. If there are too many, of each session as many, spread over the whole measurement with the first and
    /// the last one: so neither times that grow get lost, nor a slow session, nor an answer that did not come.
    private var recorded: [LatencySample] {
        guard samples.count > Self.recordedSamples else { return samples }
        let sessions = Dictionary(grouping: samples, by: \.session).values
        let share = max(2, Self.recordedSamples / sessions.count)
        return sessions.flatMap { one in
            one.count <= share ? one : (0..<share).map { one[$0 * (one.count - 1) / (share - 1)] }
        }.sorted { $0.sent < $1.sent }
    }

    private static func json(_ trip: RoundTrip?) -> JSON {
        guard let trip else { return .null }
        return [
            "method": .string(trip.method), "usual": JSON(trip.usual.wholeNanoseconds),
            "least": trip.least.map { JSON($0.wholeNanoseconds) } ?? .null,
            "resent": trip.resent.map { JSON($0) } ?? .null,
            "relay": trip.relay.map { JSON($0.wholeNanoseconds) } ?? .null,
        ]
    }
}

extension LatencySample {
    /// The same with the relay's part in its times.
    fileprivate var withRelay: LatencySample {
        var sample = self
        sample.relay = nil
        return sample
    }
}
