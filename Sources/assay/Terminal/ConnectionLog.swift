import Foundation
import HAPAccessory
import Reporting

/// Prints what happens on the connections of a simulated accessory, each with the time of day.
enum ConnectionLog {
    /// Writes a line to standard error, so that standard output has only the answers to commands.
    static func print(_ report: ConnectionReport) {
        let time = Date.now.formatted(.verbatim(format, timeZone: .current, calendar: .init(identifier: .gregorian)))
        Terminal.complain("\(time) connection \("\(report.number)") \(words(report.event))" as CleanText)
    }

    private static let format: Date.FormatString =
        "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits).\(secondFraction: .fractional(3))"

    private static func words(_ event: ConnectionReport.Event) -> CleanText {
        switch event {
        case .opened(let address): "opened by \(address)"
        case .verified(let controller): "has a session of the controller \(String(decoding: controller, as: UTF8.self))"
        case .sessionEnded: "has no session any more"
        case .closed(let byAccessory): "closed by \(byAccessory ? "the accessory" : "the controller" as CleanText)"
        }
    }
}
