/// A connection of a simulated accessory, numbered from 1 in the order of opening.
package struct ConnectionID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let number: UInt64

    package init(number: UInt64) {
        self.number = number
    }

    package var description: String { "connection \(number)" }

    package static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.number < right.number }
}
