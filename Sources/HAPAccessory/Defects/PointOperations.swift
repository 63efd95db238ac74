extension DefectChange {
    /// The only operations that pass the point of the change; `nil` if others may pass it, too.
    var operations: Set<AccessoryOperation>? {
        switch self {
        case .check(let name, _), .alteration(let name, _), .json(let name, _): Self.operations(at: name)
        case .effect(let name, _):
            switch EffectPoint(rawValue: name) {
            case .valueStore, .valueKeep, .valueKeepSameIID: [.write]
            case .subscriptionAdd, .subscriptionRemove: [.write, .subscribe]
            // Time, a lost connection or another message can bring about the other effects.
            default: nil
            }
        case .constant, .memory, .behaviour, .database, .link, .delay, .answer, .code: nil
        }
    }

    /// Points are named after the operation that they are part of.
    private static func operations(at point: String) -> Set<AccessoryOperation>? {
        let parts = point.lowercased().split(separator: ".").map(String.init)
        // Over Thread, the answer to a message about pairings is read.
        if point == MessagePoint.pairingsRead.rawValue { return [.read] }
        switch parts.first {
        case "pair-setup": return [.pairSetup]
        case "pair-verify": return [.pairVerify]
        case "pairings": return [.pairings]
        case "prepare": return [.prepare]
        case "timed":
            let isOfPrepare = ["ttl", "pid", "form", "ttl-limit"].contains(parts.last)
            return isOfPrepare ? [.prepare] : [.write, .subscribe]
        case "read": return [.read]
        case "write": return [.write, .subscribe]
        case "value": return GuardPoint(rawValue: point) == nil ? nil : [.write]
        case "event": return GuardPoint(rawValue: point) == nil ? nil : [.write, .subscribe]
        default: return nil
        }
    }

    /// Whether the accessory passes the point while it carries out one entry of a request. Its answer is made afterwards.
    var isOfEntry: Bool {
        switch self {
        case .check(let name, _) where [GuardPoint.readExists, .writeExists].map(\.rawValue).contains(name): true
        case .alteration(let name, _), .json(let name, _): name == MessagePoint.shownValue.rawValue
        default: pointPlace == .characteristic
        }
    }

    /// Whether the value that an entry writes is known at the point.
    var isOfWrittenValue: Bool { isOfEntry && operations?.contains(.write) ?? true }
}
