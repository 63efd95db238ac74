import HAPModel
import History
import Measurement

/// What a history has, for programs. The keys are stable while `schema` is 1; new ones may be added.
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
