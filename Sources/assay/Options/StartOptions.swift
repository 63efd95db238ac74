import ArgumentParser
import AssayKit

/// What a run does before it connects.
struct StartOptions: ParsableArguments {
    @Flag(name: .long, help: "Run the `flash` command of the profile first.")
    var flash = false

    func add(to options: inout RunOptions) {
        options.flashes = flash
    }
}
