import HAPModel
import Judge
import Measurement
package import Regression
import RunRecord

/// A comparison of two records as one JSON document, for programs.
///
/// The keys are stable while `schema` is 1; new ones may be added. Durations are nanoseconds. A key without a known value is
/// left out.
///
/// | key | meaning |
/// |---|---|
/// | `schema` | 1 |
/// | `old`, `new` | `name`, and `runs`: `record`, `started`, `tool`, `accessory` as in the journal |
/// | `exit` | `status` (0, 1, 5, 6, 7 or 9), `meaning` |
/// | `common`, `only-old`, `only-new` | the number of instances that both sides judged, and that only one side has |
/// | `verdicts` | the changes, the most severe first: `kind` (`new`, `changed`, `lost`, `newly-skipped`, `warned`, `fixed`), `instance`, `title`, `before`, `after`, `reason` |
/// | `identity`, `advertisement` | `field`, `old`, `new` |
/// | `database` | `kind` (`added`, `removed`, `changed`), `place`, `name`, `fields` |
/// | `measured` | the measured times, those that differ first: `operation`, `transport`, `case`, `target`, `sessions`, `rate`, `over-relay`, `stamps`, `direction` (`slower`, `faster`, `same`), `doubt` if the difference proves nothing of the accessory (`machine`, `single`, `runs`, `relay`), `effect` (Cliff's delta), `old-count`, `new-count`, and `percentiles`: `percentile`, `direction`, `old`, `new`, `ratio` with `low` and `high` of its interval of 99 %, `p` and `p-corrected` |
/// | `echoes` | what a plain echo took on the tester's machine: `old`, `new`, and whether they are `unequal` |
/// | `lost` | the measurements that the old side has and the new side could not carry out: `operation`, `reason` |
/// | `not-compared` | the measurements without a partner: `operation`, `reason` |
/// | `durations` | `operation`, `direction` (`slower`, `faster`, `same`, `unknown`), `old` and `new` with `count`, `p50`, `p90`, `p99`; `ratio` of the medians with `low` and `high` of its interval of 99 %; `p`, `p-corrected` and `effect` of the Mann-Whitney test |
package struct ComparisonJSON: Sendable {
    private let comparison: RunComparison
    private let words: ComparisonWords

    /// - Parameters:
    ///   - comparison: what differs.
    ///   - failsOnWarning: whether a new warning counts like a new failure.
    package init(_ comparison: RunComparison, failsOnWarning: Bool = false) {
        self.comparison = comparison
        words = ComparisonWords(comparison, failsOnWarning: failsOnWarning)
    }

    /// The document; ends without a line end.
    package var document: CleanText {
        let status = words.status
        var object = JSONObject(["schema": 1, "old": side(comparison.old), "new": side(comparison.new)])
        object["exit"] = ["status": JSON(status.rawValue), "meaning": .string(words.result.string)]
        object["common"] = JSON(comparison.common)
        object["only-old"] = JSON(comparison.onlyOld)
        object["only-new"] = JSON(comparison.onlyNew)
        object["verdicts"] = .array(comparison.verdicts.map(verdict))
        object["identity"] = .array(comparison.identity.map(Self.field))
        object["advertisement"] = .array(comparison.advertisement.map(Self.field))
        object["database"] = .array(comparison.database.map(Self.database))
        object["measured"] = comparison.measured.json
        object["echoes"] = comparison.measured.echoes.map { echoes in
            [
                "old": JSON(echoes.old.wholeNanoseconds), "new": JSON(echoes.new.wholeNanoseconds),
                "unequal": .bool(echoes.areUnequal),
            ]
        }
        object["lost"] = comparison.measured.lostJSON
        object["not-compared"] = comparison.measured.uncomparedJSON
        object["durations"] = .array(comparison.shifts.map(Self.shift))
        return CleanText(json: .object(object), levels: 2)
    }

    private func side(_ set: RunSet) -> JSON {
        let runs = set.runs.map { run in
            var object = JSONObject(["record": .string(run.path), "started": .string(run.started)])
            object["tool"] = .string(run.tool)
            object["accessory"] = run.accessory?.json
            return JSON.object(object)
        }
        return ["name": .string(set.name), "runs": .array(runs)]
    }

    private func verdict(_ change: VerdictChange) -> JSON {
        var object = JSONObject(["kind": .string(change.kind.rawValue), "instance": .string(change.instance)])
        object["title"] = comparison.new.newest.titles[change.verdict.caseID].map { .string($0) }
        object["before"] = .string(change.before)
        object["after"] = .string(change.after)
        object["reason"] = .string(words.reason(change).string)
        return .object(object)
    }

    private static func field(_ change: FieldChange) -> JSON {
        var object = JSONObject(["field": .string(change.name)])
        object["old"] = change.old.map { .string($0) }
        object["new"] = change.new.map { .string($0) }
        return .object(object)
    }

    private static func database(_ change: DatabaseChange) -> JSON {
        [
            "kind": .string(change.kind.rawValue), "place": .string(change.place), "name": .string(change.name),
            "fields": .array(change.fields.map(field)),
        ]
    }

    private static func shift(_ shift: Shift) -> JSON {
        func number(_ value: Double?) -> JSON { value.flatMap { JSONNumber($0) }.map { .number($0) } ?? .null }
        func whole(_ value: Double?) -> JSON { JSON(Int64(value ?? 0)) }
        func sample(_ sample: Sample) -> JSON {
            [
                "count": JSON(sample.count), "p50": whole(sample.quantile(0.5)), "p90": whole(sample.quantile(0.9)),
                "p99": whole(sample.quantile(0.99)),
            ]
        }
        let interval = shift.interval
        return [
            "operation": .string(shift.operation), "direction": .string(shift.direction.rawValue),
            "old": sample(shift.old), "new": sample(shift.new), "ratio": number(shift.ratio),
            "low": number(interval.lowerBound), "high": number(interval.upperBound), "p": number(shift.test.p),
            "p-corrected": number(shift.corrected), "effect": number(shift.test.delta),
        ]
    }
}
