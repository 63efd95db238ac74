import ArgumentParser
import AssayKit
import HAPModel
import Measurement
import Reporting
import Runner
import SuiteLanguage

/// `assay watch`: prints the events of characteristics.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Subscribes to characteristics and prints their events until Ctrl-C.",
        discussion: "Example: assay watch --address 192.168.1.20:51826 lightbulb.on"
    )

    @OptionGroup var options: ManualOptions

    @Option(name: .customLong("for"), help: "End after this time, such as 30s or 5min.")
    var time: String?

    @ArgumentParser.Argument(help: "The characteristics; without any, all that send events.")
    var characteristics: [String] = []

    func validate() throws {
        if let time, Duration(suite: time) == nil {
            throw ValidationError("--for needs a time such as 30s or 5min, not `\(time)`")
        }
    }

    func run() async throws {
        let (names, output) = (characteristics, options.output)
        let end = time.flatMap { Duration(suite: $0) }.map { MonotonicClock.system.deadline(in: $0) }
        let isDone = try await options.withSession { session, stop in
            try await ManualOptions.operation {
                let chosen = try Self.chosen(names, in: session)
                let results = try await session.subscribe(chosen)
                for result in results where !result.isDone { Terminal.complain(ManualOutput.line(result)) }
                guard results.contains(where: \.isDone) else { return false }
                Terminal.complain(ManualText.watching(results.filter(\.isDone).map(\.characteristic)))
                let isOver = { end.map { MonotonicClock.system.now >= $0 } ?? false }
                while !stop.isMade, !isOver(), OutputReader.isThere {
                    for event in try await session.events(within: Self.tick) { Terminal.say(output.event(event)) }
                }
                return results.allSatisfy(\.isDone)
            }
        }
        guard isDone else { throw ExitCode(.unjudged) }
    }

    /// How long events wait at most until they are printed.
    static let tick = Duration.milliseconds(100)

    /// The named characteristics, or all that send events.
    static func chosen(_ names: [String], in session: ManualSession) throws(ManualError) -> [FoundCharacteristic] {
        guard names.isEmpty else { return try GetCommand.chosen(names, in: session) }
        return session.characteristics.filter { $0.characteristic.has(.events) }
    }
}
