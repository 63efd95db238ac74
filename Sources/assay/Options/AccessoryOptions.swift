import ArgumentParser
import AssayKit
import Profiles

/// The options that name the accessory: one on the network, or a simulated one.
struct AccessoryOptions: ParsableArguments {
    @OptionGroup var options: PlaceOptions

    @Option(
        name: .long,
        help:
            "The simulated accessory to test: lightbulb, lock, switch, bridge, kitchen-sink, actuators, climate, doorbell or thermometer.",
        completion: .simulated
    )
    var simulated: String?

    @Option(
        name: .long,
        help:
            "A defect or twin of the accessory that --simulated names. `assay suites defects` and `assay suites twins` list them with their accessories.",
        completion: .conduct
    )
    var defect: [String] = []

    @Flag(
        name: .long,
        help: "Tests the accessory that --simulated names over IP and Thread at once, and compares its transports."
    )
    var allTransports = false

    @OptionGroup var setup: SetupOptions
    @OptionGroup var state: StateOptions

    func validate() throws {
        let isPlaced = options.place != nil
        if simulated != nil, isPlaced {
            throw ValidationError(
                "--simulated names an accessory already; remove it, or the other option that names one"
            )
        }
        guard simulated == nil ? isPlaced || options.profile != nil : !isPlaced else {
            throw ValidationError(
                "name one accessory with --address HOST:PORT, --thread HOST:PORT, --name NAME, --device-id ID, --profile FILE or --simulated NAME"
            )
        }
        if allTransports, simulated == nil {
            throw ValidationError(
                "--all-transports requires --simulated; name the addresses of an accessory with --thread or --also"
            )
        }
        if options.relay.via != nil, simulated != nil {
            throw ValidationError(
                "--via is for an accessory on another network: a simulated accessory is on this machine"
            )
        }
        if !defect.isEmpty, simulated == nil {
            throw ValidationError("--defect requires --simulated: only simulated accessories have defects on demand")
        }
        if defect.count > 1 {
            throw ValidationError(
                "--defect names one defect; `assay simulate` runs an accessory with several, which --address then names"
            )
        }
    }

    /// The accessory that the options name.
    ///
    /// - Parameter profile: names what the options do not.
    func choice(_ profile: AccessoryProfile?) throws(SetupError) -> AccessoryChoice {
        var choice =
            if let simulated { AccessoryChoice(.simulated(simulated, defect: defect.first)) } else {
                try options.choice(profile)
            }
        choice.usesAllTransports = allTransports
        choice.state = state.folder
        setup.add(to: &choice, profile)
        return choice
    }

    /// The profile that the options name; `nil` if they name none.
    func profile(_ suites: Suites) throws(SetupError) -> AccessoryProfile? { try options.loadedProfile(suites) }

    /// Calls `body` with the accessory that the options name. From then on the terminal shows none of its secrets.
    func withAccess<Value: Sendable>(
        _ suites: Suites,
        _ body: @escaping @Sendable (AccessoryAccess) async throws -> Value
    ) async throws -> Value {
        try await choice(profile(suites)).withAccessFromTerminal(suites, body)
    }
}
