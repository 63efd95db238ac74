package import HAPModel
package import Measurement

/// The times of one operation as a record holds them: what `MeasuredSeries` wrote.
package struct RecordedSeries: Sendable {
    /// The name: `read`, `pair-setup.m1`.
    package let name: String
    /// The instance that measured it; `nil` if no case did.
    package let instance: String?
    package let transport: String
    /// What was read or written: `lightbulb.on`; `nil` if it concerns no characteristic.
    package let target: String?
    package let count: Int
    package let sessions: Int
    package let rate: Double?
    /// Where the moments come from: `kernel`, `socket` or `mixed`.
    package let stamps: String
    /// Where most of the moments come from: `kernel` or `socket`.
    package let usualStamps: String
    /// The network's own round trip; `nil` if it is not known.
    package let network: Duration?
    /// How the network's round trip was measured; `nil` if it was not.
    package let networkMethod: String?
    /// Whether a relay was between the tester and the accessory.
    package let isOverRelay: Bool
    /// The round trip between the tester and the relay; `nil` if it is not known.
    package let relay: Duration?
    /// Whether the times contain the way to a relay, so that a long time may be the relay's.
    package let containsRelay: Bool
    /// Why the measurement ended early; `nil` if it did not.
    package let failure: String?
    /// What the accessory did not do, among the operations that it did; `nil` if it did all.
    package let failed: FailedOperations?
    /// How many of the times are those of answers that did not come; `nil` for none.
    package let unanswered: Int64?
    /// How many operations were due before the end of the measurement and were not sent; `nil` for none.
    package let unsent: Int64?
    /// What a plain echo took on the tester's machine just before and after; `nil` if it was not measured.
    package let echo: MachineEcho?
    package let limits: [LatencyBudget]
    /// The times, in the order of sending; 10,000 of them at most, spread over the measurement.
    package let times: [Duration]
    package let histogram: LatencyHistogram
    /// The figures: with a rate from the due times on, otherwise from sending on; `nil` if the record does not have them.
    package let summary: LatencySummary?
    /// The figures from sending on; `nil` without a rate, because ``summary`` has them.
    package let service: LatencySummary?
    /// The figures of each session, if there are several.
    package let bySession: [LatencySummary]

    /// - Parameters:
    ///   - body: the body of an event `measurement`.
    ///   - instance: the instance of the event.
    /// - Returns: `nil` if it holds no times.
    package init?(_ body: JSON, instance: String? = nil) {
        guard let name = body["series"]?.stringValue, let count = body["count"]?.int64Value, count > 0 else {
            return nil
        }
        self.name = name
        self.instance = instance
        self.count = Int(clamping: count)
        transport = body["transport"]?.stringValue ?? ""
        target = body["target"]?.stringValue
        sessions = Int(clamping: body["sessions"]?.int64Value ?? 1)
        rate = body["rate"]?.doubleValue
        let stamps = body["stamps"]?.stringValue ?? ""
        self.stamps = stamps
        let socketStamps = body["socket-stamps"]?.int64Value ?? 0
        usualStamps = stamps != "mixed" ? stamps : socketStamps * 2 > count ? "socket" : "kernel"
        network = ["before", "after"].compactMap { body["network"]?[$0] }
            .compactMap { trip in Self.time(trip["least"]) ?? Self.time(trip["usual"]) }.min()
        networkMethod = ["after", "before"].compactMap { body["network"]?[$0]?["method"]?.stringValue }.first
        isOverRelay = body["over-relay"]?.boolValue == true
        let subtracted = Self.time(body["relay-ns"])
        relay = subtracted ?? ["before", "after"].compactMap { Self.time(body["network"]?[$0]?["relay"]) }.min()
        containsRelay = isOverRelay && subtracted == nil
        failure = body["failure"]?.stringValue
        failed = FailedOperations(json: body["failed"])
        unanswered = body["unanswered"]?.int64Value
        unsent = body["unsent"]?.int64Value
        echo = MachineEcho(json: body["echo"])
        limits = (body["budgets"]?.arrayValue ?? []).compactMap { LatencyBudget(json: $0, series: name) }
        times = (body["samples"]?.arrayValue ?? []).compactMap { Self.time($0) }
        var histogram = LatencyHistogram()
        for bucket in body["histogram"]?.arrayValue ?? [] {
            guard let value = Self.time(bucket[0]), let count = bucket[1]?.int64Value else { continue }
            for _ in 0..<min(count, 1_000_000) { histogram.record(value) }
        }
        self.histogram = histogram
        summary = LatencySummary(json: body)
        service = body["service"].flatMap { LatencySummary(json: $0) }
        bySession = (body["by-session"]?.arrayValue ?? []).compactMap { LatencySummary(json: $0) }
    }

    /// A percentile; `nil` if the record does not have it.
    package subscript(percentile: Percentile) -> LatencySummary.Figure? { summary?[percentile] }

    /// How operations with such a rate follow each other: `20 a second`, or `one after the other`.
    package static func pace(_ rate: Double?) -> String {
        guard let rate else { return "one after the other" }
        return "\(rate == rate.rounded() ? "\(Int(rate))" : "\(rate)") a second"
    }

    /// Whether a time is that of one message and its answer, so that without the network it is the accessory's own.
    package var isAccessorysAlone: Bool { MeasuredOperation(series: name)?.isOneExchange ?? true }

    /// The median time without the network and a relay, so the accessory's alone; `nil` if their part is not known, or is not shorter
    /// than the whole.
    package var ownTime: Duration? {
        guard isAccessorysAlone else { return nil }
        // With a rate, the summary also has the time for which a request waited for the tester or for earlier answers.
        guard !containsRelay, let network, let median = (service ?? summary)?[.p50].value else { return nil }
        let own = median - network
        return own > .zero ? own : nil
    }

    /// The limits beside the figures.
    package var budgets: [BudgetVerdict] {
        limits.map { verdict(on: $0) }
    }

    /// Whether the series meets a limit.
    package func verdict(on limit: LatencyBudget) -> BudgetVerdict {
        BudgetVerdict(
            limit,
            self[limit.percentile],
            count: count,
            failed: failed?.count ?? 0,
            containsRelay: containsRelay,
            endedEarly: failure != nil,
            leftOut: Int(clamping: unsent ?? 0)
        )
    }

    /// The figures without the times, in nanoseconds.
    package var json: JSON {
        var object: JSONObject = [
            "operation": .string(name), "transport": .string(transport), "count": JSON(count),
            "sessions": JSON(sessions), "stamps": .string(stamps),
        ]
        if let instance { object["instance"] = .string(instance) }
        if let target { object["target"] = .string(target) }
        if let rate { object["rate"] = JSON(floatLiteral: rate) }
        if let network { object["network"] = JSON(network.wholeNanoseconds) }
        if isOverRelay {
            object["relay"] = relay.map { JSON($0.wholeNanoseconds) } ?? .null
            object["relay-subtracted"] = .bool(!containsRelay)
        }
        if let failure { object["ended"] = .string(failure) }
        if let failed { object["failed"] = failed.json }
        if let unanswered { object["unanswered"] = JSON(unanswered) }
        for (percentile, figure) in Percentile.allCases.compactMap({ one in self[one].map { (one, $0) } }) {
            object[percentile.rawValue] = JSON(figure.value.wholeNanoseconds)
            guard percentile != .max else { continue }
            object["\(percentile.rawValue)-interval"] = [Self.json(figure.low), Self.json(figure.high)]
        }
        if !limits.isEmpty {
            object["budgets"] = .array(
                budgets.map { verdict in
                    [
                        "percentile": .string(verdict.budget.percentile.rawValue),
                        "limit": JSON(verdict.budget.limit.wholeNanoseconds), "outcome": .string(verdict.fact),
                    ]
                }
            )
        }
        return .object(object)
    }

    /// A time in nanoseconds, as records hold it; null for none.
    static func json(_ time: Duration?) -> JSON { time.map { JSON($0.wholeNanoseconds) } ?? .null }

    /// The time of ``json(_:)``; integers above 2^53 are strings.
    static func time(_ value: JSON?) -> Duration? {
        (value?.int64Value ?? value?.stringValue.flatMap { Int64($0) }).map { .nanoseconds($0) }
    }
}
