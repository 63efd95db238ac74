package import Judge
import RunRecord
import Runner
package import SuiteLanguage
import Synchronization

/// Ends a run as soon as a verdict kills the defect, or a monitor is certain to kill it.
///
/// The engine judges monitors at the end of a run, because they judge the messages of all other cases. A monitor
/// judges each message separately, so after each case the watch judges the new messages: what it finds then, the
/// monitor also finds at the end. The run then ends as if the user had stopped it: the remaining cases are
/// inconclusive, and monitors are judged on the messages so far.
package final class KillWatch: Sendable {
    private struct State {
        var monitors: [Instance] = []
        /// The facts of the earlier messages, without the messages themselves.
        var facts = RunFacts([])
        var next: UInt64 = 0
        /// The instances that have a verdict.
        var judged: Set<String> = []
        /// The events of instances that have none yet: a stop would cut them short, and what they showed would not count.
        var waiting: [JournalEvent] = []
    }

    /// What the watch stops.
    let stop = StopRequest()
    private let judge: Judge
    private let monitorIDs: Set<String>
    private let kills: @Sendable (Verdict) -> Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - monitors: the monitors that claim to see the defect.
    /// - kills: returns whether a verdict kills the defect.
    package init(library: SuiteLibrary, monitors: Set<String>, kills: @escaping @Sendable (Verdict) -> Bool) {
        judge = Judge(library: library)
        monitorIDs = monitors
        self.kills = kills
    }

    /// Whether the watch has ended the run.
    package var hasEndedRun: Bool { stop.isMade }

    /// Checks the progress of the run.
    func look(at progress: RunEngine.Progress, _ journal: Journal) {
        guard !stop.isMade else { return }
        let isKilled =
            switch progress {
            case .note, .began, .waiting: false
            case .planned(let plan): isKilled(planned: plan, journal)
            case .verdict(let verdict, _, _): kills(verdict) || isKilled(journal, after: verdict)
            }
        if isKilled { stop.make() }
    }

    private func isKilled(planned plan: Plan, _ journal: Journal) -> Bool {
        state.withLock { state in
            state.monitors = plan.instances.filter { monitorIDs.contains($0.caseID) }
        }
        return isKilled(journal)
    }

    /// Whether a monitor has a finding in the events since the last check.
    private func isKilled(_ journal: Journal, after verdict: Verdict? = nil) -> Bool {
        state.withLock { state in
            guard !state.monitors.isEmpty else { return false }
            let events = journal.events(from: state.next)
            state.next += UInt64(events.count)
            if let verdict { state.judged.insert(verdict.instance) }
            let all = state.waiting + events
            let judged = state.judged
            let isCounted = { (event: JournalEvent) in event.instance.map(judged.contains) ?? true }
            state.waiting = all.filter { !isCounted($0) }
            var facts = RunFacts(all.filter(isCounted))
            if let verdict { facts.add(verdict) }
            facts.continueFrom(state.facts)
            state.facts = facts.withoutMessages
            return state.monitors.contains { kills(judge.verdict(of: $0, events: [], run: facts)) }
        }
    }
}
