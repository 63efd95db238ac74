package import RunRecord

/// The instances in whose first attempt nothing was wrong but that the accessory was busy, or failed internally. These answers
/// are the accessory's own, whatever a second attempt shows.
package struct TurnedAway: Sendable {
    private var turnedAway: Set<String> = []
    private var disturbed: Set<String> = []
    private var repeated: Set<String> = []

    package init() {}

    /// Adds the next event of the run.
    package mutating func add(_ event: JournalEvent) {
        guard let instance = event.instance, !repeated.contains(instance) else { return }
        if event.isBeginAlone {
            // What happened beside other instances is not an attempt.
            turnedAway.remove(instance)
            disturbed.remove(instance)
        } else if event.kind == .repeat {
            repeated.insert(instance)
        } else if event.isTurnedAway {
            turnedAway.insert(instance)
        } else if event.isDisturbance {
            disturbed.insert(instance)
        }
    }

    package func contains(_ instance: String) -> Bool {
        turnedAway.contains(instance) && !disturbed.contains(instance)
    }
}

extension JournalEvent {
    /// Whether a connection failed or was closed instead of a response, the accessory restarted, or the tester was delayed.
    fileprivate var isDisturbance: Bool {
        kind == .delay || showsRestart || kind == .wire && (TransportFault(self) != nil || isClosedInstead)
    }
}
