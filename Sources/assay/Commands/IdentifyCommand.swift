import ArgumentParser
import AssayKit
import HAPModel
import Reporting
import Runner

/// `assay identify`: makes the accessory identify itself.
struct IdentifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Makes an accessory identify itself, for example by flashing.",
        discussion: """
            An accessory without any pairing needs no setup code for this. A paired one needs a kept pairing.

            Example: assay identify --address 192.168.1.20:51826
            """
    )

    @OptionGroup var accessory: AccessoryOptions

    @Flag(name: .long, help: "Print JSON instead of text.")
    var json = false

    func run() async throws {
        let (suites, json) = (try Suites.installed(), json)
        var choice = try accessory.choice(accessory.profile(suites))
        // An unpaired accessory is not paired for this, so no code is asked for.
        if accessory.simulated == nil { choice.setupCode = { _ in nil } }
        try await choice.withAccess(suites) { access in
            for note in access.notes { Terminal.complain(note) }
            try await Interruption.stops { stop in
                let visit = access.visit(suites, access.settings, stop: stop)
                guard access.keptPairing != nil else {
                    let (isDone, summary) = await visit.identifyUnpaired()
                    guard isDone else {
                        throw SetupError(
                            .unjudged,
                            "\(access.name) does not identify itself: \(summary); if it is paired, it identifies itself only to its own controllers; `assay pair` makes Assay one, if no other has paired with it"
                        )
                    }
                    return Self.say(access.name, json)
                }
                let (result, outcome) = try await ManualOptions.operation {
                    try await visit.hold { session in try await session.identify() }
                }
                for note in outcome.notes + outcome.left { Terminal.complain(note) }
                guard let result else {
                    throw outcome.end.map(SetupError.init) ?? SetupError(.unjudged, "no session could be started")
                }
                guard result.isDone else { throw SetupError(.unjudged, ManualOutput.line(result).string) }
                Self.say(access.name, json)
            }
        }
    }

    private static func say(_ name: String, _ isJSON: Bool) {
        guard isJSON else { return Terminal.sayFolded("\(name) identifies itself.") }
        Terminal.say(CleanText(json: ["accessory": .string(name), "identified": true]))
    }
}
