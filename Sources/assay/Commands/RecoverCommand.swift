import ArgumentParser
import HAPCrypto
import Links
import Measurement
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
        let environment = try RunEnvironment(address: accessory.address)
        let folder = try accessory.state.existing()
        let acquaintance = try await Exit.orTrouble { try await Acquaintance(environment: environment, folder: folder) }
        let ledger = acquaintance.ledger
        if let note = acquaintance.note { Terminal.complain(note) }
        let outcome = await Recovery(environment: environment, ledger: ledger, keptPairing: acquaintance.keptPairing).run()
        print("\(outcome.done).")
        let left = outcome.left + ledger.debtsToOthers().map(\.description)
        for left in left { Terminal.complain("left behind: \(left)") }
        if !acquaintance.unclaimed.isEmpty {
            let places = acquaintance.unclaimed.joined(separator: ", ")
            Terminal.complain("the accessory does not say who it is, so what is owed at \(places) stays owed")
        }
        if forget {
            try Exit.orTrouble { try ledger.forget() }
            if !left.isEmpty { print("What is left behind is forgotten.") }
        } else if !left.isEmpty || !acquaintance.unclaimed.isEmpty {
            throw ExitCode(.unreachable)
        }
    }
}
