import ArgumentParser
import AssayKit
import HAPAccessory
import HAPModel
import Links
import Reporting
import RunRecord

/// `assay simulate`: runs a simulated accessory that the user controls on standard input.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Runs a simulated accessory, conformant or with defects.",
        discussion: """
            Commands on standard input, one per line:
            \(SimulatorOrders.all.map { "`\($0.example)` \($0.meaning)" }.joined(separator: "; ")).

            Standard error shows each connection: when it was opened and by which address, when it has a session of which \
            controller, and which side closed it.

            With --thread-port, other commands reach the accessory over Thread by --address coap://HOST:PORT.

            Example: assay simulate lock --port 51826 --defect expired-timed-write-executed
            """
    )

    @ArgumentParser.Argument(
        help:
            "The accessory: lightbulb, lock, switch, bridge, kitchen-sink, actuators, climate, doorbell or thermometer.",
        completion: .simulated
    )
    var name: String

    @Option(
        name: .long,
        help: "A defect or a twin; see `assay suites defects` and `twins`. Can be given more than once.",
        completion: .conduct
    )
    var defect: [String] = []

    @Option(name: .long, help: "The port to listen on; 0 chooses a free port.")
    var port = 51826

    @Option(name: .long, help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(name: .long, help: "Also listens over Thread, HAP over CoAP, on this UDP port; 0 chooses a free port.")
    var threadPort: Int?

    @Option(
        name: .long,
        help: "A folder for the accessory's keys and pairings; without it, they are lost at the end.",
        completion: .directory
    )
    var state: String?

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("--port needs a number from 0 to 65535, not \(port)")
        }
        guard (0...65535).contains(threadPort ?? 0) else {
            throw ValidationError("--thread-port needs a number from 0 to 65535, not \(threadPort ?? 0)")
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
            threadPort: threadPort,
            loop: loop,
            folder: state,
            report: ConnectionLog.print
        )
        if let reason = simulated.whyNotAdvertised {
            Terminal.complain("the accessory is not advertised over multicast DNS: \(reason)")
        }
        // The code is public: who tests the accessory needs it, also if the environment has the same one already.
        Terminal.conceal(.none)
        let setupCode = simulated.definition.setupCode.withText { $0 }
        let place = SocketDialer(host: simulated.host, port: simulated.port).destination
        Terminal.sayFolded("\(name) listens on \(place), setup code \(setupCode)")
        if let thread = simulated.thread { Terminal.sayFolded("\(name) listens over Thread on coap://\(thread)") }
        let orders = SimulatorOrders(simulated, shown: defect)
        await Interruption.cancels {
            await withTaskExecutorPreference(loop) {
                _ = try? await simulated.server.serving {
                    var orders = orders
                    await orders.take(StandardInput.lines)
                }
            }
        }
    }
}
