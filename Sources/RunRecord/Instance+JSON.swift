package import HAPModel
package import SuiteLanguage

extension Instance {
    /// The instance as it stands in the journal's plan.
    package var json: JSON {
        var object = JSONObject(["name": .string(name), "case": .string(caseID), "over": .string(transport)])
        if !others.isEmpty { object["with"] = .array(others.map { .string($0) }) }
        if let target { object["target"] = .string(target) }
        if let row { object["row"] = .string(row) }
        if let rowValue { object["value"] = rowValue }
        if !rowProves.isEmpty { object["proves"] = .array(rowProves.map { .string($0) }) }
        if !leavesOut.isEmpty { object["leaves-out"] = .array(leavesOut.map { .string($0) }) }
        if !softens.isEmpty { object["softens"] = .array(softens.map { .string($0) }) }
        if isByUser { object["by"] = "user" }
        if let round { object["round"] = JSON(round) }
        if !characteristics.isEmpty {
            var bound = JSONObject()
            for (name, id) in characteristics.sorted(by: { $0.key < $1.key }) { bound[name] = .string(id.description) }
            object["characteristics"] = .object(bound)
        }
        return .object(object)
    }

    /// Reads an instance from a journal's plan.
    package init?(_ json: JSON) {
        guard let caseID = json["case"]?.stringValue, let transport = json["over"]?.stringValue else { return nil }
        var characteristics: [String: CharacteristicID] = [:]
        for member in json["characteristics"]?.objectValue?.members ?? [] {
            if let id = member.value.stringValue.flatMap({ CharacteristicID($0) }) { characteristics[member.key] = id }
        }
        self.init(
            caseID: caseID,
            target: json["target"]?.stringValue,
            row: json["row"]?.stringValue,
            transport: transport,
            characteristics: characteristics,
            rowValue: json["value"],
            rowProves: json["proves"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            leavesOut: json["leaves-out"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            softens: json["softens"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            isByUser: json["by"] == "user",
            round: json["round"]?.int64Value.map { Int(clamping: $0) }
        )
        others = json["with"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

extension Plan {
    /// The plan as it stands in the journal.
    package var json: JSON {
        let overlapped: JSON? = cost.overlappedSeconds.map { JSON(Int($0)) }
        let cost: JSON = [
            "pairings": JSON(cost.pairings), "own-pair-setups": JSON(cost.ownPairSetups), "tries": JSON(cost.tries),
            "seconds": JSON(Int(cost.seconds)),
        ]
        return [
            "instances": .array(instances.map(\.json)),
            "skips": .array(skips.map(\.json)),
            "cost": overlapped.map { cost.with("overlapped-seconds", $0) } ?? cost,
        ]
    }
}

extension Plan.Skip {
    /// The skip as it stands in the journal.
    package var json: JSON {
        [
            "name": .string(name), "case": .string(caseID), "reason": .string(reason), "unjudged": .bool(isUnjudged),
            "inapplicable": .bool(isInapplicable),
        ]
    }
}
