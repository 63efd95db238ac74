import ArgumentParser
import AssayKit
import HAPPairing
import Reporting
import Runner

/// `assay pair`: pairs, and keeps the pairing for later commands.
struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pairs with an accessory and keeps the pairing for later commands.",
        discussion: """
            A simulated accessory is started by `assay simulate`, and paired by its address.

            Example: assay pair --address 192.168.1.20:51826
            """
    )

    @OptionGroup var accessory: AddressOptions
    @OptionGroup var setup: SetupOptions

    func run() async throws {
        let suites = try Suites.installed()
        let profile = try accessory.options.loadedProfile(suites)
        var choice = try accessory.options.choice(profile)
        choice.state = accessory.state.folder
        setup.add(to: &choice, profile)
        let store = PairingStore(folder: choice.state.path)
        try await choice.withAccessFromTerminal(suites) { access in
            guard access.keptPairing == nil else {
                Terminal.sayFolded("A pairing with \(access.name) is already kept.")
                return
            }
            guard access.setupCode != nil else {
                throw ValidationError("pairing needs the setup code; set ASSAY_SETUP_CODE, or run in a terminal")
            }
            try await Interruption.stops { stop in
                let visit = access.visit(suites, access.settings, stop: stop)
                let outcome = await visit.pair()
                if let end = outcome.end { throw SetupError(end) }
                guard let pairing = outcome.pairing else {
                    for note in outcome.notes { Terminal.complain(note) }
                    throw ExitCode(.unjudged)
                }
                try SetupError.with(.fault) { try store.keep(pairing, at: access.name) }
                visit.hasKept(pairing)
                Terminal.sayFolded("Paired with \(pairing.accessoryID) at \(access.name).")
            }
        }
    }
}
