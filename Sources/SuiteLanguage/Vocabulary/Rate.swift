/// A number of events in any window of a length: `2 per 1s`.
package struct Rate: Sendable, Hashable {
    package var count: Int
    package var window: Duration
    /// How much earlier than allowed an event may arrive because the network delayed the one before it.
    package static let tolerance = Duration.milliseconds(10)

    /// Reads `2 per 1s`; `nil` if it is anything else.
    package init?(suite text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, parts[1] == "per", let count = Int(parts[0]), count >= 0,
            let window = Duration(suite: String(parts[2]))
        else { return nil }
        self.count = count
        self.window = window
    }

    /// Whether no window holds more of these times, which are in milliseconds and in order.
    package func holds(_ milliseconds: [Double]) -> Bool {
        guard count > 0 else { return milliseconds.isEmpty }
        let length = Double((window - Self.tolerance).wholeMilliseconds)
        return zip(milliseconds, milliseconds.dropFirst(count)).allSatisfy { $1 - $0 >= length }
    }
}
