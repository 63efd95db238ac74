import HAPModel

extension DefectChange {
    /// The only operations that pass the point of the change; `nil` if others may pass it, too.
    var operations: Set<AccessoryOperation>? {
        switch self {
        case .check(let name, _), .alteration(let name, _), .json(let name, _): Self.operations(at: name)
        case .effect(let name, _):
            switch EffectPoint(rawValue: name) {
            case .valueStore, .valueKeep: [.write]
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
        switch parts.first {
        case "pair-setup": return [.pairSetup]
        case "pair-verify": return [.pairVerify]
        case "pairings": return [.pairings]
        case "prepare": return [.prepare]
        case "timed":
            return parts.last.map { ["ttl", "pid", "form", "ttl-limit"].contains($0) } == true
                ? [.prepare] : [.write, .subscribe]
        case "read": return [.read]
        case "write": return [.write, .subscribe]
        case "value": return MessagePoint(rawValue: point) == nil ? [.write] : nil
        case "event": return GuardPoint(rawValue: point) == nil ? nil : [.write, .subscribe]
        default: return nil
        }
    }

    /// Whether the accessory is at one of the entries of a request when it passes the point.
    var isOfEntry: Bool {
        pointPlace == .characteristic || operations.map { !$0.isDisjoint(with: [.read, .write, .subscribe]) } ?? true
    }

    /// Whether a value that a request writes is known at the point.
    var isOfWrittenValue: Bool { operations?.contains(.write) ?? true }
}
