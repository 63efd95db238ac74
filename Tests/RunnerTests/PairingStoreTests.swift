import Foundation
import HAPCrypto
import HAPPairing
import Testing

@testable import Runner

/// Keys that nobody can make again: they are kept whole, or nothing is done.
@Suite("Pairing store")
struct PairingStoreTests {
    /// Gives `body` a state folder that does not exist yet, and removes it afterwards.
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

    @Test("What is kept is found again until it is forgotten, and is for its owner's eyes only")
    func keeps() async throws {
        try await inFolder { folder in
            let store = PairingStore(folder: folder)
            #expect(try store.pairing(at: "a:1") == nil)
            let (first, second) = (pairing(1), pairing(2))
            try store.keep(first, at: "a:1")
            try store.keep(second, at: "b:2")
            let found = try #require(try store.pairing(at: "a:1"))
            #expect(found.accessoryID == first.accessoryID && found.accessoryLTPK == first.accessoryLTPK)
            #expect(found.controller.pairingID == first.controller.pairingID)
            #expect(found.controller.keyPair.publicKey == first.controller.keyPair.publicKey)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            try store.keep(nil, at: "a:1")
            #expect(try store.pairing(at: "a:1") == nil)
            #expect(try store.pairing(at: "b:2") != nil)
        }
    }

    @Test(
        "A file that cannot be understood is an error that names it, and is not written over",
        arguments: ["", "{", "[]", #"{"a:1":{"accessory":"AA"}}"#]
    )
    func damaged(_ text: String) async throws {
        try await inFolder { folder in
            let store = PairingStore(folder: folder)
            try store.keep(pairing(1), at: "a:1")
            try text.write(toFile: store.path, atomically: true, encoding: .utf8)
            let problem = try #require(throws: PairingStoreError.self) { try store.pairing(at: "a:1") }
            #expect(problem.description.hasPrefix("\(store.path) with the kept pairings cannot be read: "))
            guard !text.contains("a:1") else { return }
            #expect(throws: PairingStoreError.self) { try store.keep(pairing(2), at: "b:2") }
            #expect(try String(contentsOfFile: store.path, encoding: .utf8) == text)
        }
    }

    @Test("Who keeps pairings at the same time loses none")
    func together() async throws {
        try await inFolder { folder in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...16 {
                    let pairing = pairing(number)
                    group.addTask { try PairingStore(folder: folder).keep(pairing, at: "host:\(number)") }
                }
                try await group.waitForAll()
            }
            for number in 1...16 {
                #expect(try PairingStore(folder: folder).pairing(at: "host:\(number)") != nil, "\(number)")
            }
        }
    }
}
