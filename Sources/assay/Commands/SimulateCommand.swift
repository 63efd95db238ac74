import ArgumentParser
import AssayKit
import HAPAccessory
import HAPModel
import Links
import Reporting

/// `assay simulate`: serves a simulated accessory, and takes orders for it on standard input.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Serves a simulated accessory, conformant or with a defect.",
        discussion: """
            While it runs it takes orders on standard input, one a line: `set 1.51 true` changes a value as the device \
            itself would, `press 1.34 0` presses the switch's button, `show` prints every value, `quit` ends it.

            Example: assay simulate lock --port 51826 --defect expired-timed-write-executed
            """
    )

    @ArgumentParser.Argument(help: "lightbulb, lock, switch, bridge, kitchen-sink or thermometer.")
    var name: String

    @Option(
        name: .long,
        help: "A defect that it shows; `assay suites defects` lists them. May be given more than once."
    )
    var defect: [String] = []

    @Option(name: .long, help: "The port to listen at; 0 is any free one.")
    var port = 51826

    @Option(name: .long, help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(name: .long, help: "A folder that keeps the accessory's keys and pairings; without one it forgets them.")
    var state: String?

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port is 0 to 65535, not \(port)") }
    }

    func run() async throws {
        // On the thread of its sockets it answers without a change of threads.
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
        if let reason = simulated.whyNotAdvertised { Terminal.complain("it is not advertised: \(reason)") }
        let setupCode = simulated.definition.setupCode.withText { $0 }
        Terminal.say("\(name) listens at \(simulated.host):\(simulated.port), setup code \(setupCode)")
        let orders = SimulatorOrders(server: simulated.server, definition: simulated.definition)
        await Interruption.cancels {
            await withTaskExecutorPreference(loop) {
                _ = try? await simulated.server.serving { await orders.take(StandardInput.lines) }
            }
        }
    }
}
