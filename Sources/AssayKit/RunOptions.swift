package import SuiteLanguage

/// What a run tests, and what it may do to the accessory.
public struct RunOptions: Sendable, Hashable {
    /// Cases or instances, as patterns over their names; `*` stands for any text. All if it is empty.
    public var cases: [String] = []
    /// Only cases with one of these tags, chapters or sections.
    public var tags: [String] = []
    /// No cases with one of these tags, chapters or sections.
    public var withoutTags: [String] = []
    /// Only cases that prove one of these requirements, or patterns over them.
    public var requirements: [String] = []
    /// Only instances for one of these characteristics, such as `lightbulb.on`.
    public var characteristics: [String] = []
    /// Decides generated values: the same seed writes the same ones.
    public var seed: UInt64 = 1
    /// Allows writes to what moves, locks, guards, heats, cools, blows or waters, and to switches and outlets.
    public var mayActuate = false
    /// Allows what cannot be undone over the wire; it runs last.
    public var mayDestroy = false
    /// How long the accessory may take for an answer.
    public var answerWithin = RunOptions.usualPatience

    /// How long an accessory may take for an answer unless the user says otherwise.
    package static let usualPatience = Duration.seconds(10)

    /// Everything, with the usual budgets.
    ///
    /// - Parameter cases: cases or instances, as patterns over their names; all if it is empty.
    public init(cases: [String] = []) {
        self.cases = cases
    }

    /// Which cases and instances are selected.
    package var selection: Selection {
        Selection(
            patterns: cases,
            tags: tags,
            withoutTags: withoutTags,
            requirements: requirements,
            characteristics: characteristics
        )
    }
}
