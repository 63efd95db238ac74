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
        let dialer = try SocketDialer(address: accessory.address)
        let folder = try accessory.state.existing()
        let ledger = try Exit.orTrouble { try Ledger(folder: folder, accessory: dialer.destination) }
        let kept = try Exit.orTrouble { try PairingStore(folder: folder).pairing(at: dialer.destination) }
        let bench = Bench(dialer: dialer, clock: .system, random: SystemRandom())
        let outcome = await Recovery(bench: bench, ledger: ledger, keptPairing: kept).run()
        print("\(outcome.done).")
        for left in outcome.left { Terminal.complain("left behind: \(left)") }
        if forget {
            try Exit.orTrouble { try ledger.forget() }
            if !outcome.left.isEmpty { print("What is left behind is forgotten.") }
        } else if !outcome.left.isEmpty {
            throw ExitCode(.unreachable)
        }
    }
}
