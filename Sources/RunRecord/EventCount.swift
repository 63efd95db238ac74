import HAPModel

/// Checks that the events of a journal count on from 0 without gaps.
struct EventCount {
    private var next: UInt64 = 0
    /// Whether the next event has exactly this number. A line that cannot be read may have been any number of events.
    private var isExact = true
    /// Where events are missing or repeated for the first time, in words; `nil` if they are complete.
    private(set) var problem: String?

    /// Takes the value of the next event.
    ///
    /// - Parameter line: the line of the file that it is in; the first one is 1.
    mutating func take(_ event: JSON, line: Int) {
        guard let number = JournalEvent.number(of: event) else { return takeUnreadable() }
        if problem == nil, number < next || isExact && number > next {
            let fault = number < next ? "repeated or in the wrong order" : "missing"
            problem = "line \(line) has event \(number) instead of event \(next), so lines are \(fault)"
        }
        next = number &+ 1
        isExact = true
    }

    /// Takes events that cannot be read.
    mutating func takeUnreadable() { isExact = false }
}
