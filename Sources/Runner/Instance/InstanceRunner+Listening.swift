import HAPController
import HAPModel
import Measurement
import Observations
import SuiteLanguage
import Synchronization

/// Steps at the same time, and logs, which listen while other steps run.
extension InstanceRunner {
    /// Steps that run at the same time, for those of them that only listen.
    final class ConcurrentSteps: Sendable {
        private struct State {
            /// How many steps are still running.
            var running: Int
            /// The longest time that the accessory took to answer one of the steps, without its pauses.
            var answering = Duration.zero
        }

        private let state: Mutex<State>
        /// When they began: their logs hear what arrives from then on.
        fileprivate let start: Moment

        fileprivate init(running: Int, start: Moment) {
            state = Mutex(State(running: running))
            self.start = start
        }

        fileprivate var isRunning: Bool { state.withLock { $0.running > 0 } }
        fileprivate var answering: Duration { state.withLock(\.answering) }

        fileprivate func note(_ answering: Duration) {
            state.withLock {
                $0.running -= 1
                $0.answering = max($0.answering, answering)
            }
        }
    }

    /// Carries out steps at the same time. Their sessions are started before: a pair-verify takes so long that the accessory could
    /// answer the first step before it gets the second one.
    func carryOutTogether(_ steps: [Step]) async {
        for step in steps where step.usesSession { _ = await secured(step.connection) }
        // On a busy machine a log may get its turn only after the event for a step beside it has arrived.
        for step in steps where step.log != nil { await discardEvents(on: step.connection) }
        let others = ConcurrentSteps(running: steps.count { !$0.onlyListens }, start: run.clock.now)
        await withDiscardingTaskGroup { group in
            for inner in steps { group.addTask { await self.carryOut(inner, beside: others) } }
        }
    }

    private func carryOut(_ step: Step, beside others: ConcurrentSteps) async {
        let start = run.clock.now
        await carryOut(step, path: step.path, beside: others)
        // A log has told it when its own steps were carried out.
        if step.log == nil { others.note(start.duration(to: run.clock.now) - step.pause) }
    }

    /// Discards events that arrived before a log starts, even if no time has passed since.
    private func discardEvents(on connection: String?) async {
        _ = await secured(connection)?.wire.events(until: run.clock.now)
    }

    /// Listens on one connection while other steps run.
    ///
    /// - Parameter others: the steps at the same time.
    func listen(_ log: Step.Log, step: Step, beside others: ConcurrentSteps?) async -> Observation {
        guard let connection = await secured(step.connection) else {
            if !step.onlyListens { others?.note(.zero) }
            return noSession
        }
        let wanted = log.of.compactMap { $0.resolved(scope.values).json.stringValue.flatMap { CharacteristicID($0) } }
        if others == nil { await discardEvents(on: step.connection) }
        let start = others?.start ?? run.clock.now
        let end = start.advanced(by: log.duration ?? .zero)
        stimuli = []
        let undoneBefore = undone
        async let all = log.limit == nil ? connection.wire.events(from: start, until: end) : []
        for (index, inner) in log.steps.enumerated() {
            // The time between changes matters.
            if index == 0 { await provokeRefusal(before: inner) }
            await carryOut(inner, path: inner.path)
        }
        let answering = start.duration(to: run.clock.now) - log.steps.reduce(.zero) { $0 + $1.pause }
        if !step.onlyListens { others?.note(answering) }
        // Without all of its steps, what does not arrive says nothing, so that the time is not worth waiting for.
        guard undone == undoneBefore else { return .notDone("a step in it could not be done") }
        var heard = await all
        // Its steps may have taken longer than it listens, and what arrived meanwhile was heard.
        if log.limit != nil || log.duration == nil {
            heard += await connection.wire.events(from: start, until: run.clock.now)
        }
        let awaited = step.onlyListens ? others : nil
        while log.duration != nil, !Task.isCancelled {
            // The time that the accessory takes to answer the steps does not shorten the time for its events.
            let lateEnd = end.advanced(by: max(.zero, answering, awaited?.answering ?? .zero))
            let soon = run.clock.now.advanced(by: .milliseconds(50))
            var next = awaited?.isRunning == true ? max(soon, lateEnd) : lateEnd
            if let limit = log.limit {
                // Only an event that has arrived ends the wait, so an accessory that sends at once is not waited for.
                let last = moment(of: limit, heard, of: wanted)
                next = min(next, last?.advanced(by: log.quiet) ?? soon)
            }
            guard run.clock.now < next else { break }
            heard += await connection.wire.events(from: start, until: next)
        }
        let watch = EventsObservation.Log(
            wanted: wanted,
            names: instance.characteristics,
            database: run.database,
            start: start,
            stimuli: stimuli,
            isCutShort: connection.wire.closing?.isByAccessory == true
        )
        return .events(EventsObservation(heard, for: watch))
    }

    /// When the event arrived with which the limit was reached; `nil` if the limit is not reached.
    private func moment(
        of limit: Step.LogLimit,
        _ heard: [EventNotice],
        of wanted: [CharacteristicID]
    ) -> Moment? {
        switch limit {
        case .count(let count): EventsObservation.last(count, heard, of: wanted)
        case .last(let value): EventsObservation.last(with: value.resolved(scope.values).json, heard, of: wanted)
        }
    }
}

extension Step {
    /// The log, if the step is one.
    fileprivate var log: Log? {
        if case .log(let log) = action { log } else { nil }
    }

    /// Whether it is a log without steps, which waits for those beside it.
    fileprivate var onlyListens: Bool { log?.steps.isEmpty == true }
}

extension Step {
    /// Whether it sends requests in the session of its connection.
    fileprivate var usesSession: Bool {
        switch action {
        case .call(let verb, let arguments):
            Self.verbsOfSessions.contains(verb) && !arguments.contains { $0.key == "secured" }
        case .repeat(_, let newConnection, _, let body):
            !newConnection && body.connection == connection && body.usesSession
        case .log: true
        case .after, .together, .anyOf, .expect: false
        }
    }

    private static let verbsOfSessions: Set<String> = [
        "database", "read", "write", "timed-write", "subscribe", "unsubscribe", "list-pairings",
        "own-changes", "read-sizes", "set-up-stream", "select-stream",
    ]

    /// Whether it, or a step in it, is about what the accessory answers in a session that the engine starts for it.
    fileprivate var needsWorkingSession: Bool {
        guard case .call(let verb, let arguments) = action else { return inner.contains(where: \.needsWorkingSession) }
        let needsSession = Self.verbsOfSessions.contains(verb) || ["add-pairing", "remove-pairing"].contains(verb)
        return needsSession && !arguments.contains { $0.key == "secured" }
    }
}

extension Case {
    /// Whether it is about what the accessory answers in sessions.
    var needsWorkingSession: Bool {
        guard case .procedure(let steps) = body else { return false }
        return steps.contains(where: \.needsWorkingSession)
    }
}
