import ArgumentParser
import AssayKit
import Foundation
import HAPModel
import Profiles
import Reporting
import Runner

/// `assay recover`: undoes what a killed run changed.
struct RecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Cleans up after a killed run: removes its pairing and restores the values that it changed.",
        discussion: """
            If the accessory no longer knows the run's pairing, values can only be restored with the setup code, of the \
            profile or in ASSAY_SETUP_CODE: Assay then pairs, restores the values, and removes this pairing.

            Changes that cannot be undone now stay recorded: the next run and the next recover try again. Use --forget if the \
            accessory was reset or no longer exists.

            Example: assay recover --address 192.168.1.20:51826
            """
    )

    @OptionGroup var accessory: AddressOptions

    @Flag(name: .long, help: "Try once more, then delete the record of what cannot be undone, with its pairing keys.")
    var forget = false

    /// The setup code of the profile, or else of the environment; `nil` if it has none.
    private func setupCode(_ suites: Suites) async throws(SetupError) -> SetupCode? {
        let text: String
        if let profile = try accessory.options.loadedProfile(suites), let source = profile.setupCode {
            text = try await source.text("setup code", of: profile)
        } else if let variable = EnvironmentSecrets.setupCode {
            text = variable
        } else {
            return nil
        }
        return try SetupCode(checking: text)
    }

    func run() async throws {
        let suites = try Suites.installed()
        let setupCode = try await setupCode(suites)
        try await accessory.choice(suites).withKnownAccess { state throws(SetupError) in
            try state.existing()
        } _: { access in
            for note in access.notes { Terminal.complain(note) }
            guard let ledger = access.ledger else { return }
            let outcome = await Recovery(
                environment: access.environment,
                ledger: ledger,
                keptPairing: access.keptPairing,
                setupCode: setupCode
            ).run()
            Terminal.sayFolded("\(outcome.done).")
            let left = outcome.left + ledger.debtsToOthers().map(\.description)
            for left in left { Terminal.complain("not undone: \(left)") }
            if !access.unclaimed.isEmpty {
                let places = access.unclaimed.joined(separator: ", ")
                Terminal.complain(
                    "the accessory does not report its Device ID, so changes recorded for \(places) were not undone"
                )
            }
            if forget {
                try SetupError.with(.fault) { try ledger.forget() }
                if !left.isEmpty { Terminal.sayFolded("The record of what was not undone is deleted.") }
            } else if !left.isEmpty || !access.unclaimed.isEmpty {
                throw ExitCode(.unreachable)
            }
        }
    }
}
