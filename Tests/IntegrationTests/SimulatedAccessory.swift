import Foundation
import HAPAccessory
import HAPCrypto
import HAPModel
import Links
import Measurement

/// The project's own simulated accessory on a loopback socket, during a closure.
struct SimulatedAccessory: Sendable {
    let server: AccessoryServer
    let port: Int
    /// What a controller needs to pair.
    let setupCode: String

    /// Runs the conformant accessory of this name in its factory state.
    static func run<Value: Sendable>(
        _ name: String,
        _ body: @Sendable (SimulatedAccessory) async throws -> Value
    ) async throws -> Value {
        let definition = try definition(name)
        let random = SystemRandom()
        let listener = try await SocketListener.bind()
        let server = AccessoryServer(
            AccessoryCore(definition, state: PersistentState(random: random), random: random),
            listener: listener,
            clock: .system
        )
        let accessory = SimulatedAccessory(
            server: server,
            port: listener.port,
            setupCode: definition.setupCode.withText { $0 }
        )
        return try await server.serving { try await body(accessory) }
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
