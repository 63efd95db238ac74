import ArgumentParser
import AssayKit
import Reporting
import RunRecord
import Runner

/// `assay unpair`: removes a kept pairing, from the accessory and from the state folder.
struct UnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "Removes the pairing that `assay pair` made. Other pairings are never changed.",
        discussion: "Example: assay unpair --address 192.168.1.20:51826"
    )

    @OptionGroup var accessory: AddressOptions

    @Flag(
        name: .long,
        help: "Delete the kept pairing even if the accessory does not remove it, because it was reset or is gone."
    )
    var forget = false

    func run() async throws {
        let suites = try Suites.installed()
        let choice = try accessory.choice(suites)
        try await choice.withKnownAccess { state throws(SetupError) in
            try state.writable()
        } _: { access in
            for note in access.notes { Terminal.complain(note) }
            guard let pairing = access.keptPairing else {
                throw SetupError(.unusable, "no pairing with \(access.name) is kept; `assay pair` makes one")
            }
            let (removed, outcome) = try await Interruption.stops { stop in
                await access.visit(suites, access.settings, stop: stop).unpair()
            }
            if let end = outcome.end, end.reason == .interrupted { throw SetupError(end) }
            guard removed || forget else {
                if let end = outcome.end { throw SetupError(end) }
                for note in outcome.notes + outcome.left { Terminal.complain(note) }
                throw SetupError(
                    .unjudged,
                    "the accessory did not remove the pairing, so it is still kept; if the accessory was reset, use --forget"
                )
            }
            try SetupError.with(.fault) { try PairingStore(folder: choice.state.path).forget(pairing) }
            let end: CleanText = removed ? "removed" : "deleted here; the accessory did not remove it"
            Terminal.sayFolded("The pairing with \(access.name) is \(end).")
        }
    }
}
