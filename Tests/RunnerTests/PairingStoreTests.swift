import Foundation
import HAPCrypto
import HAPModel
import HAPPairing
import Testing

@testable import Runner

/// Kept pairings hold keys that cannot be recreated, so the store keeps all of them or changes nothing.
@Suite("Pairing store")
struct PairingStoreTests {
    /// Calls `body` with a state folder that does not exist yet, and removes it afterwards.
    private func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-state-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    private func pairing(_ number: Int) -> AccessoryPairing {
        AccessoryPairing(
            accessoryID: "AA:BB:CC:DD:EE:\(number)",
            accessoryLTPK: [UInt8](repeating: UInt8(number), count: 32),
            controller: ControllerIdentity(
                pairingID: "controller-\(number)",
                keyPair: Ed25519KeyPair(random: SystemRandom())
            ),
            isAdmin: true
        )
    }

    @Test("A kept pairing is found until it is removed, and only its owner can read it")
    func keeps() async throws {
        try await inFolder { folder in
            let store = PairingStore(folder: folder)
            #expect(try store.pairings().isEmpty)
            let (first, second) = (pairing(1), pairing(2))
            try store.keep(first, at: "a:1")
            try store.keep(second, at: "b:2")
            let found = try store.pairings()
            #expect(found.map(\.address) == ["a:1", "b:2"])
            #expect(found.map(\.pairing.accessoryID) == [first.accessoryID, second.accessoryID])
            #expect(found[0].pairing.accessoryLTPK == first.accessoryLTPK)
            #expect(found[0].pairing.controller.pairingID == first.controller.pairingID)
            #expect(found[0].pairing.controller.keyPair.publicKey == first.controller.keyPair.publicKey)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            try store.forget(first)
            #expect(try store.pairings().map(\.pairing.accessoryID) == [second.accessoryID])
        }
    }

    @Test("Two accessories at one address are both kept, and one at two addresses only once")
    func addresses() async throws {
        try await inFolder { folder in
            let store = PairingStore(folder: folder)
            let (first, second) = (pairing(1), pairing(2))
            try store.keep(first, at: "a:1")
            try store.keep(second, at: "a:1")
            #expect(try store.pairings().map(\.pairing.accessoryID) == [first.accessoryID, second.accessoryID])
            let again = pairing(1)
            try store.keep(again, at: "b:2")
            let found = try store.pairings()
            #expect(found.map(\.address) == ["a:1", "b:2"])
            #expect(found.last?.pairing.controller.keyPair.publicKey == again.controller.keyPair.publicKey)
        }
    }

    @Test("An older file, by address, is read, the newer of two pairings with one accessory wins, and nothing is lost")
    func older() async throws {
        try await inFolder { folder in
            let store = PairingStore(folder: folder)
            let pairings = [("a:1", pairing(1)), ("b:2", pairing(2)), ("c:3", pairing(1))]
            let members = pairings.map { address, pairing in
                JSONObject.Member(
                    key: address,
                    value: [
                        "accessory": .string(pairing.accessoryID),
                        "accessory-key": .string(Hex.encode(pairing.accessoryLTPK)),
                        "identifier": .string(pairing.controller.pairingID),
                        "seed": .string(pairing.controller.keyPair.seed.withBytes { Hex.encode($0) }),
                    ]
                )
            }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try JSON.object(JSONObject(members: members)).pretty().write(
                toFile: store.path,
                atomically: true,
                encoding: .utf8
            )
            let found = try store.pairings()
            #expect(found.map(\.address) == ["b:2", "c:3"])
            let keys = found.map(\.pairing.controller.keyPair.publicKey)
            #expect(keys == [pairings[1].1, pairings[2].1].map(\.controller.keyPair.publicKey))
            try store.keep(pairing(3), at: "a:1")
            #expect(try store.pairings().map(\.address) == ["b:2", "c:3", "a:1"])
        }
    }

    @Test(
        "A malformed file is an error that names it, and is not overwritten",
        arguments: ["", "{", "[]", #"{"a:1":{"accessory":"AA"}}"#, #"{"AA":{"address":"a:1"}}"#, #"{"AA":7}"#]
    )
    func damaged(_ text: String) async throws {
        try await inFolder { folder in
            let store = PairingStore(folder: folder)
            try store.keep(pairing(1), at: "a:1")
            try text.write(toFile: store.path, atomically: true, encoding: .utf8)
            let problem = try #require(throws: PairingStoreError.self) { try store.pairings() }
            #expect(problem.description.hasPrefix("\(store.path) with the kept pairings cannot be read: "))
            #expect(throws: PairingStoreError.self) { try store.keep(pairing(2), at: "b:2") }
            #expect(throws: PairingStoreError.self) { try store.forget(pairing(2)) }
            #expect(try String(contentsOfFile: store.path, encoding: .utf8) == text)
        }
    }

    @Test("Concurrent processes that keep pairings lose none")
    func together() async throws {
        try await inFolder { folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...16 {
                    let pairing = pairing(number)
                    group.addTask { try PairingStore(folder: folder).keep(pairing, at: "host:\(number)") }
                }
                try await group.waitForAll()
            }
            let found = try PairingStore(folder: folder).pairings()
            #expect(Set(found.map(\.address)) == Set((1...16).map { "host:\($0)" }))
        }
    }
}
