/// What an accessory did that went away by itself during an instance: it ended all connections, and nothing listened at its port.
enum Absence: Sendable, Hashable {
    /// It accepts connections again, this long after it went away.
    case returned(after: Duration)
    /// It has not come back within the time of one response.
    case lasting
}
