import ArgumentParser
import AssayKit
import Foundation
import HAPModel
import Reporting
import SuiteLanguage

/// `assay discover`: lists the accessories on the network.
struct DiscoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract:
            "Lists the accessories that advertise themselves on the network, and what is wrong with their records.",
        discussion: """
            It searches over multicast DNS on every network interface, over IPv4 and IPv6; with --via on those of a relay. The suites judge the records, \
            as `assay run record.*` does. It exits with status 3 if no accessory responds.

            Example: assay discover --within 5s
            """
    )

    @Option(name: .long, help: "How long to wait for responses, such as 500ms or 5s. Default: 3s.")
    var within: String?

    @Flag(name: .long, help: "Keep listening, and print each accessory that appears, changes or disappears.")
    var watch = false

    @Flag(name: .long, help: "Print JSON instead of text: one document, or with --watch one line for each change.")
    var json = false

    @OptionGroup var relay: RelayOptions

    private static let patience = Duration.seconds(3)

    func validate() throws {
        guard let within else { return }
        guard Self.time(within) != nil else {
            throw ValidationError("--within needs a time such as 500ms or 5s, not `\(within)`")
        }
        if watch { throw ValidationError("--watch listens until Ctrl-C, so it cannot be used with --within") }
    }

    private static func time(_ text: String) -> Duration? { Duration(suite: text).flatMap { $0 > .zero ? $0 : nil } }

    func run() async throws {
        let suites = try Suites.installed()
        try await RelayPlace.networks(of: relay.place) { networks in
            let search = try await AccessorySearch(over: networks)
            if watch { try await keepListening(search, suites) } else { try await list(search, suites) }
        }
    }

    private func keepListening(_ search: AccessorySearch, _ suites: Suites) async throws {
        let json = json
        let failure = await Interruption.cancels {
            await OutputReader.cancels {
                await search.watch(suites) { change in
                    let time = Date().formatted(.iso8601.time(includingFractionalSeconds: false))
                    if json { return Terminal.say(CleanText(jsonLine: change.json)) }
                    Terminal.sayFolded(DiscoveryText.change(change, at: "\(time)"))
                }
            }
        }
        if let failure { throw failure }
    }

    private func list(_ search: AccessorySearch, _ suites: Suites) async throws {
        let patience = within.flatMap(Self.time) ?? Self.patience
        let (found, incomplete) = try await search.accessories(within: patience, suites)
        if json {
            Terminal.say(CleanText(json: .array(found.map(\.json) + incomplete.map(\.json))))
        } else if !found.isEmpty || !incomplete.isEmpty {
            Terminal.say(DiscoveryText(suites.library.requirements).text(found, incomplete))
        }
        guard found.isEmpty else { return }
        let what = incomplete.isEmpty ? "responded" : "with all its records responded"
        throw SetupError(.unreachable, "no accessory \(what) over multicast DNS within \(within ?? "3s")")
    }
}
