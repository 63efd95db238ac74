import ArgumentParser
import AssayKit
import Reporting
import Runner

/// `assay recover`: undoes what a killed run left behind.
struct RecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Removes pairings and puts back values that a run left behind when it was killed.",
        discussion: """
            What cannot be undone is tried again by the next run and the next recover. Where that is hopeless, because \
            the accessory was reset or is gone, --forget drops it.

            Example: assay recover --address 192.168.1.20:51826
            """
    )

    @OptionGroup var accessory: AddressOptions

    @Flag(name: .long, help: "Tries once more, and then forgets what cannot be undone, the keys for it included.")
    var forget = false

    func run() async throws {
        let state = accessory.state.folder
        let access = try await AccessoryAccess(address: accessory.address) { () throws(SetupError) in
            try state.existing()
        }
        for note in access.notes { Terminal.complain(note) }
        guard let ledger = access.ledger else { return }
        let outcome = await Recovery(environment: access.environment, ledger: ledger, keptPairing: access.keptPairing)
            .run()
        Terminal.say("\(outcome.done).")
        let left = outcome.left + ledger.debtsToOthers().map(\.description)
        for left in left { Terminal.complain("left behind: \(left)") }
        if !access.unclaimed.isEmpty {
            let places = access.unclaimed.joined(separator: ", ")
            Terminal.complain("the accessory does not say who it is, so what is owed at \(places) stays owed")
        }
        if forget {
            try SetupError.with(.fault) { try ledger.forget() }
            if !left.isEmpty { Terminal.say("What is left behind is forgotten.") }
        } else if !left.isEmpty || !access.unclaimed.isEmpty {
            throw ExitCode(.unreachable)
        }
    }
}
