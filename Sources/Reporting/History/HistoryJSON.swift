import HAPModel
import History
import Measurement

/// What a history has, for programs. The keys are stable while `schema` is 1; new ones may be added. Times are nanoseconds.
///
/// `list` has `runs`. The documents about one product have `product`, the number of its `runs`, and one of these:
///
/// | key | meaning |
/// |---|---|
/// | `series` | `name`, `unit` (`nanoseconds`, `count`), `points` with `run`, `started` and `value`, `levels` between the changes with the `first` and the `last` run and the `median`, and `changes` |
/// | `changes` | `series`, `unit` (also `verdict`), `trend` (`worse`, `better`, `other`), the number of the run `before`, the run with which it `start`s, `old` and `new` with the number of `runs` and the `median`, `ratio` of the medians, `effect`, `p`, and what changed `with` that run |
/// | `flaky` | `instance`, `firmware`, `suites`, `flips`, `outcomes` with their numbers, the number of different `failures`, and the `verdicts` in the order of the runs |
enum HistoryJSON {
    static func run(_ kept: KeptRun, withFigures: Bool) -> JSON {
        let run = kept.run
        var object = JSONObject([
            "number": JSON(kept.number), "kind": .string(run.kind.rawValue), "started": .string(run.started),
            "tool": .string(run.tool), "exit": JSON(run.status), "whole": .bool(run.isWhole),
            "accessory": accessory(run.accessory), "selection": .string(run.selection),
        ])
        object["record"] = run.record.map { .string($0) }
        object["suites"] = run.suites.map { .string($0) }
        guard withFigures else { return .object(object) }
        if run.kind == .run {
            let totals = run.totals.sorted { $0.key < $1.key }.map {
                JSONObject.Member(key: $0.key, value: JSON($0.value))
            }
            object["totals"] = .object(JSONObject(members: totals))
        }
        object["figures"] = .array(run.figures.map(figure))
        return .object(object)
    }

    /// What each document about the runs of one product begins with.
    static func head(_ reading: HistoryReading) -> JSONObject {
        JSONObject(["schema": 1, "product": .string(reading.product), "runs": JSON(reading.runs.count)])
    }

    /// A series with its values, the levels between its changes, and the changes.
    static func series(_ series: HistorySeries) -> JSON {
        [
            "name": .string(series.name), "unit": .string(series.unit.rawValue),
            "points": .array(
                series.points.map { point in
                    [
                        "run": JSON(point.run.number), "started": .string(point.run.run.started),
                        "value": number(point.value),
                    ]
                }
            ),
            "levels": .array(
                series.levels.filter { !$0.range.isEmpty }.map { level in
                    [
                        "first": JSON(series.points[level.range.lowerBound].run.number),
                        "last": JSON(series.points[level.range.upperBound - 1].run.number),
                        "median": number(level.median),
                    ]
                }
            ),
            "changes": .array(series.changes.map { change($0, of: series) }),
        ]
    }

    /// A change with the run that it starts with.
    static func change(_ change: HistoryChange, of series: HistorySeries) -> JSON {
        var object = JSONObject([
            "series": .string(series.name), "unit": .string(series.unit.rawValue),
            "trend": .string(HistoryWords.trend(change).rawValue), "before": JSON(change.before.number),
            "start": run(change.after, withFigures: false), "old": sample(change.old), "new": sample(change.new),
        ])
        object["ratio"] = change.ratio.map(number)
        object["effect"] = number(change.effect)
        object["p"] = number(change.p)
        object["with"] = .array(change.causes.map { .string($0) })
        return .object(object)
    }

    /// An instance with its verdicts in the order of the runs.
    static func flaky(_ flaky: FlakyInstance) -> JSON {
        var object = JSONObject(["instance": .string(flaky.instance), "suites": .string(flaky.suites)])
        object["firmware"] = flaky.firmware.map { .string($0) }
        object["flips"] = JSON(flaky.flips)
        object["outcomes"] = .object(
            JSONObject(members: flaky.outcomes.map { JSONObject.Member(key: $0.outcome, value: JSON($0.count)) })
        )
        object["failures"] = JSON(flaky.manners)
        object["verdicts"] = .array(
            flaky.sightings.map { sighting in
                var verdict = JSONObject([
                    "run": JSON(sighting.run.number), "started": .string(sighting.run.run.started),
                    "outcome": .string(sighting.verdict.outcome),
                ])
                verdict["fingerprint"] = sighting.verdict.fingerprint.map { .string($0) }
                return .object(verdict)
            }
        )
        return .object(object)
    }

    private static func sample(_ sample: Sample) -> JSON {
        ["runs": JSON(sample.count), "median": number(sample.median ?? 0)]
    }

    private static func number(_ value: Double) -> JSON {
        value == value.rounded() && abs(value) < 1e15
            ? JSON(Int64(value)) : JSONNumber(value).map { .number($0) } ?? .null
    }

    private static func accessory(_ accessory: HistoryAccessory) -> JSON {
        var object = JSONObject(["name": .string(accessory.name), "product": .string(accessory.product)])
        object["device-id"] = accessory.deviceID.map { .string($0) }
        object["firmware"] = accessory.firmware.map { .string($0) }
        object["hardware"] = accessory.hardware.map { .string($0) }
        object["transports"] = .string(accessory.transports)
        return .object(object)
    }

    private static func figure(_ figure: HistoryFigure) -> JSON {
        var object = JSONObject(["operation": .string(figure.operation), "count": JSON(figure.count)])
        for percentile in Percentile.allCases { object[percentile.rawValue] = JSON(figure[percentile]) }
        return .object(object)
    }
}
