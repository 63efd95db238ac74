import Foundation
import Relay
import Reporting

/// Prints what happens at a relay, each event with the time of day.
enum RelayLog {
    static func print(_ event: RelayEvent) {
        let time = Date.now.formatted(.iso8601.time(includingFractionalSeconds: false))
        Terminal.complain("\(time) \(words(event))" as CleanText)
    }

    private static func words(_ event: RelayEvent) -> CleanText {
        switch event {
        case .arrived(let tester): "\(tester) is connected"
        case .took(let address, let tester): "\(tester) uses \(address)"
        case .joined(let interface, let tester): "\(tester) uses multicast DNS at \(interface)"
        case .refused(let why, let tester): "\(tester) was refused: \(why)"
        case .left(let why, let tester): "\(tester) has left: \(why)"
        }
    }
}
