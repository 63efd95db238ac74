import HAPCrypto
import HAPModel

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

    /// Whether a hook in the code acts now.
    package mutating func isHooked(_ hook: CodeHook, _ context: PointContext) -> Bool {
        !defects.changes(at: "code \(hook.rawValue)", context).isEmpty
    }

    /// The link's behaviour at a point.
    package mutating func linkChanges(at point: LinkPoint, _ context: PointContext) -> [LinkChange] {
        defects.changes(at: "link \(point.rawValue)", context).compactMap { change in
            if case .link(_, let link) = change { link } else { nil }
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
