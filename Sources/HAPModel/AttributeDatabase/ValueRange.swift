/// First and last value of a range as received; the first may exceed the last.
package struct ValueRange: Sendable, Hashable, CustomStringConvertible {
    /// The first value.
    package let start: Int64
    /// The last value.
    package let end: Int64

    package init(start: Int64, end: Int64) {
        self.start = start
        self.end = end
    }

    /// Whether the range contains the value; a range whose first value exceeds its last is empty.
    package func contains(_ value: Int64) -> Bool { start <= value && value <= end }

    package var description: String { "[\(start), \(end)]" }
}
