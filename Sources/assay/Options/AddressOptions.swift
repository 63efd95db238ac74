import ArgumentParser

/// The address of an accessory on the network, for commands that need no setup code.
struct AddressOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The accessory's address, with its port.", valueName: "host:port"))
    var address: String

    @OptionGroup var state: StateOptions
}
