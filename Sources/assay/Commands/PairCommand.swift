import ArgumentParser
import HAPPairing
import Reporting
import Runner

/// `assay pair`: pairs, and keeps the pairing for later commands.
struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pairs with an accessory and keeps the pairing, which later commands use.",
        discussion: "Example: assay pair --address 192.168.1.20:51826"
    )

    @OptionGroup var accessory: AccessoryOptions

    func run() async throws {
        guard accessory.simulated == nil else {
            throw ValidationError(
                "a simulated accessory lives only as long as the command: use `assay simulate` and --address"
            )
        }
        let suites = try LoadedSuites.load()
        let store = PairingStore(folder: accessory.state.folder)
        try await BenchSetup.with(accessory, suites: suites) { setup in
            guard setup.keptPairing == nil else {
                print("A pairing with \(setup.name) is kept already.")
                return
            }
            guard setup.setupCode != nil else {
                throw ValidationError("pairing needs the setup code: ASSAY_SETUP_CODE, or a terminal")
            }
            try await setup.visit(suites, setup.settings) { visit in
                let outcome = await visit.pair()
                if let end = outcome.end { throw Exit.failed(end) }
                guard let pairing = outcome.pairing else {
                    for note in outcome.notes { Terminal.complain(note) }
                    throw ExitCode(.unjudged)
                }
                try Exit.orTrouble { try store.keep(pairing, at: setup.name) }
                visit.hasKept(pairing)
                print("Paired with \(pairing.accessoryID) at \(setup.name).")
            }
        }
    }
}
