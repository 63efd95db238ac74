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
        discussion: "Example: assay pair --address 192.168.1.20:51826"
    )

    @OptionGroup var accessory: AccessoryOptions

    func run() async throws {
        guard accessory.simulated == nil else {
            throw ValidationError(
                "a simulated accessory ends with the command; start one with `assay simulate` and use --address"
            )
        }
        let suites = try Suites.installed()
        let store = PairingStore(folder: accessory.state.folder.path)
        try await accessory.withAccess(suites) { access in
            guard access.keptPairing == nil else {
                Terminal.say("A pairing with \(access.name) is already kept.")
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
                Terminal.say("Paired with \(pairing.accessoryID) at \(access.name).")
            }
        }
    }
}
