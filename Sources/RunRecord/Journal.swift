package import HAPModel
package import Measurement
import Synchronization

/// The journal of a run: everything that judging and reports need, in the order in which it happened.
///
/// It may be written to from any task. Every event goes to the sink before its number is given out, so that what a
/// verdict cites is on disk before the verdict is. What it keeps is what is written: secrets are replaced and large
/// numbers are text from the beginning, so that a run judged again from its record gives the same verdicts.
package final class Journal: Sendable {
    private struct State {
        var events: [JournalEvent] = []
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let clock: MonotonicClock
    private let start: Moment
    private let redaction: Redaction
    private let sink: (any JournalSink)?

    /// - Parameters:
    ///   - clock: stamps the events.
    ///   - redaction: what must never be kept.
    ///   - sink: where the lines go; `nil` keeps them in memory only.
    package init(clock: MonotonicClock, redaction: Redaction = .none, sink: (any JournalSink)? = nil) {
        self.clock = clock
        self.redaction = redaction
        self.sink = sink
        start = clock.now
    }

    /// Adds an event.
    ///
    /// - Parameter moment: when it happened; `nil` is now.
    /// - Returns: its number.
    @discardableResult
    package func record(
        _ kind: JournalEvent.Kind,
        instance: String? = nil,
        step: String? = nil,
        at moment: Moment? = nil,
        _ body: JSON
    ) -> UInt64 {
        let exact = redaction.redacted(body).withoutLargeIntegers
        // The header has the suites that judge the run again, a snapshot is judged character by character, and a verdict must be what
        // judging again gives. All of them are few.
        let body = [.header, .snapshot, .verdict].contains(kind) ? exact : exact.withoutLongTexts
        let since = start.duration(to: moment ?? clock.now).wholeNanoseconds
        return state.withLock { state in
            let event = JournalEvent(
                sequence: UInt64(state.events.count),
                at: Moment(nanoseconds: since),
                kind: kind,
                instance: instance,
                step: step,
                body: body
            )
            state.events.append(event)
            if let sink, state.failure == nil {
                do { try sink.write(event) } catch { state.failure = error }
            }
            return event.sequence
        }
    }

    /// A moment as nanoseconds since the run began: what `t` is in a line.
    package func time(of moment: Moment) -> JSON {
        JSON(start.duration(to: moment).wholeNanoseconds).withoutLargeIntegers
    }

    /// Everything recorded so far.
    package var events: [JournalEvent] { state.withLock { $0.events } }

    /// The events from this number on.
    package func events(from sequence: UInt64) -> [JournalEvent] {
        state.withLock { Array($0.events.dropFirst(Int(sequence))) }
    }

    /// The number that the next event will get.
    package var next: UInt64 { state.withLock { UInt64($0.events.count) } }

    /// Why the journal could not be written, if it could not.
    package var failure: (any Error)? { state.withLock { $0.failure } }
}

/// Takes the journal's events as they happen: a file, a trace on the terminal.
package protocol JournalSink: Sendable {
    /// Takes the next event.
    func write(_ event: JournalEvent) throws
}
