import ArgumentParser
import Foundation
import HAPAccessory
import HAPCrypto
import HAPModel
import Links
import Measurement
import Reporting
import SelfTest

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
        let suites = try LoadedSuites.load()
        let simulators = try suites.simulators()
        let definition = try simulators.named(name)
        let defects = try defect.map { try simulators.namedDefect($0) }
        if let state { try NamedFolder(path: state, option: "--state").makeWritable(readableByAll: false) }
        let store = state.map { AccessoryStore(directory: $0) }
        let random = SystemRandom()
        let loop = SocketLoop()
        let (kept, listener) = try await open(store, random, loop)
        let core = AccessoryCore(definition, state: kept, defects: defects, random: random)
        let advertising = await advertising(of: listener)
        let server = AccessoryServer(core, listener: listener, clock: .system, store: store, advertising: advertising)
        let setupCode = definition.setupCode.withText { $0 }
        Terminal.say("\(name) listens at \(listener.host):\(listener.port), setup code \(setupCode)")
        let orders = SimulatorOrders(server: server, definition: definition)
        await Interruption.cancels {
            // On the thread of its sockets it answers without a change of threads.
            await withTaskExecutorPreference(loop) {
                _ = try? await server.serving { await orders.take(StandardInput.lines) }
            }
        }
    }

    /// It is advertised where it listens, and nowhere else.
    private func advertising(of listener: SocketListener) async -> Advertising? {
        do throws(LinkError) {
            return try await Advertising(host: listener.host, port: listener.port)
        } catch {
            Terminal.complain("it is not advertised: \(error.message)")
            return nil
        }
    }

    private func open(
        _ store: AccessoryStore?,
        _ random: some RandomSource,
        _ loop: SocketLoop
    ) async throws -> (PersistentState, SocketListener) {
        let kept = try Exit.orTrouble { try store?.load() } ?? PersistentState(random: random)
        do throws(LinkError) {
            return (kept, try await SocketListener.bind(host: host, port: port, loop: loop))
        } catch {
            Terminal.complain(error.message)
            throw ExitCode(.usage)
        }
    }
}
