import Measurement
import Observations
import SuiteLanguage

/// How long a run may take: twice its planned time, and the time for two restarts of the accessory. An accessory that
/// delays every answer could otherwise hold it for hours.
struct RunTime {
    private let clock: MonotonicClock
    private let planned: Duration
    /// The limit of the user.
    private let given: Duration?
    private var end: Moment
    /// The time after which no further instance is carried out.
    private(set) var limit: Duration

    /// Starts the time.
    init(_ plan: Plan, _ settings: RunSettings, clock: MonotonicClock) {
        self.clock = clock
        planned =
            .seconds(plan.cost.seconds) + Self.perInstance * plan.instances.count
            + Self.perPairSetup * (plan.cost.pairings + plan.cost.ownPairSetups)
        let most = planned * 2 + Contact.returnWithin(settings.answerWithin) * 2
        given = settings.timeLimit
        limit = min(most, given ?? most)
        end = clock.deadline(in: limit)
    }

    /// What the slowest accessories need for one instance, beside the waits that its case declares.
    private static let perInstance = Duration.seconds(2)
    /// What the slowest accessories need for a pair-setup, whose SRP they compute in software.
    private static let perPairSetup = Duration.seconds(15)

    /// Whether the time is over.
    var isOver: Bool { clock.now >= end }

    /// Whether the user's limit ends the run, and not its planned time.
    var isGiven: Bool { given == limit }

    /// When an instance that begins now is cut short: at the user's limit; without one, at the end of the run's time, but not
    /// before twice its own planned time.
    func end(of item: Case) -> Moment {
        guard !isGiven else { return end }
        let own =
            .seconds(item.state.seconds) + Self.perInstance + Self.perPairSetup
            * (item.state.pairings + item.state.tries)
        return max(end, clock.deadline(in: own * 2))
    }

    /// Adds the time for which the run waited until help brought the accessory back, which says nothing about its own speed.
    mutating func extend(by waited: Duration) {
        let more = min(waited, (given ?? limit + waited) - limit)
        end = end.advanced(by: more)
        limit += more
    }

    /// Why the rest of the run is not carried out.
    var reason: String {
        if let given, given == limit { return "the run reached its time limit of \(Summary.seconds(given))" }
        return
            "the run took more than twice its planned time of \(planned.components.seconds / 60 + 1) min, so it stopped"
    }
}
