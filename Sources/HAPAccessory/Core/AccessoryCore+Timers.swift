import HAPModel
package import Measurement

extension AccessoryCore {
    /// When the core needs the next call of ``advance(to:)``; `nil` if it waits for nothing.
    package var nextDeadline: Moment? {
        var next: Moment?
        for timer in timers { next = next.earlier(timer.at) }
        return next.earlier(eventDeadline).earlier(measuringDeadline)
    }

    /// Performs the actions that are due; ``takeEvents(now:)`` then returns the events.
    package mutating func advance(to now: Moment) {
        while let index = timers.indices.min(by: {
            (timers[$0].at, timers[$0].order) < (timers[$1].at, timers[$1].order)
        }), timers[index].at <= now {
            carryOut(timers.remove(at: index).action, now: now)
        }
        measure(now: now)
    }

    /// The effects since the last call, in order.
    package mutating func takeEffects() -> [CoreEffect] {
        defer { effects = [] }
        return effects
    }

    /// The effects for the caller's connection; those for other connections wait for the host.
    package mutating func takeEffects(owning isOwn: (ConnectionID) -> Bool) -> [CoreEffect] {
        let own = effects.filter { $0.connection.map(isOwn) ?? true }
        effects.removeAll { $0.connection.map(isOwn) ?? true }
        return own
    }

    mutating func schedule(_ action: CoreTimer.Action, at moment: Moment) {
        timerOrder += 1
        timers.append(CoreTimer(at: moment, order: timerOrder, action: action))
    }

    /// Only the newest target counts.
    mutating func dropAssignments(to id: CharacteristicID) {
        timers.removeAll { timer in
            if case .assign(id, _, source: .some, _) = timer.action { true } else { false }
        }
    }

    private mutating func carryOut(_ action: CoreTimer.Action, now: Moment) {
        switch action {
        case .assign(let id, let value, _, let writer):
            change(id, to: value, by: writer, now: now)
        case .secure(let target, let value, let seconds, let record, let kind):
            guard secondsUntilSecured(target, timeout: seconds) != nil else { return }
            change(record, to: kind, by: nil, now: now)
            change(target, to: value, by: nil, now: now)
        case .count(let remaining, let left, let active):
            count(remaining, left, ends: active, now: now)
        case .consequence(let consequence, let connection):
            carryOut(consequence, on: connection, now: now)
        case .showPairing:
            shownAsPaired = isTakenForPaired
            effects.append(.advertise)
        }
    }
}
