import ArgumentParser
import AssayKit
import HAPModel
import Measurement
import Reporting
import RunRecord
import Runner

/// The options of commands that work on an accessory by hand.
struct ManualOptions: ParsableArguments {
    @OptionGroup var accessory: AccessoryOptions

    @Flag(name: .long, help: "Print JSON instead of text.")
    var json = false

    @Flag(name: .long, help: "Print the decoded network traffic on standard error.")
    var trace = false

    var output: ManualOutput { ManualOutput(isJSON: json) }

    /// Gives `body` a session with the accessory, and restores the accessory afterwards.
    ///
    /// - Parameter onEvent: receives the journal's events; `nil` prints them with `--trace`.
    func withSession<Value: Sendable>(
        onEvent: (@Sendable (JournalEvent) -> Void)? = nil,
        _ body: @escaping @Sendable (ManualSession, StopRequest) async throws -> Value
    ) async throws -> Value {
        let suites = try Suites.installed()
        let tracer = TraceLine()
        let printing: @Sendable (JournalEvent) -> Void = {
            for line in tracer.lines($0) { Terminal.complain(line, hanging: TraceLine.hanging) }
        }
        let onEvent = onEvent ?? (trace ? printing : nil)
        return try await accessory.withAccess(suites) { access in
            let (value, outcome) = try await Interruption.stops { stop in
                let journal = onEvent.map { access.journal($0) }
                return try await access.visit(suites, access.settings, stop: stop, journal: journal).hold { session in
                    try await body(session, stop)
                }
            }
            for note in outcome.notes + outcome.left { Terminal.complain(note) }
            guard let value else {
                if let end = outcome.end { throw SetupError(end) }
                throw ExitCode(.unjudged)
            }
            return value
        }
    }

    /// Calls `body`, and turns an operation that could not be carried out into the end of the command.
    static func operation<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as ManualError {
            throw SetupError(error.code == .unknownName ? .unusable : .unjudged, error.description)
        }
    }
}
