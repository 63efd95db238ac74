import Foundation
import HAPAccessory
import HAPCrypto
import HAPPairing
import Links
import Measurement
import Testing

@Suite struct AccessoryStoreTests {
    /// A temporary directory for a test, removed afterwards.
    private func withDirectory(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
    }

    private func serve(_ name: String, in directory: URL) throws -> PersistentState {
        let definition = try Project.accessory(name)
        let store = AccessoryStore(directory: directory.path)
        let random = SeededRandom(seed: 3)
        let state = try store.load() ?? PersistentState(random: random)
        let bench = VirtualBench()
        let clock = bench.clock
        return try bench.run {
            let core = AccessoryCore(definition, state: state, random: random)
            let listener = try InProcessNetwork(clock: clock).listen(at: name)
            let server = AccessoryServer(core, listener: listener, clock: clock, store: store)
            #expect(server.storageFailure == nil)
            return server.snapshot().state
        }
    }

    @Test("the stored state is loaded again, and only its owner can read the file")
    func roundTrip() throws {
        try withDirectory { directory in
            let store = AccessoryStore(directory: directory.path)
            #expect(try store.load() == nil)
            var state = PersistentState(random: SeededRandom(seed: 5))
            state.failures = 7
            state.pairings = [
                PairingRecord(identifier: Array("é".utf8), publicKey: Array(repeating: 9, count: 32), permissions: 1),
                PairingRecord(identifier: [0xff, 0], publicKey: Array(repeating: 8, count: 32), permissions: 0),
            ]
            try store.save(state)
            #expect(try store.load() == state)
            let file = directory.appending(path: "state.json").path
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["state.json"])
            try store.reset()
            #expect(try store.load() == nil)
        }
    }

    @Test("an unreadable state is reported, and not overwritten")
    func garbage() throws {
        try withDirectory { directory in
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data("{".utf8).write(to: directory.appending(path: "state.json"))
            let error = #expect(throws: AccessoryError.self) { try AccessoryStore(directory: directory.path).load() }
            #expect(error?.message.contains("state.json is malformed") == true)
        }
    }

    @Test("an accessory keeps its identity, and its configuration number increases with another database")
    func configuration() throws {
        try withDirectory { directory in
            let first = try serve("lightbulb", in: directory)
            let second = try serve("lightbulb", in: directory)
            #expect(second == first)
            #expect(second.configurationNumber == 1)
            let third = try serve("switch", in: directory)
            #expect(third.deviceID == first.deviceID)
            #expect(third.configurationNumber == 2)
        }
    }
}
