import ArgumentParser
import AssayKit

/// The accessory on the network, for commands that need no setup code.
struct AddressOptions: ParsableArguments {
    @OptionGroup var options: PlaceOptions
    @OptionGroup var state: StateOptions

    /// The accessory that the options name, with its state.
    func choice(_ suites: Suites) throws -> AccessoryChoice {
        var choice = try options.choice(options.loadedProfile(suites))
        choice.state = state.folder
        return choice
    }

    func validate() throws {
        guard options.place != nil || options.profile != nil else {
            throw ValidationError(
                "name one accessory with --address HOST:PORT, --thread HOST:PORT, --name NAME, --device-id ID or --profile FILE; `assay discover` lists them"
            )
        }
    }
}
