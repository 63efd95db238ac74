import ArgumentParser

/// Which accessory on the network, for commands that need neither a setup code nor a simulated one.
struct AddressOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The accessory's address, with its port.", valueName: "host:port"))
    var address: String

    @OptionGroup var state: StateOptions
}
