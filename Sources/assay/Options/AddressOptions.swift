import ArgumentParser
import AssayKit

/// The accessory on the network, for commands that need no setup code.
struct AddressOptions: ParsableArguments {
    @OptionGroup var options: PlaceOptions
    @OptionGroup var state: StateOptions

    /// The address of the accessory.
    func found(_ suites: Suites) async throws -> String {
        try await options.place(options.loadedProfile(suites)).address()
    }

    /// The addresses of the accessory over its further transports.
    func further(_ suites: Suites) throws -> [String] { options.further(try options.loadedProfile(suites)) }

    func validate() throws {
        guard options.place != nil || options.profile != nil else {
            throw ValidationError(
                "name one accessory with --address HOST:PORT, --name NAME, --device-id ID or --profile FILE; `assay discover` lists them"
            )
        }
    }
}
