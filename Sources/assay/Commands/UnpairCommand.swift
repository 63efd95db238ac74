import ArgumentParser
import AssayKit
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
        let suites = try Suites.installed()
        let state = accessory.state.folder
        let access = try await AccessoryAccess(address: accessory.address) { () throws(SetupError) in
            try state.writable()
        }
        for note in access.notes { Terminal.complain(note) }
        guard let pairing = access.keptPairing else { throw ValidationError("no pairing with \(access.name) is kept") }
        let (removed, outcome) = try await Interruption.stops { stop in
            await access.visit(suites, access.settings, stop: stop).unpair()
        }
        guard removed || forget else {
            if let end = outcome.end { throw SetupError(end) }
            for note in outcome.notes { Terminal.complain(note) }
            throw SetupError(
                .unjudged,
                "the accessory did not remove the pairing; it is still kept: where it was reset, --forget forgets it"
            )
        }
        try SetupError.with(.fault) { try PairingStore(folder: state.path).forget(pairing) }
        let end: CleanText = removed ? "removed" : "forgotten; the accessory did not remove it"
        Terminal.say("The pairing with \(access.name) is \(end).")
    }
}
