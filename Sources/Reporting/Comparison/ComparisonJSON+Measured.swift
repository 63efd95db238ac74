import HAPModel
import Measurement
import Regression

/// The measured times of a comparison as JSON.
extension MeasuredComparison {
    /// The operations that were compared.
    var json: JSON { .array(compared.map(\.json)) }

    /// The operations that were not, and why.
    var uncomparedJSON: JSON { Self.json(uncompared) }

    /// The operations that the new side lost, and why.
    var lostJSON: JSON { Self.json(lost) }

    private static func json(_ operations: [Uncompared]) -> JSON {
        .array(operations.map { ["operation": .string($0.name), "reason": .string($0.reason)] })
    }
}

extension MeasuredComparison.Compared {
    fileprivate var json: JSON {
        var object: JSONObject = ["operation": .string(load.operation), "transport": .string(load.transport)]
        object["case"] = load.caseID.map { .string($0) }
        object["target"] = load.target.map { .string($0) }
        object["sessions"] = JSON(load.sessions)
        object["rate"] = load.rate.map { JSON(floatLiteral: $0) }
        object["over-relay"] = .bool(load.isOverRelay)
        object["stamps"] = .string(load.stamps)
        object["direction"] = .string(shift.direction.rawValue)
        object["doubt"] = doubt.map { .string($0.rawValue) }
        object["effect"] = Self.number(shift.effect)
        object["old-count"] = JSON(shift.old.count)
        object["new-count"] = JSON(shift.new.count)
        object["percentiles"] = .array(shift.percentiles.map(Self.percentile))
        return .object(object)
    }

    private static func percentile(_ shift: PercentileShift) -> JSON {
        let interval = shift.interval
        return [
            "percentile": .string(shift.percentile.rawValue), "direction": .string(shift.direction.rawValue),
            "old": JSON(Int64(shift.old)), "new": JSON(Int64(shift.new)), "ratio": number(shift.ratio),
            "low": number(interval?.lowerBound), "high": number(interval?.upperBound),
            "p": number(shift.p), "p-corrected": number(shift.corrected),
        ]
    }

    private static func number(_ value: Double?) -> JSON {
        value.flatMap { JSONNumber($0) }.map { .number($0) } ?? .null
    }
}
