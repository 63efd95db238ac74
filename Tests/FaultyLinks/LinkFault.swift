import Measurement
import SuiteLanguage

/// What goes wrong on one connection, once.
package struct LinkFault: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The connection is reset instead of an answer.
        case reset
        /// The first half of an answer arrives, then the connection ends.
        case half
        /// Nothing arrives any more, and the connection stays open.
        case hang
        /// An answer arrives in small pieces.
        case drip
        /// An answer arrives twice.
        case duplicate
        /// One bit of an answer is wrong.
        case flip
        /// An answer arrives after the time for it.
        case late
        /// A request gets lost.
        case swallow
    }

    package var kind: Kind
    /// The number of the message on the connection that it affects, from 0.
    package var message: Int
    /// Decides the place in the message.
    package var place: UInt64

    package init(kind: Kind, message: Int, place: UInt64) {
        (self.kind, self.message, self.place) = (kind, message, place)
    }

    /// The fault of a connection, if it has one: the same for the same seed and number.
    ///
    /// - Parameters:
    ///   - connection: the number of the connection in its run, from 1.
    ///   - share: how many connections of a hundred have a fault.
    package static func drawn(seed: UInt64, connection: Int, share: UInt64 = 10) -> LinkFault? {
        var generator = SeededGenerator(seed: seed, purpose: "connection \(connection)")
        guard generator.next() % 100 < share, let kind = Kind.allCases.randomElement(using: &generator) else {
            return nil
        }
        return LinkFault(kind: kind, message: Int(generator.next() % 6), place: generator.next())
    }
}
