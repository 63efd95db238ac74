import Foundation
import HAPAccessory
import HAPCrypto
import HAPModel
import Links
import Measurement

/// The project's own simulated accessory on a loopback socket, during a closure: IPv4 for IP, IPv6 for Thread.
struct SimulatedAccessory: Sendable {
    let server: AccessoryServer
    let port: Int
    /// What a controller needs to pair.
    let setupCode: String

    /// Runs the conformant accessory of this name in its factory state.
    static func run<Value: Sendable>(
        _ name: String,
        over transport: TransportKind = .ip,
        _ body: @Sendable (SimulatedAccessory) async throws -> Value
    ) async throws -> Value {
        let definition = try definition(name)
        let random = SystemRandom()
        let (entrance, port) = try await entrance(over: transport)
        let server = AccessoryServer(
            AccessoryCore(definition, state: PersistentState(random: random), random: random),
            entrances: [entrance],
            clock: .system
        )
        let accessory = SimulatedAccessory(
            server: server,
            port: port,
            setupCode: definition.setupCode.withText { $0 }
        )
        return try await server.serving { try await body(accessory) }
    }

    private static func entrance(over transport: TransportKind) async throws -> (AccessoryEntrance, port: Int) {
        if transport == .thread {
            let any = DatagramAddress(host: "::1", port: 0)
            let listener = try await DatagramListener.bind(any, of: UDPCarrier())
            return (AccessoryEntrance(ThreadAccessory(), listener: listener), listener.address?.port ?? 0)
        }
        let listener = try await SocketListener.bind()
        return (AccessoryEntrance(IPAccessory(), listener: listener), listener.port)
    }

    private static func definition(_ name: String) throws -> AccessoryDefinition {
        let suites = Installation.root.appending(path: "Suites")
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: suites.appending(path: path)), as: UTF8.self)
        }
        let catalogue = try Catalogue(
            services: JSON.parse(Array(text("catalogue/services.json").utf8)),
            characteristics: JSON.parse(Array(text("catalogue/characteristics.json").utf8)),
            categories: JSON.parse(Array(text("catalogue/categories.json").utf8))
        )
        let path = "accessories/\(name).yaml"
        return try AccessoryDefinition(text(path), file: path, catalogue: catalogue)
    }
}
