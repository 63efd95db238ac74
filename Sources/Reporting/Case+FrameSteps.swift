import SuiteLanguage

extension Case {
    /// The paths of the steps that cut, alter, hold or send frames. Findings there show the bytes of the frames.
    var frameSteps: Set<String> {
        guard case .procedure(let steps) = body else { return [] }
        return Set(steps.flatMap(\.frameSteps))
    }
}

extension Step {
    fileprivate var frameSteps: [String] { (concernsFrames ? [path] : []) + inner.flatMap(\.frameSteps) }

    private var concernsFrames: Bool {
        if captures.contains(where: { $0.what == "frame" }) { return true }
        guard case .call(_, let arguments) = action else { return false }
        return Argument.map(arguments).concernsFrames
    }
}

extension Argument {
    /// Whether the value names frames (`frames: [40]`) or a part of them (`frame.tag`).
    fileprivate var concernsFrames: Bool {
        switch self {
        case .literal, .reference: false
        case .list(let elements): elements.contains(where: \.concernsFrames)
        case .map(let entries):
            entries.contains { entry in
                ["frame", "frames"].contains(entry.key) || entry.key.hasPrefix("frame.") || entry.value.concernsFrames
            }
        }
    }
}
