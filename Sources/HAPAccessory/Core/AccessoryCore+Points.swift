import CoAP
import HAPCrypto
import HAPModel
package import HAPSession

/// Lets bindings query whether a defect acts.
extension AccessoryCore {
    package mutating func jsonChanges(at point: MessagePoint, _ context: PointContext) -> [JSONChange] {
        defects.changes(at: "message \(point.rawValue)", context).compactMap { change in
            if case .json(_, let json) = change { json } else { nil }
        }
    }

    /// Bytes at a point: `nil` if a defect omits them.
    package mutating func altered(_ bytes: [UInt8]?, at point: MessagePoint, _ context: PointContext) -> [UInt8]? {
        var values = bytes.map { [$0] } ?? []
        for case .alteration(_, let action) in defects.changes(at: "message \(point.rawValue)", context) {
            action.apply(to: &values, random: random)
        }
        return values.isEmpty ? nil : values.flatMap(\.self)
    }

    /// Bytes at a point of messages over Thread; nothing if a defect omits them.
    package mutating func altered(_ bytes: [UInt8], at point: PDUPoint, _ context: PointContext) -> [UInt8] {
        guard !defects.isConformant else { return bytes }
        var values = [bytes]
        for action in actions(at: point.name, context) { action.apply(to: &values, random: random) }
        return values.flatMap(\.self)
    }

    /// How a defect changes the CoAP message that is sent now; `nil` if no defect does.
    package mutating func coapDeparture(_ context: PointContext) -> CoAPDeparture? {
        guard !defects.isConformant else { return nil }
        var all: [CoAPPoint: [AlterationAction]] = [:]
        for point in CoAPPoint.allCases {
            let actions = actions(at: point.name, context)
            if !actions.isEmpty { all[point] = actions }
        }
        return all.isEmpty ? nil : CoAPDeparture(actions: all, random: random)
    }

    private mutating func actions(at point: String, _ context: PointContext) -> [AlterationAction] {
        defects.changes(at: "message \(point)", context).compactMap { change in
            if case .alteration(_, let action) = change { action } else { nil }
        }
    }

    /// How long a connection or session may be idle; `nil` for no limit (HAP-COAP-031 for Thread).
    package var idleLimit: Duration? {
        let seconds = constant(.idleSeconds)
        return seconds > 0 ? .seconds(seconds) : nil
    }

    /// Whether a hook in the code acts now.
    package mutating func isHooked(_ hook: CodeHook, _ context: PointContext) -> Bool {
        !defects.changes(at: "code \(hook.rawValue)", context).isEmpty
    }

    /// The link's behaviour at a point.
    package mutating func linkChanges(at point: LinkPoint, _ context: PointContext) -> [LinkChange] {
        defects.changes(at: "link \(point.rawValue)", context).compactMap { change in
            switch change {
            case .link(_, let link): link
            case .delay(_, let pattern): .delay(pattern.next(random, uptime: circumstances.elapsed))
            default: nil
            }
        }
    }

    /// How a defect changes the response to the current request.
    package mutating func answerChanges(_ context: PointContext) -> [AnswerChange] {
        guard let request = context.request else { return [] }
        let changes =
            (request.operation.map { defects.changes(at: "answer \($0.rawValue)", context) } ?? [])
            + defects.changes(at: "answer \(request.message)", context)
            + defects.changes(at: "answer any", context)
        return changes.compactMap { change in
            if case .answer(let answer) = change { answer } else { nil }
        }
    }
}
