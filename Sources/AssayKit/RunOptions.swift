package import Gate
package import Profiles
package import SuiteLanguage

/// What a run tests, and what it may do to the accessory.
public struct RunOptions: Sendable, Hashable {
    /// Patterns for the names of cases or instances; `*` stands for any text. All if it is empty.
    public var cases: [String] = []
    /// Patterns for the names of cases or instances that are left out.
    public var excluded: [String] = []
    /// How much of the suites runs.
    package var tier = Tier.full
    /// Only cases with one of these tags, chapters or sections.
    public var tags: [String] = []
    /// No cases with one of these tags, chapters or sections.
    public var withoutTags: [String] = []
    /// Only cases that prove one of these requirements, or patterns over them.
    public var requirements: [String] = []
    /// Only instances for one of these characteristics, such as `lightbulb.on`.
    public var characteristics: [String] = []
    /// The seed of generated values; the same seed gives the same values.
    public var seed: UInt64 = 1
    /// Allows writes that move, lock, arm, heat, cool, blow or water something, or that switch power.
    public var mayActuate = false
    /// Allows cases whose effects cannot be undone over the network; they run last.
    public var mayDestroy = false
    /// A command that brings the accessory at an address back to its factory state; `nil` if that is not possible.
    /// It runs with `/bin/sh`, gets the address as `ASSAY_ADDRESS`, and must end within 60 s.
    public var resetCommand: String?
    /// How long to wait for each response.
    public var answerWithin = RunOptions.usualPatience
    /// How often each case runs.
    public var repetitions = 1
    /// Carries out the cases one after the other, also those that could wait at the same time.
    public var isSequential = false
    /// Ends the run after the first failure that no baseline allows.
    public var stopsAtFailure = false
    /// Ends the run after this time; `nil` for no limit but the planned one.
    public var timeLimit: Duration?
    /// Whether a violated recommendation also counts as a failure of the run.
    public var failsOnWarning = false

    /// What the owner of the accessory states about it; the other options override it.
    package var profile: AccessoryProfile?
    /// Whether the profile's `flash` command runs before the run.
    package var flashes = false
    /// How long to wait for each response if no option says so.
    package var expectedPatience: Duration { profile?.answerWithin ?? Self.usualPatience }

    /// What is known to fail; the exit status then says how the run differs from it.
    package var baseline: Baseline?

    /// How long to wait for a response unless the user sets a time.
    package static let usualPatience = Duration.seconds(10)

    /// Selects every case, with the default budgets.
    ///
    /// - Parameter cases: patterns for the names of cases or instances; all if it is empty.
    public init(cases: [String] = []) {
        self.cases = cases
    }

    /// Which cases and instances are selected.
    package var selection: Selection {
        Selection(
            patterns: cases,
            excluded: excluded,
            tier: tier,
            tags: tags,
            withoutTags: withoutTags,
            requirements: requirements,
            characteristics: characteristics
        )
    }
}
