package import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
package import Links
import MarkedYAML
import Measurement
import Runner
import SelfTest

/// A simulated accessory that is bound to a port and ready to run.
package struct SimulatedAccessory: Sendable {
    package let definition: AccessoryDefinition
    package let server: AccessoryServer
    /// The address that it listens on.
    package let host: String
    package let port: Int
    /// Where it listens over Thread; `nil` if it is reached over IP alone.
    package let thread: DatagramAddress?
    /// Why it is not advertised; `nil` if it is.
    package let whyNotAdvertised: String?
    /// How a run reaches it.
    let access: AccessoryAccess
    private let simulators: SimulatorLibrary

    /// Sets it up and binds its port.
    ///
    /// - Parameters:
    ///   - name: the name of its definition.
    ///   - defects: the names of the defects and twins that it shows.
    /// - port: the port to listen on; 0 chooses a free port.
    ///   - threadPort: the UDP port to listen on over Thread; 0 chooses a free port, `nil` listens over IP alone.
    ///   - loop: the thread of its sockets.
    /// - folder: the folder for its keys and pairings; `nil` keeps none.
    ///   - report: reports what happens on its connections.
    /// - Throws: ``SetupError`` if the accessory or a defect does not exist, if the port is taken, or if the folder
    ///   cannot be read.
    package init(
        _ name: String,
        defects: [String] = [],
        suites: Suites,
        host: String = "127.0.0.1",
        port: Int = 0,
        threadPort: Int? = nil,
        loop: SocketLoop = SocketLoop(),
        folder: String? = nil,
        report: (@Sendable (ConnectionReport) -> Void)? = nil
    ) async throws(SetupError) {
        let simulators = try suites.simulators()
        let named = try simulators.named(name)
        let definition = threadPort == nil ? named : named.forEveryTransport
        var shown: [any AlteredConduct] = []
        for defect in defects { shown.append(try simulators.change(named: defect, of: name)) }
        if let folder { try NamedFolder(path: folder, option: "--state").makeWritable(readableByAll: false) }
        let store = folder.map { AccessoryStore(directory: $0) }
        let random = SystemRandom()
        let kept = try SetupError.with(.fault) { try store?.load() } ?? PersistentState(random: random)
        let listener: SocketListener
        let threadListener: DatagramListener?
        do throws(LinkError) {
            listener = try await SocketListener.bind(host: host, port: port, loop: loop)
            threadListener = try await Self.threadListener(host: host, port: threadPort, loop: loop)
        } catch {
            throw SetupError(.unusable, error.message)
        }
        var core = AccessoryCore(definition, state: kept, defects: shown, random: random)
        let payload = core.printedPayload()
        // Without multicast the accessory is still reachable by its address.
        var advertising: [Advertising] = []
        do throws(LinkError) {
            advertising.append(try await Advertising(host: listener.host, port: listener.port))
            if let place = threadListener?.address {
                advertising.append(try await Advertising(.thread, host: place.host, port: place.port))
            }
            whyNotAdvertised = nil
        } catch {
            whyNotAdvertised = error.message
        }
        self.definition = definition
        (self.host, self.port) = (listener.host, listener.port)
        self.simulators = simulators
        thread = threadListener?.address
        server = AccessoryServer(
            core,
            entrances: [AccessoryEntrance(IPAccessory(), listener: listener)]
                + (threadListener.map { [AccessoryEntrance(ThreadAccessory(), listener: $0)] } ?? []),
            clock: .system,
            store: store,
            advertising: advertising,
            report: report
        )
        var environment = RunEnvironment(
            transport: IPTransport(SocketDialer(host: listener.host, port: listener.port)),
            clock: .system,
            random: random,
            stimulus: SimulatorStimulus(server: server, definition: definition)
        )
        if let thread { environment.others = [ThreadTransport(host: thread.host, port: thread.port)] }
        environment.overhead = OverheadMeter(Calibration.measure)
        environment.echo = Calibration.echo
        var access = AccessoryAccess(environment: environment, name: name)
        access.setupCode = definition.setupCode
        access.setupPayload = payload
        (access.mayActuate, access.mayDestroy) = (true, true)
        access.declared = definition.declared
        access.untilAdvertised = { [server] in await server.awaitAdvertisement(within: .seconds(10)) }
        self.access = access
    }

    private static func threadListener(
        host: String,
        port: Int?,
        loop: SocketLoop
    ) async throws(LinkError) -> DatagramListener? {
        guard let port else { return nil }
        return try await DatagramListener.bind(DatagramAddress(host: host, port: port), of: UDPCarrier(loop: loop))
    }

    /// Shows exactly these defects and twins from now on.
    ///
    /// - Throws: ``SetupError`` if one of them does not exist or belongs to another accessory.
    package func show(_ names: [String]) throws(SetupError) {
        var shown: [any AlteredConduct] = []
        for name in names { shown.append(try simulators.change(named: name, of: definition.name)) }
        server.show(shown)
    }
}

extension SimulatorLibrary {
    /// The accessory with this name.
    fileprivate func named(_ name: String) throws(SetupError) -> AccessoryDefinition {
        if let definition = accessory(name) { return definition }
        let known = NearNames(accessories.map(\.name))
        throw SetupError(.wrongArgument, "unknown simulated accessory `\(name)`\(known.hint(for: name))")
    }

    /// The defects and twins of the accessory whose names are near, between two clauses: `; did you mean `a`? `, or `; `.
    private func hint(for name: String, of accessory: String) -> String {
        let known =
            defects.filter { $0.accessory == accessory }.map(\.name)
            + twins.filter { $0.accessory == accessory }.map(\.name)
        let near = NearNames(known).near(name)
        return NearNames.question(near.map { "`\($0)`" }).map { "; \($0) " } ?? "; "
    }

    /// The defect or twin with this name, which must be one of the accessory's.
    fileprivate func change(named name: String, of accessory: String) throws(SetupError) -> any AlteredConduct {
        let change: (any AlteredConduct)? = defect(name) ?? twin(name)
        guard let change else {
            throw SetupError(
                .wrongArgument,
                "unknown defect `\(name)`\(hint(for: name, of: accessory))`assay suites defects` and `assay suites twins` list them"
            )
        }
        guard let owner = defect(name)?.accessory ?? twin(name)?.accessory, owner != accessory else { return change }
        throw SetupError(
            .wrongArgument,
            "the defect `\(name)` belongs to the simulated \(owner), and has no effect on the \(accessory)"
        )
    }
}
