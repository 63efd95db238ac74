import ArgumentParser
import AssayKit
import HAPAccessory
import HAPModel
import Links
import Reporting

/// `assay simulate`: runs a simulated accessory that the user controls on standard input.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Runs a simulated accessory, conformant or with defects.",
        discussion: """
            Commands on standard input, one per line: `set 1.51 true` changes a value as the device itself would, \
            `press 1.34 0` presses a button of the switch, `show` prints all values, `quit` ends the accessory.

            Example: assay simulate lock --port 51826 --defect expired-timed-write-executed
            """
    )

    @ArgumentParser.Argument(help: "The accessory: lightbulb, lock, switch, bridge, kitchen-sink or thermometer.")
    var name: String

    @Option(
        name: .long,
        help: "A defect or a twin; see `assay suites defects` and `twins`. Can be given more than once."
    )
    var defect: [String] = []

    @Option(name: .long, help: "The port to listen on; 0 chooses a free port.")
    var port = 51826

    @Option(name: .long, help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(name: .long, help: "A folder for the accessory's keys and pairings; without it, they are lost at the end.")
    var state: String?

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("--port needs a number from 0 to 65535, not \(port)")
        }
    }

    func run() async throws {
        // The command runs on the thread of its sockets, so responses need no change of thread.
        let loop = SocketLoop()
        let simulated = try await SimulatedAccessory(
            name,
            defects: defect,
            suites: try Suites.installed(),
            host: host,
            port: port,
            loop: loop,
            folder: state
        )
        if let reason = simulated.whyNotAdvertised {
            Terminal.complain("the accessory is not advertised over multicast DNS: \(reason)")
        }
        let setupCode = simulated.definition.setupCode.withText { $0 }
        Terminal.say("\(name) listens on \(simulated.host):\(simulated.port), setup code \(setupCode)")
        let orders = SimulatorOrders(server: simulated.server, definition: simulated.definition)
        await Interruption.cancels {
            await withTaskExecutorPreference(loop) {
                _ = try? await simulated.server.serving { await orders.take(StandardInput.lines) }
            }
        }
    }
}
