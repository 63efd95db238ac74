/// How much of the suites runs.
package enum Tier: String, Sendable, CaseIterable {
    /// The cases with the tag `smoke`, which find the most faults in the least time.
    case smoke
    /// Everything but the cases with the tag `slow`, which wait for half a minute or more.
    case normal
    /// Everything.
    case full

    /// The wait from which a case has the tag `slow`.
    package static let longWait = Duration.seconds(30)

    /// Whether the tier contains the case.
    func contains(_ item: Case) -> Bool {
        switch self {
        case .smoke: item.tags.contains("smoke")
        case .normal: !item.tags.contains("slow")
        case .full: true
        }
    }
}
