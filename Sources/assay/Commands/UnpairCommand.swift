import ArgumentParser
import Reporting
import Runner

/// `assay unpair`: removes a kept pairing, from the accessory and from the state folder.
struct UnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "Removes the pairing that `assay pair` made; no other pairing is ever touched.",
        discussion: "Example: assay unpair --address 192.168.1.20:51826"
    )

    @OptionGroup var accessory: AddressOptions

    @Flag(
        name: .long,
        help: "Forgets the pairing even if the accessory, which was reset or is gone, does not remove it."
    )
    var forget = false

    func run() async throws {
        let suites = try LoadedSuites.load()
        let store = PairingStore(folder: accessory.state.folder)
        let setup = try await BenchSetup(address: accessory.address, state: accessory.state)
        guard let pairing = setup.keptPairing else { throw ValidationError("no pairing with \(setup.name) is kept") }
        try await setup.visit(suites, setup.settings) { visit in
            let (removed, outcome) = await visit.unpair()
            guard removed || forget else {
                if let end = outcome.end { throw Exit.failed(end) }
                for note in outcome.notes { Terminal.complain(note) }
                Terminal.complain(
                    "the accessory did not remove the pairing; it is still kept: where it was reset, --forget forgets it"
                )
                throw ExitCode(.unjudged)
            }
            try Exit.orTrouble { try store.forget(pairing) }
            print(
                "The pairing with \(setup.name) is \(removed ? "removed" : "forgotten; the accessory did not remove it")."
            )
        }
    }
}
